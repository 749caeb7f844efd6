/** Converts from and to the keys of the platform: WebCrypto's `CryptoKey` and Node's `KeyObject`. */

import { invalid, RsaError, reasonOf } from "../errors.js";
import { type AbortOptions, abortNames, checkNames, checkOptions, type Names } from "../options.js";
import type { NodeKeyObject, WebCryptoKey } from "../platform/types.js";

/** The algorithm that a `CryptoKey` is for. */
export interface CryptoKeyAlgorithm {
  readonly name: "RSA-OAEP" | "RSA-PSS" | "RSASSA-PKCS1-v1_5";
  /** The hash function. Default `"SHA-256"`. */
  readonly hash?: "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512" | undefined;
}

/** Options of `toCryptoKey`. */
export interface CryptoKeyOptions extends AbortOptions {
  /** Whether the `CryptoKey` can be exported again. Default: `false` for a private key, `true` for a public one. */
  readonly extractable?: boolean | undefined;
}

const cryptoKeyNames: Names<CryptoKeyOptions> = { ...abortNames, extractable: true };
const algorithmNames: Names<CryptoKeyAlgorithm> = { name: true, hash: true };
const algorithms: readonly unknown[] = [
  "RSA-OAEP",
  "RSA-PSS",
  "RSASSA-PKCS1-v1_5",
] satisfies CryptoKeyAlgorithm["name"][];

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

function isCryptoKey(data: unknown): data is CryptoKey {
  return tagOf(data) === "CryptoKey";
}

function isKeyObject(data: unknown): data is NodeKeyObject {
  return tagOf(data) === "KeyObject";
}

/** Exports a key of the platform as DER; undefined for anything else. */
export function fromPlatform(data: unknown): Promise<Uint8Array> | undefined {
  if (isCryptoKey(data)) return exportCryptoKey(data);
  return isKeyObject(data) ? exportKeyObject(data) : undefined;
}

async function exportCryptoKey(key: CryptoKey): Promise<Uint8Array> {
  try {
    return new Uint8Array(await crypto.subtle.exportKey(key.type === "private" ? "pkcs8" : "spki", key));
  } catch (cause) {
    const reason = key.extractable ? reasonOf(cause) : "it is not extractable";
    throw new RsaError("unsupported-format", `the CryptoKey cannot be exported: ${reason}`, { cause });
  }
}

async function exportKeyObject(key: NodeKeyObject): Promise<Uint8Array> {
  if (key.type === "secret") throw invalid("data", "is a KeyObject with a secret key, but must be an RSA key");
  return key.export({ format: "der", type: key.type === "private" ? "pkcs8" : "spki" });
}

/** Makes a `CryptoKey` from the DER that `write` returns, and overwrites the DER. */
export async function toCryptoKey(
  kind: "private" | "public",
  algorithm: CryptoKeyAlgorithm,
  options: CryptoKeyOptions,
  write: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<WebCryptoKey> {
  const { extractable = kind === "public" } = checkOptions(options, cryptoKeyNames, "{ extractable: true }");
  if (!algorithms.includes(algorithm?.name)) {
    throw invalid("algorithm", `must have one of the names ${algorithms.join(", ")}, got ${String(algorithm?.name)}`);
  }
  checkNames(algorithm, Object.keys(algorithmNames), "a parameter of a CryptoKey");
  const { name, hash = "SHA-256" } = algorithm;
  const format = kind === "private" ? "pkcs8" : "spki";
  const [ofPrivate, ofPublic] = name === "RSA-OAEP" ? (["decrypt", "encrypt"] as const) : (["sign", "verify"] as const);
  const usage = kind === "private" ? ofPrivate : ofPublic;
  const der = await write();
  try {
    return await crypto.subtle.importKey(format, der, { name, hash }, extractable, [usage]);
  } catch (cause) {
    const reason = `WebCrypto refuses this key (${reasonOf(cause)}): keys need two primes and, in most browsers, a short e`;
    throw new RsaError("unsupported-format", reason, { cause });
  } finally {
    der.fill(0);
  }
}
