import type { HashOptions } from "node:crypto";
import type { PssHash } from "../algorithms.js";
import type { BindingsHasher } from "../bindings.js";

/** Node's names of the hash functions; SHAKE with the output lengths of RFC 8702, in bytes. */
const names: Readonly<Record<PssHash, readonly [name: string, options?: HashOptions]>> = {
  "SHA-1": ["sha1"],
  "SHA-224": ["sha224"],
  "SHA-256": ["sha256"],
  "SHA-384": ["sha384"],
  "SHA-512": ["sha512"],
  "SHA-512/224": ["sha512-224"],
  "SHA-512/256": ["sha512-256"],
  "SHA3-224": ["sha3-224"],
  "SHA3-256": ["sha3-256"],
  "SHA3-384": ["sha3-384"],
  "SHA3-512": ["sha3-512"],
  SHAKE128: ["shake128", { outputLength: 32 }],
  SHAKE256: ["shake256", { outputLength: 64 }],
};

/** Node's own hash function, several times as fast as ours; undefined if its OpenSSL does not have it. */
export function platformHasher(name: string): BindingsHasher | undefined {
  // Not imported, because loading it takes 10 ms of a program's start. Before Node 20.16 our own functions hash.
  const crypto = globalThis.process?.getBuiltinModule?.("node:crypto");
  if (crypto === undefined || !Object.hasOwn(names, name)) return undefined;
  try {
    const hash = crypto.createHash(...names[name as PssHash]);
    return {
      update: (data) => void hash.update(data),
      digest: () => new Uint8Array(hash.digest()),
      free: () => {},
    };
  } catch {
    return undefined;
  }
}
