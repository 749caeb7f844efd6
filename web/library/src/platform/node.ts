import { availableParallelism } from "node:os";
import { execArgv } from "node:process";
import { Worker } from "node:worker_threads";
import { reasonOf } from "../errors.js";
import type { FromWorker } from "../workers/protocol.js";
import type { Platform } from "./platform.js";

export const platform: Platform = {
  startWorker(events) {
    // A worker gets the process's flags, but is no program given by --eval, which alone --input-type may describe.
    const evaluated = execArgv.some((flag) => flag.startsWith("--input-type"));
    const worker = new Worker(
      new URL("../workers/node-worker.js", import.meta.url),
      evaluated ? { execArgv: [] } : undefined,
    );
    worker.on("message", (message: FromWorker) => events.message(message));
    worker.on("error", (error) => events.failure(reasonOf(error)));
    worker.on("messageerror", () => events.failure("its message could not be read"));
    worker.on("exit", (code) => events.failure(`it ended with exit code ${code}`));
    return {
      send: (message) => worker.postMessage(message),
      terminate: () => void worker.terminate(),
      keepAlive: (busy) => (busy ? worker.ref() : worker.unref()),
    };
  },
  parallelism: () => availableParallelism(),
};
