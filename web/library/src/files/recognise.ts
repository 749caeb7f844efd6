import { hasMagic, magic } from "./hybrid/header.js";

/** A format of encrypted files. */
export type EncryptedFormat = "hybrid" | "incremental";

/**
 * Which format an encrypted file has, by its start.
 *
 * @param start its first bytes: 16 or more, or all that there are
 * @returns undefined for anything else, an empty file too: what was cut to nothing shall not pass for an empty text, which
 * `incremental` writes as one line feed
 *
 * @example
 * ```ts
 * import { recognise } from "rsa-variants/files";
 * console.log(recognise(new TextEncoder().encode("31415926\n"))); // incremental
 * ```
 */
export function recognise(start: Uint8Array): EncryptedFormat | undefined {
  if (start.length >= magic.length && hasMagic(start)) return "hybrid";
  const text = String.fromCharCode(...start.subarray(0, 16));
  return /^(\d[\d\r\n]*|\r?\n)$/.test(text) ? "incremental" : undefined;
}
