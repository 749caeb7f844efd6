/** Objects that hold keys: files and responses, which must be read first, certificates of Node, and pairs of keys. */

import { type Bytes, copyBytes, isBytes, toBytes } from "../bytes.js";
import { describe, invalid, RsaError, reasonOf } from "../errors.js";
import { isBlob, tagOf } from "../platform/tags.js";
import type { NodeCertificate, NodeKeyObject, WebBlob, WebCryptoKey, WebResponse } from "../platform/types.js";

/** An object of the platform that holds a key. */
export type KeyHolder = WebBlob | WebResponse | NodeCertificate;

/** A private key and its public key, as WebCrypto's and Node's key generation return them. */
export interface KeyPair {
  /** The private key, or its data. */
  readonly privateKey: WebCryptoKey | NodeKeyObject | string | Bytes | object;
  /** The public key, or its data. */
  readonly publicKey: WebCryptoKey | NodeKeyObject | string | Bytes | object;
}

/**
 * Reads an object of the platform; undefined for anything else.
 *
 * @param most the most bytes; a longer `Blob` is not read
 */
export function readHolder(data: unknown, most: number): Promise<Uint8Array> | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  if (isBlob(data)) return readBlob(data, most);
  if (tagOf(data) === "Response") return readResponse(data as Response, most);
  // Node's X509Certificate has no tag.
  const { raw, publicKey } = data as Partial<NodeCertificate>;
  if (publicKey === undefined || !isBytes(raw)) return undefined;
  return Promise.resolve(copyBytes(toBytes("data", raw)));
}

async function readBlob(blob: Blob, most: number): Promise<Uint8Array> {
  checkLength(blob.size, most);
  return new Uint8Array(await reading("the file", () => blob.arrayBuffer()));
}

async function readResponse(response: Response, most: number): Promise<Uint8Array> {
  if (!response.ok) {
    const status = `${response.status} ${response.statusText}`.trim();
    throw new RsaError("invalid-encoding", `the response is an error (${status}), not a key: check its address`);
  }
  if (response.bodyUsed) throw invalid("data", "is a Response that was read already: pass its clone(), or its text");
  return readBlob(await reading("the response", () => response.blob()), most);
}

async function reading<T>(what: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw invalid("data", `cannot be read: ${what} failed with ${describe(cause)}: ${reasonOf(cause)}`);
  }
}

/** Refuses data that are too long for keys. */
export function checkLength(length: number, most: number, unit = "bytes"): void {
  if (length <= most) return;
  const limit = `must be at most ${most} ${unit}; no key is that long`;
  throw invalid("data", `is ${length} ${unit}, but ${limit}`);
}

/**
 * The keys of a pair, the private one first; undefined for anything else.
 *
 * @param isHalf whether the data come from a pair: pairs in pairs, which could go on without end, are refused
 */
export function pairOf(data: unknown, isHalf: boolean): readonly [privateKey: unknown, publicKey: unknown] | undefined {
  if (typeof data !== "object" || data === null || isBytes(data)) return undefined;
  const { privateKey, publicKey, kty, format } = data as Partial<KeyPair> & { kty?: unknown; format?: unknown };
  if (privateKey === undefined || publicKey === undefined || kty !== undefined || format !== undefined)
    return undefined;
  if (isHalf) throw new RsaError("invalid-encoding", "a key of this pair is a pair itself: pass one pair only");
  return [privateKey, publicKey];
}
