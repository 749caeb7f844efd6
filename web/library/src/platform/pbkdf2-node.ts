import type { BindingsDerivation } from "../formats/bindings.js";

/** Node's names of the hash functions, as in hash-node.ts. */
const nameOf = (hash: string): string => hash.replace(/^SHA-/, "sha").replace("/", "-").toLowerCase();

/** PBKDF2 on a thread of Node's own; undefined if its OpenSSL refuses the hash function. */
export function platformPbkdf2({
  hash,
  password,
  salt,
  iterations,
  length,
}: BindingsDerivation): Promise<Uint8Array | undefined> {
  // Not imported, as in hash-node.ts.
  const crypto = globalThis.process?.getBuiltinModule?.("node:crypto");
  return new Promise((resolve) => {
    try {
      if (crypto === undefined) return resolve(undefined);
      crypto.pbkdf2(password, salt, iterations, length, nameOf(hash), (error, key) =>
        resolve(error === null ? key : undefined),
      );
    } catch {
      resolve(undefined);
    }
  });
}
