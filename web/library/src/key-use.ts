import { RsaError } from "./errors.js";

/** What a private key is used for. */
export type KeyUse = "blind signatures" | "other operations";

const uses = new WeakMap<object, KeyUse>();

/**
 * Notes what a key is used for, and refuses another use. An issuer of blind signatures signs whatever it gets, so the same key must not
 * also decrypt or sign: its answers would decrypt ciphertexts and forge signatures (RFC 9474, section 6).
 */
export function useKeyFor(key: object, use: KeyUse): void {
  const earlier = uses.get(key) ?? use;
  if (earlier !== use) {
    const problem = `this private key was used for ${earlier} and cannot be used for ${use}`;
    throw new RsaError("invalid-params", `${problem}: an issuer of blind signatures needs a key of its own`);
  }
  uses.set(key, use);
}
