import { type Hash, hashes } from "../algorithms.js";
import { concatenate } from "../bytes.js";
import type { Rsa } from "../rsa.js";
import { oldHashes } from "./old-hashes.js";

/** A hash function of the library, or one that only old signatures have. */
export type AnyHash = Hash | keyof typeof oldHashes;

/** The lengths of hash values, in bytes: those of the library's hash functions, SHA-2 first, then those of the old ones. */
export const hashLengths = /* @__PURE__ */ Object.fromEntries([
  ...hashes.map((hash) => [hash, hash === "SHA-1" ? 20 : Number(hash.slice(-3)) / 8] as const),
  ...Object.entries(oldHashes).map(([hash, { length }]) => [hash, length] as const),
]) as Readonly<Record<AnyHash, number>>;

/** All hash functions that the doctor can compute. */
export const anyHashes = /* @__PURE__ */ Object.keys(hashLengths) as readonly AnyHash[];

/** Those whose values have this length. */
export function anyHashesOfLength(length: number): readonly AnyHash[] {
  return anyHashes.filter((hash) => hashLengths[hash] === length);
}

/** The library's hash functions whose values have this length. */
export function hashesOfLength(length: number): readonly Hash[] {
  return anyHashesOfLength(length).filter(isHash);
}

/** The different lengths of the values of the library's hash functions. */
export const digestLengths: readonly number[] = [...new Set(hashes.map((hash) => hashLengths[hash]))];

/** The hash functions in DER of their object identifiers, as hexadecimal digits. Those with another name than `Hash` are only named. */
export const hashIdentifiers: Readonly<Record<string, string>> = {
  "2b0e03021a": "SHA-1",
  "608648016503040201": "SHA-256",
  "608648016503040202": "SHA-384",
  "608648016503040203": "SHA-512",
  "608648016503040204": "SHA-224",
  "608648016503040205": "SHA-512/224",
  "608648016503040206": "SHA-512/256",
  "608648016503040207": "SHA3-224",
  "608648016503040208": "SHA3-256",
  "608648016503040209": "SHA3-384",
  "60864801650304020a": "SHA3-512",
  "2a864886f70d0202": "MD2",
  "2a864886f70d0204": "MD4",
  "2a864886f70d0205": "MD5",
  "2b24030201": "RIPEMD-160",
  "2a811ccf55018311": "SM3",
};

/** Whether this library has a hash function. */
export function isHash(name: string): name is Hash {
  return (hashes as readonly string[]).includes(name);
}

/** Whether the doctor can compute a hash function. */
export function isAnyHash(name: string): name is AnyHash {
  return Object.hasOwn(hashLengths, name);
}

/** Hashes with the library's hash functions, and with old ones. */
export class Hasher {
  readonly #rsa: Rsa;

  constructor(rsa: Rsa) {
    this.#rsa = rsa;
  }

  /** The hash value of the pieces, one after the other. */
  digest(hash: AnyHash, ...pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
    if (!isHash(hash)) return new Uint8Array(oldHashes[hash].digest(concatenate(pieces)));
    const hasher = this.#rsa.hasher(hash);
    for (const piece of pieces) hasher.update(piece);
    return hasher.digest();
  }

  /** MGF1 (RFC 8017, appendix B.2.1), added to data bit by bit. */
  unmask(hash: Hash, seed: Uint8Array, masked: Uint8Array): Uint8Array<ArrayBuffer> {
    const data = new Uint8Array(masked);
    const counter = new Uint8Array(4);
    for (let at = 0; at < data.length; counter[3] = (counter[3] as number) + 1) {
      for (const byte of this.digest(hash, seed, counter).subarray(0, data.length - at)) {
        data[at] = (data[at] as number) ^ byte;
        at++;
      }
    }
    return data;
  }

  /** HMAC (RFC 2104) with SHA-2, whose blocks have 64 or 128 bytes. */
  hmac(hash: "SHA-256" | "SHA-384" | "SHA-512", secret: Uint8Array, data: Uint8Array): Uint8Array<ArrayBuffer> {
    const length = hash === "SHA-256" ? 64 : 128;
    const key = new Uint8Array(length);
    key.set(secret.length > length ? this.digest(hash, secret) : secret);
    const inner = this.digest(hash, key.map((byte) => byte ^ 0x36), data); // biome-ignore format: one line
    return this.digest(hash, key.map((byte) => byte ^ 0x5c), inner); // biome-ignore format: one line
  }
}
