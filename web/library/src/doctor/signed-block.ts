// Reads the block that a public key recovers from a signature.
import type { Hash, SignatureParams } from "../algorithms.js";
import { bigIntToBytes, bytesToBigInt } from "../bytes.js";
import { type Finding, finding, type Verdict } from "./answer.js";
import { isSame, leadingZeros } from "./bytes.js";
import { padded } from "./forms.js";
import {
  type AnyHash,
  anyHashes,
  anyHashesOfLength,
  type Hasher,
  hashesOfLength,
  hashLengths,
  isAnyHash,
  isHash,
} from "./hashes.js";
import { beginsAsDigestInfo, digestInfo, pkcs1Block } from "./pkcs1.js";
import { type PssBlock, pssBlocks, suits } from "./pss.js";
import { digestsIn, variationsOf } from "./variations.js";

/** A reading of a block. */
export interface Reading {
  /** How good it is; 4 if the message fits. */
  readonly rank: 1 | 2 | 3 | 4;
  /** The verdict unless the signature is valid. */
  readonly verdict: Verdict;
  /** Whether the message, or a variation of it, was signed. */
  readonly isValid: boolean;
  readonly findings: readonly Finding[];
  /** How the signed message differs from the given one. */
  readonly variation?: readonly Finding[];
  readonly algorithm?: SignatureParams;
  readonly content?: Uint8Array;
}

/** What is known about the signed message. */
interface Match<H extends AnyHash> {
  readonly hash: H;
  readonly variation: readonly Finding[];
}

/** The zeros at the start that show a block without padding, in bytes. */
const leastZeros = 8;

/** Reads a block; undefined if it has no known padding. */
export function readSignedBlock(
  block: Uint8Array,
  key: { readonly modulus: bigint; readonly modulusLength: number },
  message: Uint8Array | undefined,
  hasher: Hasher,
): Reading | undefined {
  return (
    readPkcs1(block, message, hasher) ??
    readPss(block, key.modulusLength, message, hasher) ??
    readRaw(block, message, hasher) ??
    readOther(block, message, hasher) ??
    readOther(padded(bigIntToBytes(key.modulus - bytesToBigInt(block)), block.length), message, hasher)
  );
}

/** Finds the variation of the message that a check accepts. */
function match<H extends AnyHash>(
  message: Uint8Array | undefined,
  candidates: readonly H[],
  hasher: Hasher,
  accepts: (hash: H, digest: Uint8Array) => boolean,
): Match<H> | undefined {
  if (message === undefined) return undefined;
  for (const { bytes, findings } of variationsOf(message, hasher)) {
    const hash = candidates.find((each) => accepts(each, hasher.digest(each, bytes)));
    if (hash !== undefined) return { hash, variation: findings };
  }
  for (const digest of digestsIn(message)) {
    const hash = candidates.find((each) => hashLengths[each] === digest.length && accepts(each, digest));
    if (hash !== undefined) return { hash, variation: [finding("message-is-digest")] };
  }
  return undefined;
}

/** The reading of a padding with a hash value, with or without a message that fits. */
function reading(
  found: Match<AnyHash> | undefined,
  message: Uint8Array | undefined,
  padding: readonly Finding[],
  algorithm: SignatureParams | undefined,
  rank: Reading["rank"] = 3,
): Reading {
  const known = algorithm === undefined ? {} : { algorithm };
  if (found !== undefined) {
    const { variation } = found;
    return { rank: 4, verdict: "fits", isValid: true, variation, findings: [...variation, ...padding], ...known };
  }
  const code = message === undefined ? "no-message" : "other-message";
  const certainty = rank < 3 ? "possible" : undefined;
  const verdict = message === undefined ? "unknown" : "other-message";
  return { rank, verdict, isValid: false, findings: [finding(code, {}, certainty), ...padding], ...known };
}

function readPkcs1(block: Uint8Array, message: Uint8Array | undefined, hasher: Hasher): Reading | undefined {
  const read = pkcs1Block(block);
  if (read === undefined) return undefined;
  const { type, content } = read;
  const about = { rank: 3, isValid: false, content } as const;
  if (type === 2) return { ...about, rank: 1, verdict: "other-algorithm", findings: [finding("encryption-padding")] };
  const info = digestInfo(content);
  if (info !== undefined) {
    const { hash, digest, hasNull } = info;
    if (!isAnyHash(hash)) {
      return { rank: 3, isValid: false, verdict: "unknown", findings: [finding("digest-info-unknown", { hash })] };
    }
    const isOwn = isHash(hash);
    const name = finding(isOwn ? "pkcs1-signature" : "digest-info-unknown", { hash });
    const padding = [name, ...(hasNull ? [] : [finding("digest-info-without-null")])];
    const found = match(message, [hash], hasher, (_, value) => isSame(value, digest));
    return reading(found, message, padding, isOwn && hasNull ? { name: "RSASSA-PKCS1-v1_5", hash } : undefined);
  }
  if (beginsAsDigestInfo(content)) {
    return { ...about, verdict: "unknown", findings: [finding("digest-info-damaged")] };
  }
  const found = match(message, anyHashesOfLength(content.length), hasher, (_, value) => isSame(value, content));
  if (found !== undefined) {
    const { hash } = found;
    const padding = hash === "MD5 and SHA-1" ? finding("tls-digest") : finding("no-digest-info", { hash });
    return reading(found, message, [padding], undefined);
  }
  if (message !== undefined && isSame(message, content)) {
    return { ...about, rank: 4, isValid: true, verdict: "fits", findings: [finding("signed-unhashed")] };
  }
  const written = digestsIn(content).slice(1)[0];
  const text =
    written && match(message, anyHashesOfLength(written.length), hasher, (_, value) => isSame(value, written));
  if (text !== undefined) {
    const values = {
      hash: text.hash,
      written: content.length < 2 * (written?.length ?? 0) ? "Base64" : "hexadecimal digits",
    };
    return reading(text, message, [finding("text-digest", values)], undefined);
  }
  const shown = content.length === 36 ? "tls-digest" : "private-encryption";
  const verdict = message === undefined ? "unknown" : "other-message";
  return { ...about, verdict, findings: [finding(shown, { length: content.length })] };
}

function readPss(
  block: Uint8Array,
  modulusLength: number,
  message: Uint8Array | undefined,
  hasher: Hasher,
): Reading | undefined {
  const blocks = pssBlocks(block, modulusLength, hasher);
  for (const each of blocks) {
    const found = match(message, hashesOfLength(each.value.length), hasher, (hash, digest) =>
      suits(each, hash, digest, hasher),
    );
    if (found !== undefined) return pssReading(each, found.hash, found, message, 4);
  }
  const [best] = blocks;
  if (best === undefined) return undefined;
  const hash = likelyHash(best);
  // With the longest salt, only few bits of the block are fixed. Both hash functions are then usually the same.
  const same = best.fixed >= 40 ? best : blocks.find((each) => likelyHash(each) === each.mgfHash);
  if (same === undefined) return undefined;
  return pssReading(same, same === best ? hash : likelyHash(same), undefined, message, best.fixed >= 40 ? 3 : 1);
}

/** The hash function of the message, which without the message only the length of its values shows. */
function likelyHash({ mgfHash, value }: PssBlock): Hash {
  const candidates = hashesOfLength(value.length);
  return candidates.includes(mgfHash) ? mgfHash : (candidates[0] as Hash);
}

function pssReading(
  { mgfHash, salt }: PssBlock,
  hash: Hash,
  found: Match<Hash> | undefined,
  message: Uint8Array | undefined,
  rank: Reading["rank"],
): Reading {
  const saltLength = salt.length;
  const usual = hashLengths[hash];
  const certainty = rank === 4 ? "certain" : rank === 3 ? "likely" : "possible";
  const padding = [
    finding("pss", { hash, mgfHash, saltLength }, certainty),
    ...(mgfHash === hash ? [] : [finding("unusual-mgf-hash", {}, certainty)]),
    ...(saltLength === usual ? [] : [finding("unusual-salt", { usual }, certainty)]),
  ];
  const algorithm: SignatureParams = { name: "RSA-PSS", hash, ...(mgfHash === hash ? {} : { mgfHash }), saltLength };
  return reading(found, message, padding, algorithm, rank);
}

/** A hash value or a message without padding. */
function readRaw(block: Uint8Array, message: Uint8Array | undefined, hasher: Hasher): Reading | undefined {
  const zeros = leadingZeros(block);
  if (zeros < leastZeros || zeros === block.length) return undefined;
  const found = match(
    message,
    anyHashes,
    hasher,
    (_, digest) => digest.length <= block.length && isSame(padded(digest, block.length), block),
  );
  if (found !== undefined) return reading(found, message, [finding("raw-hash", { hash: found.hash })], undefined);
  const content = block.subarray(zeros);
  const isMessage = message !== undefined && isSame(message, content);
  const shown = isMessage ? finding("raw-message") : finding("raw", { zeros: ", with zeros before it" }, "likely");
  const verdict = message === undefined ? "unknown" : "other-message";
  return { rank: isMessage ? 4 : 2, verdict, isValid: isMessage, findings: [shown], content };
}

/** The hash functions by the second-last byte of a block of ISO/IEC 9796-2 or X9.31 (ISO/IEC 10118). */
const trailers: Readonly<Record<number, AnyHash>> = {
  49: "RIPEMD-160",
  51: "SHA-1",
  52: "SHA-256",
  53: "SHA-512",
  54: "SHA-384",
  56: "SHA-224",
};

/** ISO/IEC 9796-2 and ANSI X9.31: a header, filling of B up to A, content, a hash value, and a trailer. */
function readOther(block: Uint8Array, message: Uint8Array | undefined, hasher: Hasher): Reading | undefined {
  const named = trailers[block.at(-2) ?? 0];
  const isShort = block.at(-1) === 0xbc;
  if (!isShort && (block.at(-1) !== 0xcc || named === undefined)) return undefined;
  const filled = block[0] === 0x6b || block[0] === 0x4b ? block.findIndex((byte, i) => i > 0 && byte !== 0xbb) : -1;
  const isFilled = filled > 0 && block[filled] === 0xba;
  if (!isFilled && block[0] !== 0x6a && block[0] !== 0x4a) return undefined;
  const end = block.length - (isShort ? 1 : 2);
  const hashValue = (length: number) => block.subarray(end - length, end);
  const candidates = isShort || named === undefined ? anyHashes : [named];
  const found = match(message, candidates, hasher, (_, digest) => isSame(digest, hashValue(digest.length)));
  const isX931 = isFilled && !isShort && named !== undefined && filled === end - hashLengths[named] - 1;
  if (found !== undefined)
    return reading(found, message, [finding(isX931 ? "x9.31" : "iso-9796-2", {}, "certain")], undefined);
  // Without filling, the header and the trailer can be an accident.
  const [code, certainty, rank] = isX931 ? (["x9.31", "likely", 2] as const) : (["iso-9796-2", "possible", 1] as const);
  return reading(undefined, message, [finding(code, {}, certainty)], undefined, rank);
}
