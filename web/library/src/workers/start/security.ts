// One file for each worker, so that bundlers include only the workers that are imported.
import { addressOf, type StartedWorker } from "../worker-slot.js";

export const startSecurityWorker = (): StartedWorker => [
  new Worker(new URL("../../security/rsa-variants-security-worker.js", import.meta.url), { type: "module" }),
  addressOf("../../security/rsa-variants-security-worker.js", import.meta.url),
];
