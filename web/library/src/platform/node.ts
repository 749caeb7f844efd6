import { availableParallelism } from "node:os";
import { execArgv } from "node:process";
import { Worker } from "node:worker_threads";
import type { Platform } from "./platform.js";

export const platform: Platform = {
  startWorker() {
    // A worker gets the process's flags, but is no program given by --eval, which alone --input-type may describe.
    const evaluated = execArgv.some((flag) => flag.startsWith("--input-type"));
    return new Worker(new URL("../workers/node-worker.js", import.meta.url), evaluated ? { execArgv: [] } : undefined);
  },
  parallelism: () => availableParallelism(),
};
