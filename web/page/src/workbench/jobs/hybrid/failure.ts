import { RsaError } from "rsa-variants";
import { workerError } from "../../../common/worker-client.ts";
import type { WorkerFailure } from "./protocol.ts";

/** An error for another thread. */
export function toFailure(error: unknown): WorkerFailure {
  return { ...workerError(error), ...(error instanceof DOMException ? { name: error.name } : {}) };
}

/** The error of another thread: what the library or the browser threw there is the same here. */
export function fromFailure({ message, code, name, ...place }: WorkerFailure): Error {
  if (code !== undefined) return new RsaError(code as RsaError["code"], message, place);
  return name === undefined ? new Error(message) : new DOMException(message, name);
}
