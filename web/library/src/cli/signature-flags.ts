import {
  type Hash,
  hashes,
  type PssAlgorithm,
  type PssHash,
  pssHashes,
  type SignatureAlgorithm,
} from "../algorithms.js";
import type { Arguments, Flag } from "./arguments.js";
import { UsageError } from "./failure.js";

/** The flags of sign and verify, which must agree. */
export const signatureFlags = {
  padding: { value: "NAME", text: "pss or pkcs1 (PKCS #1 v1.5); default pss" },
  hash: { value: "NAME", text: `${hashes.join(", ")}, with pss also SHAKE128 and SHAKE256; default SHA-256` },
  "mgf-hash": { value: "NAME", text: "with pss, the hash function of MGF1; default as --hash" },
  "salt-length": {
    value: "BYTES",
    text: "with pss, or max, or auto: that of the hash for sign, any for verify; default auto",
  },
} as const satisfies Record<string, Flag>;

/** The algorithm that the flags name. */
export function signatureAlgorithm(given: Arguments): SignatureAlgorithm {
  if (given.choice("padding", ["pss", "pkcs1"]) === "pss") {
    const [hash, mgfHash] = [hashFlag(given, "hash", pssHashes), hashFlag(given, "mgf-hash", pssHashes)];
    return { name: "RSA-PSS", hash, mgfHash, saltLength: saltLengthFlag(given) };
  }
  for (const name of ["salt-length", "mgf-hash"]) {
    if (given.text(name) !== undefined) throw new UsageError(`--${name} is for --padding pss`);
  }
  return { name: "RSASSA-PKCS1-v1_5", hash: hashFlag(given, "hash", hashes) };
}

/** A hash function, also without hyphen, stroke and capitals, as OpenSSL and others spell them. */
function hashFlag<Name extends Hash | PssHash>(
  given: Arguments,
  flag: string,
  names: readonly [Name, ...Name[]],
): Name | undefined {
  const text = given.text(flag);
  if (text === undefined) return undefined;
  const plain = (name: string) => name.toLowerCase().replaceAll(/[-/]/g, "");
  return names.find((name) => plain(name) === plain(text)) ?? given.choice(flag, names);
}

function saltLengthFlag(given: Arguments): PssAlgorithm["saltLength"] {
  const text = given.text("salt-length");
  return text === "auto" || text === "max" ? text : given.whole("salt-length");
}
