import type { Platform } from "./platform.js";

export const platform: Platform = {
  startWorker: () => new Worker(new URL("../workers/browser-worker.js", import.meta.url), { type: "module" }),
  parallelism: () => globalThis.navigator?.hardwareConcurrency ?? 1,
};
