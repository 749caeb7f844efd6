import type { OaepAlgorithm } from "../../algorithms.js";
import { asciiBytes, copyBytes } from "../../bytes.js";
import { invalid, RsaError } from "../../errors.js";

/** The first bytes of every file: ASCII. */
export const magic: Uint8Array = asciiBytes("rsa-variants");

/** The version of the format that is written, and the only one that is read. */
const version = 1;

/** The number of bytes before the encrypted file key: magic, version, segment length, length of the encrypted key. */
const fixedLength = 16;

/** The limits of the segment length, as exponents of two: 64 bytes to 16 MiB. The upper limit prevents exhaustion of memory. */
const leastExponent = 6;
const mostExponent = 24;

/** The limits of the encrypted key in bytes: a modulus has 128 to 16384 bits. */
const leastWrapped = 16;
const mostWrapped = 2048;

/** The header of a file. */
export interface Header {
  /** The number of plaintext bytes in each segment except the last. */
  readonly segmentLength: number;
  /** The encrypted file key. */
  readonly wrappedKey: Uint8Array;
  /** The bytes of the header, which are authenticated with every segment. */
  readonly bytes: Uint8Array;
}

/** Throws unless the length is a power of two between the limits. */
export function checkSegmentLength(segmentLength: number): void {
  const exponent = Math.log2(segmentLength);
  if (Number.isInteger(exponent) && exponent >= leastExponent && exponent <= mostExponent) return;
  const range = `from ${2 ** leastExponent} to ${2 ** mostExponent}`;
  throw invalid("segmentLength", `must be a power of two ${range}, got ${String(segmentLength)}`);
}

/** Writes a header; docs/files.md describes its bytes. */
export function writeHeader(segmentLength: number, wrappedKey: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fixedLength + wrappedKey.length);
  bytes.set(magic);
  bytes[12] = version;
  bytes[13] = Math.log2(segmentLength);
  new DataView(bytes.buffer).setUint16(14, wrappedKey.length);
  bytes.set(wrappedKey, fixedLength);
  return bytes;
}

/** Whether a file that begins with these bytes can have this format. Fewer bytes than the magic has are compared with its beginning. */
export function hasMagic(start: Uint8Array): boolean {
  return magic.every((byte, i) => i >= start.length || start[i] === byte);
}

/**
 * Reads a header from the start of a file; undefined while there are too few bytes. An invalid header is refused as soon as it
 * shows, before anything is allocated for it.
 */
export function readHeader(start: Uint8Array): Header | undefined {
  if (!hasMagic(start)) {
    throw new RsaError("unsupported-format", "the file does not begin like an encrypted file of this package");
  }
  const [found, exponent] = [start[12], start[13]];
  if (found !== undefined && found !== version) {
    throw new RsaError(
      "unsupported-format",
      `the file has format version ${found}; this package reads only version ${version}`,
    );
  }
  if (exponent !== undefined && (exponent < leastExponent || exponent > mostExponent)) {
    const range = `from 2^${leastExponent} to 2^${mostExponent} bytes`;
    throw new RsaError("damaged-file", `the header is damaged: segments must have ${range}, got 2^${exponent} bytes`);
  }
  if (exponent === undefined || start.length < fixedLength) return undefined;
  const wrappedLength = new DataView(start.buffer, start.byteOffset).getUint16(14);
  if (wrappedLength < leastWrapped || wrappedLength > mostWrapped) {
    const range = `from ${leastWrapped} to ${mostWrapped} bytes`;
    throw new RsaError(
      "damaged-file",
      `the header is damaged: the encrypted key must have ${range}, got ${wrappedLength} bytes`,
    );
  }
  const length = fixedLength + wrappedLength;
  if (start.length < length) return undefined;
  const bytes = copyBytes(start.subarray(0, length));
  return { segmentLength: 2 ** exponent, wrappedKey: bytes.subarray(fixedLength), bytes };
}

/** How the file key is encrypted. The label binds it to this format, so that no other ciphertext passes for a file key. */
export const keyEncryption: OaepAlgorithm = {
  name: "RSA-OAEP",
  hash: "SHA-256",
  label: asciiBytes("rsa-variants file key 1"),
};

/** The length of a file key in bytes. */
export const fileKeyLength = 32;

/** Imports the file key into WebCrypto and overwrites it here. */
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
