import type { OaepAlgorithm } from "../../algorithms.js";
import { asciiBytes } from "../../bytes.js";
import { RsaError } from "../../errors.js";
import type { Signal } from "../../platform/types.js";
import type { FileDecryptionKey, FileEncryptionKey } from "../stream.js";

/** How the file key is encrypted. The label binds it to this format, so that no other ciphertext passes for a file key. */
export const keyEncryption: OaepAlgorithm = {
  name: "RSA-OAEP",
  hash: "SHA-256",
  label: asciiBytes("rsa-variants file key 1"),
};

/** The length of a file key in bytes. */
export const fileKeyLength = 32;

/** Encrypts the file key for each recipient. */
export async function wrap(
  publicKeys: readonly FileEncryptionKey[],
  fileKey: Uint8Array,
  signal: Signal | undefined,
): Promise<Uint8Array[]> {
  const wrapped: Uint8Array[] = [];
  for (const key of publicKeys) wrapped.push(await key.encrypt(keyEncryption, fileKey, { signal }));
  return wrapped;
}

/**
 * Decrypts the file key, which is encrypted once for each recipient, with the first key that fits. Refuses another length, which other
 * software could have encrypted under the same label.
 */
export async function unwrap(
  privateKeys: readonly FileDecryptionKey[],
  wrappedKeys: readonly Uint8Array[],
  signal: Signal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const lengthOf = ({ params }: FileDecryptionKey) => Math.ceil(params.modulusLength / 8);
  let cause: unknown;
  for (const privateKey of privateKeys) {
    for (const wrappedKey of wrappedKeys.filter(({ length }) => length === lengthOf(privateKey))) {
      try {
        const fileKey = await privateKey.decrypt(keyEncryption, wrappedKey, { signal });
        const copy = new Uint8Array(fileKey);
        fileKey.fill(0);
        if (copy.length === fileKeyLength) return copy;
        throw new RsaError("damaged-file", `the file's key has ${copy.length} bytes, but must have ${fileKeyLength}`);
      } catch (error) {
        if (!(error instanceof RsaError) || error.code !== "decryption-failed") throw error;
        cause = error;
      }
    }
  }
  const named = (lengths: readonly number[]) => [...new Set(lengths)].join(" or ");
  const message =
    cause === undefined
      ? `the file was encrypted for a key with a modulus of ${named(wrappedKeys.map(({ length }) => length))} bytes, but this one has ${named(privateKeys.map(lengthOf))}`
      : "the file was encrypted for another key, or its header is damaged";
  throw new RsaError("decryption-failed", message, { cause });
}

/** OAEP needs room for the file key, two digests and two bytes. Checked here, for an earlier error that speaks of files. */
export function checkRoom({ modulusLength, messageLength }: FileEncryptionKey): void {
  const bytes = fileKeyLength + 2 * 32 + 2;
  if (messageLength !== undefined) {
    if (messageLength >= 8 * bytes) return;
    const needs = `encrypting a file needs a short prime of at least ${8 * bytes + 1} bits`;
    throw new RsaError("key-too-short", `${needs}, but this key's has ${messageLength + 1}`);
  }
  const least = 8 * (bytes - 1) + 1;
  if (modulusLength >= least) return;
  const message = `encrypting a file needs a modulus of at least ${least} bits, but the key has ${modulusLength}`;
  throw new RsaError("key-too-short", message);
}

/** The keys of a file in WebCrypto. */
export interface FileKey {
  /** The file key itself, for AES-256-GCM. */
  readonly segments: CryptoKey;
  /** Derives the key that authenticates several recipients, for HMAC with SHA-256. */
  readonly recipients: () => Promise<CryptoKey>;
}

/** How the key for recipients is derived: so no key is used in two algorithms. */
const derivation = {
  name: "HKDF",
  hash: "SHA-256",
  salt: new Uint8Array(),
  info: asciiBytes("rsa-variants recipients"),
};

/** Imports the file key into WebCrypto and overwrites it here. */
export async function importFileKey(fileKey: Uint8Array<ArrayBuffer>): Promise<FileKey> {
  const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };
  try {
    const segments = await crypto.subtle.importKey("raw", fileKey, "AES-GCM", false, ["encrypt", "decrypt"]);
    const base = await crypto.subtle.importKey("raw", fileKey, "HKDF", false, ["deriveKey"]);
    const recipients = () => crypto.subtle.deriveKey(derivation, base, hmac, false, ["sign", "verify"]);
    return { segments, recipients };
  } finally {
    fileKey.fill(0);
  }
}
