import { hasMagic, magic } from "./hybrid/header.js";

/** A format of encrypted files. */
export type EncryptedFormat = "hybrid" | "incremental";

/**
 * Which format an encrypted file has, by its start.
 *
 * @param start its first bytes: 16 or more, or all that there are
 * @returns undefined for anything else; an empty file is `incremental`, of an empty text
 *
 * @example
 * ```ts
 * import { recognise } from "rsa-variants/files";
 * console.log(recognise(new TextEncoder().encode("31415926\n"))); // incremental
 * ```
 */
export function recognise(start: Uint8Array): EncryptedFormat | undefined {
  if (start.length >= magic.length && hasMagic(start)) return "hybrid";
  const isDecimal = start
    .subarray(0, 16)
    .every((byte) => (byte >= 0x30 && byte <= 0x39) || byte === 0x0a || byte === 0x0d);
  return isDecimal ? "incremental" : undefined;
}
