// One file for each worker, so that bundlers include only the workers that are imported.
import { addressOf, type StartedWorker } from "../worker-slot.js";

export const startBlindWorker = (): StartedWorker => [
  new Worker(new URL("../../blind/rsa-variants-blind-worker.js", import.meta.url), { type: "module" }),
  addressOf("../../blind/rsa-variants-blind-worker.js", import.meta.url),
];
