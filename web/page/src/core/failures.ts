import type { WorkerError } from "@rsa-variants/measure/worker-client";

/** Something that went wrong, and what the user can do about it. */
export interface Failure {
  readonly title: string;
  readonly message: string;
  readonly remedy?: string;
}

/** A part of the library, which is loading at first. */
export type Loaded<Part> =
  | { readonly state: "loading" }
  | { readonly state: "failed" }
  | ({ readonly state: "ready" } & Part);

/** The title of the failures of `wasmFailure`, which identifies them. */
export const wasmFailureTitle = "The WebAssembly of this page could not be started";

/**
 * A WebAssembly module that did not load.
 *
 * @param need which part of the page needs it, as a sentence up to its colon
 */
export function wasmFailure(message: string, need: string): Failure {
  const remedy = message.includes("could not be read")
    ? "check your connection and reload the page"
    : "allow it for this site, or use a current browser";
  return { title: wasmFailureTitle, message, remedy: `${need}: ${remedy}.` };
}

/**
 * A message about a worker's last event: the worker could not start, or its work failed.
 *
 * @param does what the worker does: "measures"
 * @param need as for `wasmFailure`
 * @param otherwise the message for failed work
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
