import { availableParallelism } from "node:os";
import { execArgv } from "node:process";
import { Worker, type WorkerOptions } from "node:worker_threads";

export const parallelism = availableParallelism;

/** What a Web Worker has for messages. */
const scope = `const { parentPort } = require("node:worker_threads");
globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
parentPort.on("message", (data) => globalThis.onmessage({ data }));
`;

export function startScript(script: string): Worker {
  return new Worker(scope + script, { ...threadOptions(), eval: true });
}

/** Which flags a worker thread gets: the process's, but it is not a program given by --eval, which --input-type is for. */
export function threadOptions(): WorkerOptions {
  return execArgv.some((flag) => flag.startsWith("--input-type")) ? { execArgv: [] } : {};
}
