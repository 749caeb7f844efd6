import { type Bytes, copyBytes, toBytes } from "./bytes.js";
import { describe, invalid } from "./errors.js";
import { checkNames } from "./options.js";
import { checkWholeNumber } from "./params.js";

/** The hash functions that every padding accepts, under the names that WebCrypto and NIST use. */
export const hashes = [
  "SHA-1",
  "SHA-224",
  "SHA-256",
  "SHA-384",
  "SHA-512",
  "SHA-512/224",
  "SHA-512/256",
  "SHA3-224",
  "SHA3-256",
  "SHA3-384",
  "SHA3-512",
] as const;

/** The hash functions that RSA-PSS accepts: all `hashes`, and SHAKE. */
export const pssHashes = [...hashes, "SHAKE128", "SHAKE256"] as const;

/** A hash function. Use SHA-1 only for old data: collisions are known. */
export type Hash = (typeof hashes)[number];

/**
 * A hash function of RSA-PSS. SHAKE128 produces 32 bytes and SHAKE256 64 bytes; both also replace MGF1 as the mask generation
 * function (RFC 8702).
 */
export type PssHash = (typeof pssHashes)[number];

/** The hash function if none is given. */
export const defaultHash = "SHA-256";

/** RSAES-OAEP (RFC 8017, section 7.1). Encrypt and decrypt with the same parameters. */
export interface OaepAlgorithm {
  readonly name: "RSA-OAEP";
  /** Hashes the label. Default `"SHA-256"`. */
  readonly hash?: Hash | undefined;
  /** The hash function of MGF1. Default: `hash`, as in WebCrypto; Java's default is SHA-1. */
  readonly mgfHash?: Hash | undefined;
  /** Context that the ciphertext is bound to, but does not contain. Decrypt with the same label. Default: empty. */
  readonly label?: Bytes | undefined;
}

/** RSAES-PKCS1-v1_5 (RFC 8017, section 7.2), for protocols that already use it. */
export interface Pkcs1EncryptionAlgorithm {
  readonly name: "RSAES-PKCS1-v1_5";
}

/** How to encrypt. Use RSA-OAEP unless the other side does not support it. */
export type EncryptionAlgorithm = OaepAlgorithm | Pkcs1EncryptionAlgorithm;

/** RSASSA-PSS (RFC 8017, section 8.1). Sign and verify with the same hash functions. */
export interface PssAlgorithm {
  readonly name: "RSA-PSS";
  /** Hashes the message. Default `"SHA-256"`. */
  readonly hash?: PssHash | undefined;
  /** The hash function of MGF1. Default: `hash`, as in WebCrypto. Omit it with SHAKE. */
  readonly mgfHash?: PssHash | undefined;
  /**
   * Length of the salt in bytes. `"max"`: as long as the key has room for. `"auto"` (default): as long as the hash when signing,
   * any length when verifying. Pass a number to accept only that length.
   */
  readonly saltLength?: number | "auto" | "max" | undefined;
}

/** RSASSA-PKCS1-v1_5 (RFC 8017, section 8.2): the signatures of most certificates, and of JWTs with RS256. */
export interface Pkcs1SignatureAlgorithm {
  readonly name: "RSASSA-PKCS1-v1_5";
  /** Hashes the message. Default `"SHA-256"`. */
  readonly hash?: Hash | undefined;
}

/** How to sign. Use RSA-PSS unless the other side does not support it. */
export type SignatureAlgorithm = PssAlgorithm | Pkcs1SignatureAlgorithm;

/** An encryption algorithm as it is passed to the bindings. */
type CheckedEncryption =
  | Pkcs1EncryptionAlgorithm
  | (Omit<OaepAlgorithm, "label"> & { readonly label?: Uint8Array<ArrayBuffer> | undefined });

/** The parameters of each algorithm, in addition to its name. */
const encryptionProperties: Record<EncryptionAlgorithm["name"], readonly string[]> = {
  "RSA-OAEP": ["hash", "mgfHash", "label"],
  "RSAES-PKCS1-v1_5": [],
};
const signatureProperties: Record<SignatureAlgorithm["name"], readonly string[]> = {
  "RSA-PSS": ["hash", "mgfHash", "saltLength"],
  "RSASSA-PKCS1-v1_5": ["hash"],
};

/** Checks names and types; the core checks which hash functions exist. Returns a private copy. */
export function checkEncryption(algorithm: EncryptionAlgorithm): CheckedEncryption {
  checkProperties(algorithm, encryptionProperties);
  if (algorithm.name !== "RSA-OAEP") return { ...algorithm };
  const { label } = algorithm;
  if (label === undefined) return { ...algorithm, label };
  return { ...algorithm, label: copyBytes(toBytes("label", label)) };
}

/** Like `checkEncryption`, for signatures. */
export function checkSignature(algorithm: SignatureAlgorithm): SignatureAlgorithm {
  checkProperties(algorithm, signatureProperties);
  if (algorithm.name === "RSA-PSS") checkSaltLength(algorithm.saltLength);
  return { ...algorithm };
}

function checkSaltLength(length: PssAlgorithm["saltLength"]): void {
  if (length === undefined || length === "auto" || length === "max") return;
  if (typeof length === "string") {
    throw invalid("saltLength", `must be a number of bytes, "auto" or "max", got ${JSON.stringify(length)}`);
  }
  checkWholeNumber("saltLength", length);
}

// The calls of the bindings get an object with every property written out. Those of an object made by spreading take microseconds to read.

/** The parameters of OAEP; none for another algorithm. */
export function oaepOf(algorithm: CheckedEncryption): Partial<Extract<CheckedEncryption, { name: "RSA-OAEP" }>> {
  return algorithm.name === "RSA-OAEP" ? algorithm : {};
}

/** The parameters of PSS; of another algorithm only the hash function. */
export function pssOf(algorithm: SignatureAlgorithm): Partial<Omit<PssAlgorithm, "name">> {
  return algorithm.name === "RSA-PSS" ? algorithm : { hash: algorithm.hash };
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
