import { sentence } from "@rsa-variants/measure/text/format";
import { inWords, letters, type Refused, refusedBy } from "@rsa-variants/measure/text/params";
import { RsaError } from "rsa-variants";

/** What went wrong, and what to do about it, as sentences. */
export function problemOf(error: unknown): string {
  const refused = isRefused(error) ? error : refusedBy(error);
  const words = inWords(refused, letters);
  // A letter of the papers stays lower case.
  const message = words === refused.message ? sentence(words) : `${words}.`;
  if (isNotLoaded(error)) {
    const remedy = navigator.onLine === false ? "You are offline. Reconnect and" : "Check your connection and";
    return `A part of this page could not be loaded: ${message.charAt(0).toLowerCase()}${message.slice(1)} ${remedy} try again.`;
  }
  if (error instanceof RsaError && error.code === "damaged-file") return `${message} Nothing was saved.`;
  if (error instanceof DOMException && error.name === "NotReadableError") {
    return `The file could not be read. It may have changed since you chose it. ${message}`;
  }
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    return `There is not enough space for the result. ${message}`;
  }
  return message;
}

/** Whether a worker or WebAssembly is missing. */
export function isNotLoaded(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return code === "worker-failed" || code === "load-failed";
}

/** Whether it is plain data from a worker. */
function isRefused(error: unknown): error is Refused {
  return typeof error === "object" && error !== null && "message" in error && !(error instanceof Error);
}
