import type { Hash, SignatureAlgorithm } from "../algorithms.js";
import type { Arguments, Flag } from "./arguments.js";
import { UsageError } from "./failure.js";

/** The flags of sign and verify, which must agree. */
export const signatureFlags = {
  padding: { value: "NAME", text: "pss or pkcs1 (PKCS #1 v1.5); default pss" },
  hash: { value: "NAME", text: "such as SHA-512, spelled as in WebCrypto; default SHA-256" },
  "salt-length": { value: "BYTES", text: "with pss; default that of the hash" },
} as const satisfies Record<string, Flag>;

/** The algorithm that the flags name; which hash functions there are is the library's to judge. */
export function signatureAlgorithm(given: Arguments): SignatureAlgorithm {
  const hash = given.text("hash") as Hash | undefined;
  const saltLength = given.whole("salt-length");
  if (given.choice("padding", ["pss", "pkcs1"]) === "pss") return { name: "RSA-PSS", hash, saltLength };
  if (saltLength !== undefined) throw new UsageError("--salt-length is for --padding pss");
  return { name: "RSASSA-PKCS1-v1_5", hash };
}
