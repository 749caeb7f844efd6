import type { SignatureAlgorithm } from "../algorithms.js";
import type { Arguments, Flag } from "./arguments.js";
import { UsageError } from "./failure.js";

/** The flags of sign and verify, which must agree. */
export const signatureFlags = {
  padding: { value: "NAME", text: "pss or pkcs1 (PKCS #1 v1.5); default pss" },
  hash: { value: "NAME", text: "SHA-256, SHA-384, SHA-512 or SHA-1; default SHA-256" },
  "salt-length": { value: "BYTES", text: "with pss; default that of the hash" },
} as const satisfies Record<string, Flag>;

/** The algorithm that the flags name. */
export function signatureAlgorithm(given: Arguments): SignatureAlgorithm {
  const hash = given.choice("hash", ["SHA-256", "SHA-384", "SHA-512", "SHA-1"]);
  const saltLength = given.whole("salt-length");
  if (given.choice("padding", ["pss", "pkcs1"]) === "pss") return { name: "RSA-PSS", hash, saltLength };
  if (saltLength !== undefined) throw new UsageError("--salt-length is for --padding pss");
  return { name: "RSASSA-PKCS1-v1_5", hash };
}
