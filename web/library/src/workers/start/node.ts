// Starts the package's own workers in Node.
import { startThread } from "../../platform/threads-node.js";

export const startRsaWorker = () => startThread(new URL("../rsa-worker.js", import.meta.url));
export const startSecurityWorker = () => startThread(new URL("../../security/worker.js", import.meta.url));
export const startXrsaWorker = () => startThread(new URL("../../xrsa/worker.js", import.meta.url));
