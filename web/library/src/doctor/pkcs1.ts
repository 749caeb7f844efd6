import { bytesToHex } from "../bytes.js";
import { isSame, startsWith } from "./bytes.js";
import { hashIdentifiers } from "./hashes.js";

/** What a block of PKCS #1 v1.5 contains (RFC 8017, sections 7.2 and 9.2). */
export interface Pkcs1Block {
  /** 1 for signatures, 2 for encryption. */
  readonly type: 1 | 2;
  readonly content: Uint8Array;
}

/** The fewest bytes between the type and the zero before the content. */
const leastPadding = 8;

/** Reads a block of PKCS #1 v1.5; undefined for any other. */
export function pkcs1Block(block: Uint8Array): Pkcs1Block | undefined {
  const [zero, type] = block;
  if (zero !== 0 || (type !== 1 && type !== 2)) return undefined;
  const end = block.indexOf(0, 2);
  if (end < 2 + leastPadding) return undefined;
  if (type === 1 && block.subarray(2, end).some((byte) => byte !== 0xff)) return undefined;
  return { type, content: block.subarray(end + 1) };
}

/** A hash value with the name of its hash function. */
export interface DigestInfo {
  /** The name of the hash function, or its object identifier in hexadecimal digits. */
  readonly hash: string;
  readonly digest: Uint8Array;
  readonly hasNull: boolean;
}

/** Reads a DigestInfo, strictly except for a missing NULL; undefined for anything else. */
export function digestInfo(content: Uint8Array): DigestInfo | undefined {
  const outer = field(content, 0x30);
  const algorithm = outer && field(outer.inside, 0x30);
  const value = algorithm && field(algorithm.rest, 0x04);
  const identifier = algorithm && field(algorithm.inside, 0x06);
  if (value === undefined || identifier === undefined || outer === undefined) return undefined;
  const hasNull = isSame(identifier.rest, Uint8Array.of(5, 0));
  if (outer.rest.length > 0 || value.rest.length > 0 || (identifier.rest.length > 0 && !hasNull)) return undefined;
  const digits = bytesToHex(identifier.inside);
  return { hash: hashIdentifiers[digits] ?? digits, digest: value.inside, hasNull };
}

/** Whether bytes begin like a DigestInfo. */
export function beginsAsDigestInfo(content: Uint8Array): boolean {
  return startsWith(content, [0x30]) && content[2] === 0x30 && content[4] === 0x06;
}

/** A field of DER with a short length. */
function field(der: Uint8Array, tag: number): { inside: Uint8Array; rest: Uint8Array } | undefined {
  const length = der[1] ?? 0x80;
  if (der[0] !== tag || length >= 0x80 || der.length < 2 + length) return undefined;
  return { inside: der.subarray(2, 2 + length), rest: der.subarray(2 + length) };
}
