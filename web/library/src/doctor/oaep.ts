import { type Hash, hashes } from "../algorithms.js";
import { isSame } from "./bytes.js";
import { digestLengths, type Hasher, hashesOfLength } from "./hashes.js";

/** A block with the padding of OAEP (RFC 8017, section 7.1.2). */
export interface OaepBlock {
  readonly mgfHash: Hash;
  /** The hash value of the label. */
  readonly labelHash: Uint8Array;
  /** What follows: zeros, a one, and the message. */
  readonly rest: Uint8Array;
}

/** Every unmasking of a block, each with another length of the hash values or another hash function of MGF1. */
export function* unmasked(block: Uint8Array, hasher: Hasher): Generator<OaepBlock> {
  if (block[0] !== 0) return;
  for (const length of digestLengths) {
    if (block.length < 2 * length + 2) continue;
    const [maskedSeed, maskedData] = [block.subarray(1, 1 + length), block.subarray(1 + length)];
    for (const mgfHash of hashes) {
      const data = hasher.unmask(mgfHash, hasher.unmask(mgfHash, maskedData, maskedSeed), maskedData);
      yield { mgfHash, labelHash: data.subarray(0, length), rest: data.subarray(length) };
    }
  }
}

/** The message of an unmasked block; undefined if it is not of this form. */
export function messageOf({ rest }: OaepBlock): Uint8Array | undefined {
  const one = rest.findIndex((byte) => byte !== 0);
  return rest[one] === 1 ? rest.subarray(one + 1) : undefined;
}

/** The zeros that show OAEP if the label is unknown, in bytes. */
const leastZeros = 4;

/** Whether a block is OAEP for sure, whatever its label is. */
export function isOaep(block: OaepBlock): boolean {
  const message = messageOf(block);
  return message !== undefined && block.rest.length - message.length > leastZeros;
}

/** The hash function with which a label has the hash value of a block. */
export function hashOfLabel(block: OaepBlock, label: Uint8Array, hasher: Hasher): Hash | undefined {
  const candidates = hashesOfLength(block.labelHash.length);
  return candidates.find((hash) => isSame(hasher.digest(hash, label), block.labelHash));
}
