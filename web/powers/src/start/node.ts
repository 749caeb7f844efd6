import { Worker } from "node:worker_threads";
import { threadOptions } from "../../../library/src/platform/threads-node.js";

export const startWorker = () => new Worker(new URL("./worker.js", import.meta.url), threadOptions());
