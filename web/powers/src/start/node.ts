import { Worker } from "node:worker_threads";
import { threadOptions } from "../../../library/src/platform/threads-node.js";
import { addressOf, type StartedWorker } from "../../../library/src/workers/worker-slot.js";

export const startWorker = (): StartedWorker => [
  new Worker(new URL("./modular-powers-worker.js", import.meta.url), threadOptions()),
  addressOf("./modular-powers-worker.js", import.meta.url),
];
