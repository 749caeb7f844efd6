// Hash functions of old signatures. The build puts the library that it imports into this file.
import { md5, ripemd160, sha1 } from "@noble/hashes/legacy.js";
import { concatenate } from "../bytes.js";

interface OldHash {
  /** Of its values, in bytes. */
  readonly length: number;
  readonly digest: (data: Uint8Array) => Uint8Array;
}

/** The hash functions that only the doctor has. The last is that of TLS before 1.2. */
export const oldHashes: Readonly<Record<"MD5" | "RIPEMD-160" | "MD5 and SHA-1", OldHash>> = {
  MD5: { length: 16, digest: md5 },
  "RIPEMD-160": { length: 20, digest: ripemd160 },
  "MD5 and SHA-1": { length: 36, digest: (data) => concatenate([md5(data), sha1(data)]) },
};
