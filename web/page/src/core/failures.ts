import type { WorkerError } from "./worker-client.ts";

/** Something that went wrong, and what can be done about it. */
export interface Failure {
  readonly title: string;
  readonly message: string;
  readonly remedy?: string;
}

/** The title of the failure that `wasmFailure` makes, by which it is known again. */
export const wasmFailureTitle = "The WebAssembly of this page could not be started";

/**
 * A WebAssembly module that did not load.
 *
 * @param need what of the page needs it, as a sentence up to its colon
 */
export function wasmFailure(message: string, need: string): Failure {
  return {
    title: wasmFailureTitle,
    message,
    remedy: `${need}: allow it for this site, or use a current browser.`,
  };
}

/**
 * A worker's last event as a message: one that could not begin, or the work's own failure.
 *
 * @param does what the worker does: "measures"
 * @param need as `wasmFailure` takes it
 * @param otherwise what is said of the work's own failure
 */
export function workerFailure(
  { message, code }: WorkerError,
  does: string,
  need: string,
  otherwise: Omit<Failure, "message">,
): Failure {
  if (code === "load-failed") return wasmFailure(message, need);
  if (code === "worker-failed") {
    return {
      title: `The browser did not start the worker that ${does}`,
      message,
      remedy:
        globalThis.navigator?.onLine === false
          ? "You are offline. Reconnect and try again."
          : "Check your connection and reload the page. Open it over http or https, not as a file, and allow workers for this site.",
    };
  }
  return { ...otherwise, message };
}
