import type { AnyWorker } from "../../../library/src/workers/worker-slot.js";

// The build writes this file's code beside the worker, where bundlers look for it.
export const startWorker = (): AnyWorker => new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
