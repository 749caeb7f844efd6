import type { AnyWorker } from "../workers/worker-slot.js";

/** How many threads the machine can run at the same time. */
export const parallelism = (): number => globalThis.navigator?.hardwareConcurrency ?? 1;

const urls = new Map<string, string>();

/** Starts a worker from the text of a Web Worker's classic script. */
export function startScript(script: string): AnyWorker {
  // One URL for all workers, which is never revoked: some browsers fetch it only when the worker starts.
  const url = urls.get(script) ?? URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  urls.set(script, url);
  return new Worker(url);
}
