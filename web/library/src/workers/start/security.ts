// Each worker is started in a file of its own, so that bundlers bundle only the workers that are imported.
import type { AnyWorker } from "../worker-slot.js";

export const startSecurityWorker = (): AnyWorker =>
  new Worker(new URL("../../security/worker.js", import.meta.url), { type: "module" });
