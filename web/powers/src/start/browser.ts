import { addressOf, type StartedWorker } from "../../../library/src/workers/worker-slot.js";

// The build writes this file's code beside the worker, where bundlers look for it.
export const startWorker = (): StartedWorker => [
  new Worker(new URL("./modular-powers-worker.js", import.meta.url), { type: "module" }),
  addressOf("./modular-powers-worker.js", import.meta.url),
];
