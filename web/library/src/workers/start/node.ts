// Starts the package's own workers in Node. The URLs are written inside `new Worker`, where bundlers look for them.
import { Worker } from "node:worker_threads";
import { threadOptions } from "../../platform/threads-node.js";
import { addressOf, type StartedWorker } from "../worker-slot.js";

export const startRsaWorker = (): StartedWorker => [
  new Worker(new URL("../rsa-variants-worker.js", import.meta.url), threadOptions()),
  addressOf("../rsa-variants-worker.js", import.meta.url),
];

export const startBlindWorker = (): StartedWorker => [
  new Worker(new URL("../../blind/rsa-variants-blind-worker.js", import.meta.url), threadOptions()),
  addressOf("../../blind/rsa-variants-blind-worker.js", import.meta.url),
];

export const startSecurityWorker = (): StartedWorker => [
  new Worker(new URL("../../security/rsa-variants-security-worker.js", import.meta.url), threadOptions()),
  addressOf("../../security/rsa-variants-security-worker.js", import.meta.url),
];

export const startXrsaWorker = (): StartedWorker => [
  new Worker(new URL("../../xrsa/rsa-variants-xrsa-worker.js", import.meta.url), threadOptions()),
  addressOf("../../xrsa/rsa-variants-xrsa-worker.js", import.meta.url),
];
