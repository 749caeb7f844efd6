import type { AnyPrivateKey, AnyPublicKey } from "../any-key.js";
import { describe, invalid, RsaError } from "../errors.js";
import { Rsa } from "../rsa.js";
import { Hasher } from "./hashes.js";

/** Checks the loaded library, and returns its hash functions. */
export function hasherOf(rsa: Rsa): Hasher {
  if (rsa instanceof Rsa) return new Hasher(rsa);
  throw invalid("rsa", `must be the library that load() of rsa-variants returns, got ${describe(rsa)}`);
}

/** Throws unless the value is a key of this package, of this type. */
export function checkKey(type: "public" | "private", key: unknown): void {
  const found = typeof key === "object" && key !== null ? (key as { type?: unknown }).type : undefined;
  if (found === type && "modulus" in publicOf(key as AnyPublicKey | AnyPrivateKey)) return;
  const hint = found === "private" ? "; pass its publicKey" : "";
  throw invalid(
    `${type}Key`,
    `must be a ${type} key of this package, got ${found === undefined ? describe(key) : `a ${found} key`}${hint}`,
  );
}

/** The public key of a key. */
export function publicOf(key: AnyPublicKey | AnyPrivateKey): AnyPublicKey {
  return key.type === "private" ? key.publicKey : key;
}

/** Errors that say only that a block does not suit the key. */
const unsuitable: ReadonlySet<string> = new Set([
  "message-out-of-range",
  "not-invertible",
  "invalid-length",
  "decryption-failed", // an `unbalanced` key, whose messages are shorter than its modulus
]);

/** Applies a key to a block; undefined if the block does not suit the key. */
export async function applied(operation: () => Uint8Array | Promise<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof RsaError && unsuitable.has(error.code)) return undefined;
    throw error;
  }
}
