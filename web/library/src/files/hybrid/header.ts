import { asciiBytes, concatenate, copyBytes } from "../../bytes.js";
import { invalid, RsaError } from "../../errors.js";
import { mostKeys } from "../stream.js";
import type { FileKey } from "./file-key.js";

/** The first bytes of every file: ASCII. */
export const magic: Uint8Array = asciiBytes("rsa-variants");

/** The version of a file for one recipient, and that for several. No others are read. */
const [one, several] = [1, 2] as const;

/** The bytes that both versions begin with: magic, version, segment length. */
const startLength = 14;

/** The limits of the segment length, as exponents of two: 64 bytes to 16 MiB. The upper limit prevents exhaustion of memory. */
const leastExponent = 6;
const mostExponent = 24;

/** The limits of an encrypted key in bytes: a modulus has 128 to 16384 bits. */
const leastWrapped = 16;
const mostWrapped = 2048;

/** The length of the authentication code of several recipients in bytes. */
const codeLength = 32;

/** The header of a file. */
export interface Header {
  readonly version: 1 | 2;
  /** The number of plaintext bytes in each segment except the last. */
  readonly segmentLength: number;
  /** The encrypted file key, once for each recipient. */
  readonly wrappedKeys: readonly Uint8Array[];
  /** The bytes that are authenticated with every segment. */
  readonly associated: Uint8Array;
  /** All bytes of the header. */
  readonly bytes: Uint8Array;
}

/** Throws unless the length is a power of two between the limits. */
export function checkSegmentLength(segmentLength: number): void {
  const exponent = Math.log2(segmentLength);
  if (Number.isInteger(exponent) && exponent >= leastExponent && exponent <= mostExponent) return;
  const range = `from ${2 ** leastExponent} to ${2 ** mostExponent}`;
  throw invalid("segmentLength", `must be a power of two ${range}, got ${String(segmentLength)}`);
}

/** The header of a new file for these recipients; docs/files.md describes its bytes. */
export async function newHeader(
  segmentLength: number,
  wrappedKeys: readonly Uint8Array[],
  key: FileKey,
): Promise<{ readonly associated: Uint8Array; readonly bytes: Uint8Array<ArrayBuffer> }> {
  const [first] = wrappedKeys;
  if (wrappedKeys.length > 1 || first === undefined) {
    const associated = startOf(several, segmentLength);
    return { associated, bytes: await writeSeveral(associated, wrappedKeys, key) };
  }
  const bytes = concatenate([startOf(one, segmentLength), withLength(first)]);
  return { associated: bytes, bytes };
}

/** The header of a file that also these recipients can decrypt; its segments stay as they are. */
export function extendedHeader(
  { associated, wrappedKeys }: Header,
  added: readonly Uint8Array[],
  key: FileKey,
): Promise<Uint8Array<ArrayBuffer>> {
  return writeSeveral(associated, [...wrappedKeys, ...added], key);
}

/** @param associated tells in which version the segments were encrypted */
async function writeSeveral(
  associated: Uint8Array,
  wrappedKeys: readonly Uint8Array[],
  { recipients }: FileKey,
): Promise<Uint8Array<ArrayBuffer>> {
  const [encryptedIn = 0, exponent = 0] = associated.subarray(magic.length);
  const counts = [several, exponent, encryptedIn, wrappedKeys.length];
  const listed = concatenate([magic, Uint8Array.from(counts), ...wrappedKeys.map(withLength)]);
  return concatenate([listed, new Uint8Array(await crypto.subtle.sign("HMAC", await recipients(), listed))]);
}

function startOf(version: number, segmentLength: number): Uint8Array<ArrayBuffer> {
  return concatenate([magic, Uint8Array.of(version, Math.log2(segmentLength))]);
}

/** An encrypted file key after its length. */
function withLength(wrappedKey: Uint8Array): Uint8Array<ArrayBuffer> {
  return concatenate([Uint8Array.of(wrappedKey.length >> 8, wrappedKey.length), wrappedKey]);
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
  const [version, exponent, encryptedIn, count] = start.subarray(magic.length);
  if (version !== undefined && version !== one && version !== several) {
    const message = `the file has format version ${version}; this package reads only versions ${one} and ${several}`;
    throw new RsaError("unsupported-format", message);
  }
  if (exponent !== undefined && (exponent < leastExponent || exponent > mostExponent)) {
    throw damaged(`segments must have from 2^${leastExponent} to 2^${mostExponent} bytes, got 2^${exponent} bytes`);
  }
  if (version === undefined || exponent === undefined) return undefined;
  const about = { version, segmentLength: 2 ** exponent };
  if (version === one) {
    const [wrapped] = readWrapped(start, startLength, 1) ?? [];
    if (wrapped === undefined) return undefined;
    const bytes = copyBytes(start.subarray(0, wrapped[1]));
    return { ...about, wrappedKeys: [bytes.subarray(...wrapped)], associated: bytes, bytes };
  }
  if (encryptedIn !== undefined && encryptedIn !== one && encryptedIn !== several) {
    throw damaged(`segments must be of version ${one} or ${several}, got ${encryptedIn}`);
  }
  if (count !== undefined && (count < 2 || count > mostKeys)) {
    throw damaged(`it must have from 2 to ${mostKeys} recipients, got ${count}`);
  }
  if (encryptedIn === undefined || count === undefined) return undefined;
  const list = readWrapped(start, startLength + 2, count);
  const end = list?.at(-1)?.[1];
  if (list === undefined || end === undefined || start.length < end + codeLength) return undefined;
  const bytes = copyBytes(start.subarray(0, end + codeLength));
  const wrappedKeys = list.map((place) => bytes.subarray(...place));
  const header = startOf(encryptedIn, about.segmentLength);
  const associated = encryptedIn === one ? concatenate([header, withLength(wrappedKeys[0] as Uint8Array)]) : header;
  return { ...about, wrappedKeys, associated, bytes };
}

type Place = readonly [from: number, to: number];

/** Where encrypted keys are, each after its length; undefined while there are too few bytes. */
function readWrapped(start: Uint8Array, from: number, count: number): Place[] | undefined {
  const places: Place[] = [];
  for (let at = from; places.length < count; ) {
    const [high, low] = start.subarray(at);
    if (high === undefined || low === undefined) return undefined;
    const length = 256 * high + low;
    if (length < leastWrapped || length > mostWrapped) {
      throw damaged(`the encrypted key must have from ${leastWrapped} to ${mostWrapped} bytes, got ${length} bytes`);
    }
    places.push([at + 2, at + 2 + length]);
    at += 2 + length;
    if (start.length < at) return undefined;
  }
  return places;
}

function damaged(problem: string): RsaError {
  return new RsaError("damaged-file", `the header is damaged: ${problem}`);
}

/** Throws if a recipient of several was exchanged, added or left out by someone without the file key. */
export async function checkRecipients({ version, bytes }: Header, { recipients }: FileKey): Promise<void> {
  if (version === one) return; // the whole header is authenticated with every segment
  const end = bytes.length - codeLength;
  const [listed, code] = [new Uint8Array(bytes.subarray(0, end)), new Uint8Array(bytes.subarray(end))];
  if (await crypto.subtle.verify("HMAC", await recipients(), code, listed)) return;
  throw new RsaError("damaged-file", "the file was changed: its list of recipients is not authentic");
}

/** Collects the start of a file until its header is complete. */
export class HeaderReader {
  #start: Uint8Array = new Uint8Array();
  #length = 0;

  /** Returns the header once it is complete. */
  push(chunk: Uint8Array): Header | undefined {
    const start = this.#start.length === 0 ? chunk : concatenate([this.#start, chunk]);
    const header = readHeader(start);
    this.#start = header === undefined ? copyBytes(start) : start; // the caller may reuse the chunk after this call
    this.#length = header?.bytes.length ?? 0;
    return header;
  }

  /** What follows the header in the last chunk. */
  get rest(): Uint8Array {
    return this.#start.subarray(this.#length);
  }

  /** The error for a file that ends before its header does. */
  cutShort(): RsaError {
    const message = `the file is cut short: it ends after ${this.#start.length} bytes, in its header`;
    return new RsaError("damaged-file", message);
  }
}
