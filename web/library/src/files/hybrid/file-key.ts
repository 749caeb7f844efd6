import type { OaepAlgorithm } from "../../algorithms.js";
import { RsaError } from "../../errors.js";

/** How the file key is encrypted. The label binds it to this format: no other encryption under the same key is taken for it. */
export const keyEncryption: OaepAlgorithm = {
  name: "RSA-OAEP",
  hash: "SHA-256",
  label: new TextEncoder().encode("rsa-variants file key 1"),
};

/** Bytes of a file key. */
export const fileKeyLength = 32;

/** Hands the file key to WebCrypto, and overwrites it here. */
export async function importFileKey(
  fileKey: Uint8Array<ArrayBuffer>,
  usage: "encrypt" | "decrypt",
): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey("raw", fileKey, "AES-GCM", false, [usage]);
  } finally {
    fileKey.fill(0);
  }
}

/** Browsers keep WebCrypto from pages that came without protection. */
export function checkWebCrypto(): void {
  if (globalThis.crypto?.subtle !== undefined) return;
  throw new RsaError("unsupported-format", "AES is WebCrypto's, which browsers have on https and localhost alone");
}
