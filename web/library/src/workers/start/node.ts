// Starts the package's own workers in Node. The URLs are written inside `new Worker`, where bundlers look for them.
import { Worker } from "node:worker_threads";
import { threadOptions } from "../../platform/threads-node.js";

export const startRsaWorker = () => new Worker(new URL("../rsa-worker.js", import.meta.url), threadOptions());
export const startBlindWorker = () => new Worker(new URL("../../blind/worker.js", import.meta.url), threadOptions());
export const startSecurityWorker = () =>
  new Worker(new URL("../../security/worker.js", import.meta.url), threadOptions());
export const startXrsaWorker = () => new Worker(new URL("../../xrsa/worker.js", import.meta.url), threadOptions());
