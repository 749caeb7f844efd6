import type { SignatureAlgorithm } from "../algorithms.js";
import type { Arguments, Flag } from "./arguments.js";
import { UsageError } from "./failure.js";

/** The flags of sign and verify, which must agree. */
export const signatureFlags = {
  padding: { value: "NAME", text: "pss or pkcs1 (PKCS #1 v1.5); default pss" },
  hash: { value: "NAME", text: "SHA-256, SHA-384, SHA-512 or SHA-1; default SHA-256" },
  "salt-length": { value: "BYTES", text: "with pss; default that of the hash" },
} as const satisfies Record<string, Flag>;

const hashNames = ["SHA-256", "SHA-384", "SHA-512", "SHA-1"] as const;

/** Without hyphen and capitals, as OpenSSL spells them. */
const hashes: Readonly<Record<string, (typeof hashNames)[number]>> = Object.fromEntries(
  hashNames.map((name) => [name.toLowerCase().replace("-", ""), name]),
);

/** The algorithm that the flags name. */
export function signatureAlgorithm(given: Arguments): SignatureAlgorithm {
  const hash = hashes[given.text("hash")?.toLowerCase().replace("-", "") ?? ""] ?? given.choice("hash", hashNames);
  const saltLength = given.whole("salt-length");
  if (given.choice("padding", ["pss", "pkcs1"]) === "pss") return { name: "RSA-PSS", hash, saltLength };
  if (saltLength !== undefined) throw new UsageError("--salt-length is for --padding pss");
  return { name: "RSASSA-PKCS1-v1_5", hash };
}
