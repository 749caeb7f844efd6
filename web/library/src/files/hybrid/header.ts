import type { OaepAlgorithm } from "../../algorithms.js";
import { invalid, RsaError } from "../../errors.js";

/** The first bytes of every file: ASCII. */
export const magic: Uint8Array = new TextEncoder().encode("rsa-variants");

/** The version of the format that is written, and the only one that is read. */
const version = 1;

/** Bytes before the encrypted file key: magic, version, segment length, length of the encrypted key. */
const fixedLength = 16;

/** Powers of two, as exponents: 64 bytes to 16 MiB. The limit above is against exhaustion of memory. */
const leastExponent = 6;
const mostExponent = 24;

/** The bytes of a modulus of 128 to 16384 bits. */
const leastWrapped = 16;
const mostWrapped = 2048;

/** What a file says of itself. */
export interface Header {
  /** Bytes of each segment's text but the last. */
  readonly segmentLength: number;
  /** The file key, encrypted. */
  readonly wrappedKey: Uint8Array;
  /** The header as it stands in the file: authenticated with every segment. */
  readonly bytes: Uint8Array;
}

/** Refuses what is no power of two between the limits. */
export function checkSegmentLength(segmentLength: number): void {
  const exponent = Math.log2(segmentLength);
  if (Number.isInteger(exponent) && exponent >= leastExponent && exponent <= mostExponent) return;
  const range = `from ${2 ** leastExponent} to ${2 ** mostExponent}`;
  throw invalid("segmentLength", `must be a power of two ${range}, got ${String(segmentLength)}`);
}

/** Writes a header; docs/files.md has it byte by byte. */
export function writeHeader(segmentLength: number, wrappedKey: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fixedLength + wrappedKey.length);
  bytes.set(magic);
  bytes[12] = version;
  bytes[13] = Math.log2(segmentLength);
  new DataView(bytes.buffer).setUint16(14, wrappedKey.length);
  bytes.set(wrappedKey, fixedLength);
  return bytes;
}

/** Whether a file that begins so may be one of this format; true for fewer bytes than the magic has, when they fit. */
export function hasMagic(start: Uint8Array): boolean {
  return magic.every((byte, i) => i >= start.length || start[i] === byte);
}

/**
 * Reads a header from the start of a file; undefined where that is too short yet. Whatever else follows is refused as soon
 * as it shows, before anything is allocated for it.
 */
export function readHeader(start: Uint8Array): Header | undefined {
  if (!hasMagic(start)) {
    throw new RsaError("unsupported-format", "the file does not begin as one that this package encrypted");
  }
  const [found, exponent] = [start[12], start[13]];
  if (found !== undefined && found !== version) {
    throw new RsaError("unsupported-format", `the file has version ${found} of its format; version ${version} is read`);
  }
  if (exponent !== undefined && (exponent < leastExponent || exponent > mostExponent)) {
    const range = `from 2^${leastExponent} to 2^${mostExponent} bytes`;
    throw new RsaError(
      "damaged-file",
      `the file says that its segments have 2^${exponent} bytes, but they have ${range}`,
    );
  }
  if (exponent === undefined || start.length < fixedLength) return undefined;
  const wrappedLength = new DataView(start.buffer, start.byteOffset).getUint16(14);
  if (wrappedLength < leastWrapped || wrappedLength > mostWrapped) {
    const range = `from ${leastWrapped} to ${mostWrapped} bytes`;
    throw new RsaError("damaged-file", `the file says that its key has ${wrappedLength} bytes, but keys have ${range}`);
  }
  const length = fixedLength + wrappedLength;
  if (start.length < length) return undefined;
  const bytes = start.slice(0, length);
  return { segmentLength: 2 ** exponent, wrappedKey: bytes.subarray(fixedLength), bytes };
}

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
