import { RsaError } from "rsa-variants";
import { inWords, letters, type Refused, refusedBy } from "../core/refusal.ts";
import { sentence } from "../core/text.ts";

/** What went wrong, as sentences, with what to do about it where that is not plain. */
export function problemOf(error: unknown): string {
  const refused = isRefused(error) ? error : refusedBy(error);
  const words = inWords(refused, letters);
  // A letter of the papers stays small.
  const message = words === refused.message ? sentence(words) : `${words}.`;
  if (isNotLoaded(error)) return `A part of this page could not be loaded: ${lowerFirst(message)} ${loadRemedy()}`;
  if (error instanceof RsaError && error.code === "damaged-file") return `${message} Nothing was saved.`;
  if (error instanceof DOMException && error.name === "NotReadableError") {
    return `The file could not be read. It may have changed since you chose it. ${message}`;
  }
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    return `There is not enough space for the result. ${message}`;
  }
  return message;
}

/** Whether a worker or WebAssembly was missing: no fault of the input. */
export function isNotLoaded(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return code === "worker-failed" || code === "load-failed";
}

/** A worker's last event is plain data. */
function isRefused(error: unknown): error is Refused {
  return typeof error === "object" && error !== null && "message" in error && !(error instanceof Error);
}

function loadRemedy(): string {
  return navigator.onLine === false
    ? "You are offline. Reconnect, then try again."
    : "Check your connection, then try again.";
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
