import type { BindingsDerivation } from "../formats/bindings.js";

/**
 * PBKDF2 of WebCrypto. Returns undefined without WebCrypto, as on pages without https, or if it refuses the hash function, the empty password
 * or the number of iterations, as some platforms do.
 */
export async function platformPbkdf2({
  hash,
  password,
  salt,
  iterations,
  length,
}: BindingsDerivation): Promise<Uint8Array | undefined> {
  try {
    const { subtle } = globalThis.crypto;
    const key = await subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
    return new Uint8Array(await subtle.deriveBits({ name: "PBKDF2", hash, salt, iterations }, key, 8 * length));
  } catch {
    return undefined;
  }
}
