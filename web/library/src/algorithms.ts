import { type Bytes, copyBytes, toBytes } from "./bytes.js";
import { describe, invalid } from "./errors.js";
import { checkNames } from "./names.js";
import { checkWholeNumber } from "./params.js";

/** A hash function, by its name in WebCrypto. SHA-1 is for old data: collisions are known. */
export type Hash = "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512";

/** RSAES-OAEP (RFC 8017, section 7.1). Both sides must have the same parameters. */
export interface OaepAlgorithm {
  readonly name: "RSA-OAEP";
  /** Hashes the label. Default `"SHA-256"`. */
  readonly hash?: Hash | undefined;
  /** The hash function of MGF1. Default: `hash`, as in WebCrypto; Java's default is SHA-1. */
  readonly mgfHash?: Hash | undefined;
  /** What the message belongs to: bound to the ciphertext, not contained in it. Default: empty. */
  readonly label?: Bytes | undefined;
}

/** RSAES-PKCS1-v1_5 (RFC 8017, section 7.2), for what has it already. */
export interface Pkcs1EncryptionAlgorithm {
  readonly name: "RSAES-PKCS1-v1_5";
}

/** How to encrypt. Take RSA-OAEP unless the other side cannot. */
export type EncryptionAlgorithm = OaepAlgorithm | Pkcs1EncryptionAlgorithm;

/** RSASSA-PSS (RFC 8017, section 8.1). Whoever verifies must have the same parameters. */
export interface PssAlgorithm {
  readonly name: "RSA-PSS";
  /** Hashes the message. Default `"SHA-256"`. */
  readonly hash?: Hash | undefined;
  /** The hash function of MGF1. Default: `hash`, as in WebCrypto. */
  readonly mgfHash?: Hash | undefined;
  /** Bytes of the salt. Default: as many as the hash has. */
  readonly saltLength?: number | undefined;
}

/** RSASSA-PKCS1-v1_5 (RFC 8017, section 8.2): the signatures of most certificates, and of JWTs with RS256. */
export interface Pkcs1SignatureAlgorithm {
  readonly name: "RSASSA-PKCS1-v1_5";
  /** Hashes the message. Default `"SHA-256"`. */
  readonly hash?: Hash | undefined;
}

/** How to sign. Take RSA-PSS unless the other side cannot. */
export type SignatureAlgorithm = PssAlgorithm | Pkcs1SignatureAlgorithm;

/** As it crosses. */
type CheckedEncryption =
  | Pkcs1EncryptionAlgorithm
  | (Omit<OaepAlgorithm, "label"> & { readonly label?: Uint8Array<ArrayBuffer> | undefined });

/** What each algorithm has besides its name. */
const encryptionProperties: Record<EncryptionAlgorithm["name"], readonly string[]> = {
  "RSA-OAEP": ["hash", "mgfHash", "label"],
  "RSAES-PKCS1-v1_5": [],
};
const signatureProperties: Record<SignatureAlgorithm["name"], readonly string[]> = {
  "RSA-PSS": ["hash", "mgfHash", "saltLength"],
  "RSASSA-PKCS1-v1_5": ["hash"],
};

/** Checks names and types; which hash functions there are is the core's to judge. The copy is the caller's no more. */
export function checkEncryption(algorithm: EncryptionAlgorithm): CheckedEncryption {
  checkProperties(algorithm, encryptionProperties);
  if (algorithm.name !== "RSA-OAEP") return { ...algorithm };
  const { label } = algorithm;
  if (label === undefined) return { ...algorithm, label };
  return { ...algorithm, label: copyBytes(toBytes("label", label)) };
}

/** As `checkEncryption`. */
export function checkSignature(algorithm: SignatureAlgorithm): SignatureAlgorithm {
  checkProperties(algorithm, signatureProperties);
  if (algorithm.name === "RSA-PSS" && algorithm.saltLength !== undefined) {
    checkWholeNumber("saltLength", algorithm.saltLength);
  }
  return { ...algorithm };
}

function checkProperties(algorithm: object, properties: Readonly<Record<string, readonly string[]>>): void {
  const names = Object.keys(properties);
  if (typeof algorithm !== "object" || algorithm === null) {
    const example = `{ name: "${names[0]}" }`;
    throw invalid("algorithm", `must be an object such as ${example}, got ${describe(algorithm)}`);
  }
  const { name } = algorithm as { name?: unknown };
  const known = typeof name === "string" && Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (known === undefined) {
    throw invalid("algorithm", `must have one of the names ${names.join(", ")}, got ${String(name)}`);
  }
  checkNames(algorithm, ["name", ...known], `a parameter of ${String(name)}`);
  for (const [property, value] of Object.entries(algorithm)) {
    if (property === "name" || value === undefined) continue;
    if ((property === "hash" || property === "mgfHash") && typeof value !== "string") {
      throw invalid(property, `must be a string such as "SHA-256", got ${describe(value)}`);
    }
  }
}
