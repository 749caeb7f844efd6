// One file for each worker, so that bundlers include only the workers that are imported.
import { addressOf, type StartedWorker } from "../worker-slot.js";

export const startRsaWorker = (): StartedWorker => [
  new Worker(new URL("../rsa-variants-worker.js", import.meta.url), { type: "module" }),
  addressOf("../rsa-variants-worker.js", import.meta.url),
];
