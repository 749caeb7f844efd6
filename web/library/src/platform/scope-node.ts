import { parentPort } from "node:worker_threads";
import { RsaError } from "../errors.js";
import type { FromWorker, ToWorker } from "../workers/protocol.js";

function port(): NonNullable<typeof parentPort> {
  if (parentPort !== null) return parentPort;
  throw new RsaError("worker-failed", "this script runs only in a worker; connect() starts it");
}

export function send(message: FromWorker, transfer: ArrayBuffer[]): void {
  port().postMessage(message, transfer);
}

export function hear(receive: (message: ToWorker) => void): void {
  port().on("message", receive);
}
