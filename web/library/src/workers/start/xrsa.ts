// One file for each worker, so that bundlers include only the workers that are imported.
import { addressOf, type StartedWorker } from "../worker-slot.js";

export const startXrsaWorker = (): StartedWorker => [
  new Worker(new URL("../../xrsa/rsa-variants-xrsa-worker.js", import.meta.url), { type: "module" }),
  addressOf("../../xrsa/rsa-variants-xrsa-worker.js", import.meta.url),
];
