import { type Hash, hashes } from "../algorithms.js";
import { digestLengths, type Hasher } from "./hashes.js";

/** What a block shows if it has the padding of PSS (RFC 8017, section 9.1), without the message. */
export interface PssBlock {
  readonly mgfHash: Hash;
  readonly salt: Uint8Array;
  /** The hash of eight zeros, the hash value of the message, and the salt. */
  readonly value: Uint8Array;
  /** How many bits of the block had to have certain values; by chance they have them with a probability of 2^-fixed. */
  readonly fixed: number;
}

/** Every reading of a block as PSS, that with the most fixed bits first. Some readings are accidental. */
export function pssBlocks(block: Uint8Array, modulusLength: number, hasher: Hasher): PssBlock[] {
  const bits = modulusLength - 1;
  const length = Math.ceil(bits / 8);
  const encoded = block.subarray(block.length - length);
  if (block.subarray(0, block.length - length).some((byte) => byte !== 0) || encoded.at(-1) !== 0xbc) return [];
  const unused = 8 * length - bits;
  const found: PssBlock[] = [];
  for (const digestLength of digestLengths) {
    const at = length - digestLength - 1;
    if (at < 1) continue;
    const value = encoded.subarray(at, -1);
    for (const mgfHash of hashes) {
      const data = hasher.unmask(mgfHash, value, encoded.subarray(0, at));
      data[0] = (data[0] as number) & (0xff >> unused);
      const one = data.findIndex((byte) => byte !== 0);
      if (data[one] !== 1) continue;
      found.push({ mgfHash, salt: data.subarray(one + 1), value, fixed: 8 + 8 * (one + 1) - unused });
    }
  }
  return found.sort((a, b) => b.fixed - a.fixed);
}

/** Whether the block belongs to a message with this hash value. */
export function suits({ salt, value }: PssBlock, hash: Hash, digest: Uint8Array, hasher: Hasher): boolean {
  return hasher.digest(hash, new Uint8Array(8), digest, salt).every((byte, i) => byte === value[i]);
}
