import { sentence } from "@rsa-variants/measure/text/format";
import { inWords, letters, type Refused, refusedBy } from "@rsa-variants/measure/text/params";
import { workerError } from "@rsa-variants/measure/worker-client";

/** What went wrong, and what to do about it, as sentences. */
export function problemOf(error: unknown): string {
  // Workers send plain data.
  const isPlain = typeof error === "object" && error !== null && "message" in error && !(error instanceof Error);
  const refused = isPlain ? (error as Refused) : refusedBy(error);
  const words = inWords(refused, letters);
  // A letter of the papers stays lower case.
  const message = words === refused.message ? sentence(words) : `${words}.`;
  if (isNotLoaded(error)) {
    const remedy = navigator.onLine === false ? "You are offline. Reconnect and" : "Check your connection and";
    return `A part of this page could not be loaded: ${message.charAt(0).toLowerCase()}${message.slice(1)} ${remedy} try again.`;
  }
  const { code } = workerError(error);
  if (code === "damaged-file") return `${message} Nothing was saved.`;
  if (code === "NotReadableError")
    return `The file could not be read. It may have changed since you chose it. ${message}`;
  return code === "QuotaExceededError" ? `There is not enough space for the result. ${message}` : message;
}

/** Whether a worker or WebAssembly is missing. */
export function isNotLoaded(error: unknown): boolean {
  const { code } = workerError(error);
  return code === "worker-failed" || code === "load-failed";
}
