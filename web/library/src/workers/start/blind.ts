// One file for each worker, so that bundlers include only the workers that are imported.
import type { AnyWorker } from "../worker-slot.js";

export const startBlindWorker = (): AnyWorker =>
  new Worker(new URL("../../blind/worker.js", import.meta.url), { type: "module" });
