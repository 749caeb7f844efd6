import type { Hash, PssAlgorithm, PssHash, SignatureParams } from "../algorithms.js";
import type { Arguments, Flag } from "./arguments.js";

/** The flags of `sign` and `verify`; both need the same values. */
export const signatureFlags = {
  padding: { value: "NAME", text: "pss or pkcs1 (PKCS #1 v1.5); default pss" },
  hash: { value: "NAME", text: "the hash function under its name in WebCrypto, such as SHA-512; default SHA-256" },
  "mgf-hash": { value: "NAME", text: "for pss: the hash function of MGF1; default that of --hash" },
  "salt-length": {
    value: "BYTES",
    text: "for pss: a number, max, or auto (sign: as long as the hash; verify: any length); default auto",
  },
} as const satisfies Record<string, Flag>;

/** The algorithm that the flags name; the library checks which hash functions exist. */
export function signatureAlgorithm(given: Arguments): SignatureParams {
  const [hash, mgfHash] = [given.text("hash"), given.text("mgf-hash")] as [PssHash | undefined, Hash | undefined];
  if (given.choice("padding", ["pss", "pkcs1"]) === "pss") {
    return { name: "RSA-PSS", hash, mgfHash, saltLength: saltLengthFlag(given) };
  }
  given.refuse(["salt-length", "mgf-hash"], "applies only to --padding pss");
  return { name: "RSASSA-PKCS1-v1_5", hash: hash as Hash | undefined };
}

function saltLengthFlag(given: Arguments): PssAlgorithm["saltLength"] {
  const text = given.text("salt-length");
  return text === "auto" || text === "max" ? text : given.whole("salt-length");
}
