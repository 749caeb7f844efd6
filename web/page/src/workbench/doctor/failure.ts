import { type WorkerError, workerError } from "@rsa-variants/measure/worker-client";
import { RsaError } from "rsa-variants";

/** An error for another thread: the library's has a code, the browser's a name. */
interface WorkerFailure extends WorkerError {
  readonly name?: string;
}

export function toFailure(error: unknown): WorkerFailure {
  return { ...workerError(error), ...(error instanceof DOMException ? { name: error.name } : {}) };
}

/** The error that another thread threw. */
export function fromFailure({ message, code, name, ...place }: WorkerFailure): Error {
  if (code !== undefined) return new RsaError(code as RsaError["code"], message, place);
  return name === undefined ? new Error(message) : new DOMException(message, name);
}
