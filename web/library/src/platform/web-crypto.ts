import { RsaError } from "../errors.js";

/**
 * Throws unless the platform has WebCrypto; `what` needs it. Browsers offer it only to pages in a secure context.
 *
 * @throws RsaError `unsupported-format`
 */
export function checkWebCrypto(what: string): void {
  if (globalThis.crypto?.subtle !== undefined) return;
  const offered = "which browsers offer only on https and localhost";
  throw new RsaError("unsupported-format", `${what} WebCrypto, ${offered} (crypto.subtle is not defined)`);
}

/**
 * Returns random bytes.
 *
 * @throws RsaError `no-random-numbers` if the platform has none, as jsdom of Jest
 */
export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  if (typeof globalThis.crypto?.getRandomValues === "function") return crypto.getRandomValues(new Uint8Array(length));
  const missing = "the platform provides no random numbers: crypto.getRandomValues is not defined";
  throw new RsaError("no-random-numbers", missing);
}
