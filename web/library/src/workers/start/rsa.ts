// Each worker is started in a file of its own, so that bundlers bundle only the workers that are imported.
import type { AnyWorker } from "../worker-slot.js";

export const startRsaWorker = (): AnyWorker =>
  new Worker(new URL("../rsa-worker.js", import.meta.url), { type: "module" });
