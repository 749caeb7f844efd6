import { availableParallelism } from "node:os";
import { execArgv } from "node:process";
import { Worker, type WorkerOptions } from "node:worker_threads";

export const parallelism = availableParallelism;

/** Calls a function that starts a worker of this package. */
export const startTrusted = <R>(start: () => R): R => start();

/** Defines the message functions of a Web Worker in a worker thread. */
const scope = `const { parentPort } = require("node:worker_threads");
globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
parentPort.on("message", (data) => globalThis.onmessage({ data }));
`;

export function startScript(script: string): Worker {
  return new Worker(scope + script, { ...threadOptions(), eval: true });
}

/** The flags of a worker thread: those of the process, unless --input-type is among them, which is only for --eval. */
export function threadOptions(): WorkerOptions {
  return execArgv.some((flag) => flag.startsWith("--input-type")) ? { execArgv: [] } : {};
}
