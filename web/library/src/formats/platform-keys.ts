/** Converts from and to the keys of the platform: WebCrypto's `CryptoKey` and Node's `KeyObject`. */

import { checkHash, type Hash, type HashName, joseEncryptions, joseSignatures, paramsOf } from "../algorithms.js";
import { invalid, RsaError, reasonOf } from "../errors.js";
import { type AbortOptions, abortNames, checkNames, checkOptions, type Names, throwIfAborted } from "../options.js";
import { tagOf } from "../platform/tags.js";
import type { NodeKeyObject, WebCryptoKey } from "../platform/types.js";
import { checkWebCrypto } from "../platform/web-crypto.js";

/** The hash functions of WebCrypto. */
const webHashes = ["SHA-1", "SHA-256", "SHA-384", "SHA-512"] as const satisfies readonly Hash[];

/** The algorithm that a `CryptoKey` is for. */
export interface CryptoKeyParams {
  /** The name, as in WebCrypto. */
  readonly name: "RSA-OAEP" | "RSA-PSS" | "RSASSA-PKCS1-v1_5";
  /** The hash function. Default `"SHA-256"`. */
  readonly hash?: HashName<(typeof webHashes)[number]> | undefined;
}

/** The algorithm that a `CryptoKey` is for: an object, or a name of JOSE (RFC 7518). */
export type CryptoKeyAlgorithm = CryptoKeyParams | keyof typeof joseNames;

/** Options of `toCryptoKey`. */
export interface CryptoKeyOptions extends AbortOptions {
  /** Whether the `CryptoKey` can be exported again. Default: `false` for a private key, `true` for a public one. */
  readonly extractable?: boolean | undefined;
}

const cryptoKeyNames: Names<CryptoKeyOptions> = { ...abortNames, extractable: true };
const paramNames: Names<CryptoKeyParams> = { name: true, hash: true };
const algorithms: readonly unknown[] = ["RSA-OAEP", "RSA-PSS", "RSASSA-PKCS1-v1_5"] satisfies CryptoKeyParams["name"][];
const { RSA1_5: _, ...oaepNames } = joseEncryptions; // WebCrypto has no PKCS #1 v1.5 encryption
const joseNames = { ...oaepNames, ...joseSignatures };

/** Exports a key of the platform as DER; undefined for anything else. */
export function fromPlatform(data: unknown): Promise<Uint8Array> | undefined {
  const tag = tagOf(data);
  if (tag === "CryptoKey") return exportCryptoKey(data as CryptoKey);
  return tag === "KeyObject" ? exportKeyObject(data as NodeKeyObject) : undefined;
}

async function exportCryptoKey(key: CryptoKey): Promise<Uint8Array> {
  checkWebCrypto("exporting a CryptoKey needs");
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
  given: CryptoKeyAlgorithm,
  options: CryptoKeyOptions,
  write: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<WebCryptoKey> {
  const { extractable = kind === "public", signal } = checkOptions(options, cryptoKeyNames, "{ extractable: true }");
  throwIfAborted(signal);
  const { name, hash } = checkCryptoKey(given);
  checkWebCrypto("toCryptoKey needs");
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

function checkCryptoKey(given: CryptoKeyAlgorithm): { readonly name: string; readonly hash: string } {
  if (typeof given === "string") return paramsOf(given, joseNames);
  if (!algorithms.includes(given?.name)) {
    throw invalid("algorithm", `must have one of the names ${algorithms.join(", ")}, got ${String(given?.name)}`);
  }
  checkNames(given, Object.keys(paramNames), "a parameter of a CryptoKey");
  return { name: given.name, hash: checkHash("hash", given.hash ?? "SHA-256", webHashes) };
}
