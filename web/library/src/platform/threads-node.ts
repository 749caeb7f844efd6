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
  return startThread(scope + script, { eval: true });
}

/** Starts a file as a worker thread. */
export function startThread(file: URL | string, options: WorkerOptions = {}): Worker {
  // A worker gets the process's flags, but is not a program given by --eval, which --input-type is for.
  const isEvaluated = execArgv.some((flag) => flag.startsWith("--input-type"));
  return new Worker(file, isEvaluated ? { ...options, execArgv: [] } : options);
}
