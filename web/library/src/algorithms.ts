import { type Bytes, copyBytes, toBytes } from "./bytes.js";
import { describe, invalid } from "./errors.js";
import { checkNames, checkWholeNumber, nearestName } from "./options.js";

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

/** A hash function by its name, or as an object with its name, as WebCrypto also accepts it. */
export type HashName<Name extends string> =
  | Name
  | {
      /** The name of the hash function. */
      readonly name: Name;
    };

/** RSAES-OAEP (RFC 8017, section 7.1). Encrypt and decrypt with the same parameters. */
export interface OaepAlgorithm {
  /** The name, as in WebCrypto. */
  readonly name: "RSA-OAEP";
  /** Hashes the label. Default `"SHA-256"`. */
  readonly hash?: HashName<Hash> | undefined;
  /** The hash function of MGF1. Default: `hash`, as in WebCrypto; Java's default is SHA-1. */
  readonly mgfHash?: HashName<Hash> | undefined;
  /** Context that the ciphertext is bound to, but does not contain. Decrypt with the same label. Default: empty. */
  readonly label?: Bytes | undefined;
}

/** RSAES-PKCS1-v1_5 (RFC 8017, section 7.2), for protocols that already use it. */
export interface Pkcs1EncryptionAlgorithm {
  /** The name, as in RFC 8017; WebCrypto has no such encryption. */
  readonly name: "RSAES-PKCS1-v1_5";
}

/** The parameters of an encryption, with every name as a string. */
export type EncryptionParams = Named<OaepAlgorithm> | Pkcs1EncryptionAlgorithm;

/**
 * How to encrypt: an object with parameters, or a name of JOSE (RFC 7518, section 4.1). Use RSA-OAEP unless the other side does not
 * support it. JOSE's `RSA-OAEP`, which means SHA-1, is refused as a name because WebCrypto uses it for every hash function; pass
 * `{ name: "RSA-OAEP", hash: "SHA-1" }`.
 */
export type EncryptionAlgorithm = OaepAlgorithm | Pkcs1EncryptionAlgorithm | keyof typeof joseEncryptions;

/** RSASSA-PSS (RFC 8017, section 8.1). Sign and verify with the same hash functions. */
export interface PssAlgorithm {
  /** The name, as in WebCrypto. */
  readonly name: "RSA-PSS";
  /** Hashes the message. Default `"SHA-256"`. */
  readonly hash?: HashName<PssHash> | undefined;
  /** The hash function of MGF1. Default: `hash`, as in WebCrypto. Omit it with SHAKE. */
  readonly mgfHash?: HashName<PssHash> | undefined;
  /**
   * Length of the salt in bytes. `"max"`: as long as the key has room for. `"auto"` (default): as long as the hash when signing,
   * any length when verifying. Pass a number to accept only that length.
   */
  readonly saltLength?: number | "auto" | "max" | undefined;
}

/** RSASSA-PKCS1-v1_5 (RFC 8017, section 8.2): the signatures of most certificates, and of JWTs with RS256. */
export interface Pkcs1SignatureAlgorithm {
  /** The name, as in WebCrypto. */
  readonly name: "RSASSA-PKCS1-v1_5";
  /** Hashes the message. Default `"SHA-256"`. */
  readonly hash?: HashName<Hash> | undefined;
}

/** The parameters of a signature, with every name as a string. */
export type SignatureParams = Named<PssAlgorithm> | Named<Pkcs1SignatureAlgorithm>;

/**
 * How to sign: an object with parameters, or a name of JOSE (RFC 7518, section 3.1). Use RSA-PSS unless the other side does not
 * support it.
 */
export type SignatureAlgorithm = PssAlgorithm | Pkcs1SignatureAlgorithm | JwsAlgorithm;

/** The names that JOSE has for signatures by RSA: the `alg` of a token. */
export type JwsAlgorithm = keyof typeof joseSignatures;

/**
 * Whether the `alg` of a token is a signature by RSA, which `sign` and `verify` accept by that name.
 *
 * @param alg any value
 *
 * @example
 * ```ts
 * import { isJwsAlgorithm } from "rsa-variants";
 * const header: { alg: string } = JSON.parse(atob("eyJhbGciOiJSUzI1NiJ9"));
 * console.log(isJwsAlgorithm(header.alg), isJwsAlgorithm("ES256")); // true false
 * ```
 */
export function isJwsAlgorithm(alg: unknown): alg is JwsAlgorithm {
  return typeof alg === "string" && Object.hasOwn(joseSignatures, alg);
}

/** The algorithms of JOSE for keys of JWE (RFC 7518, section 4.1, and the registry of IANA). */
export const joseEncryptions = {
  RSA1_5: { name: "RSAES-PKCS1-v1_5" },
  "RSA-OAEP-256": { name: "RSA-OAEP", hash: "SHA-256" },
  "RSA-OAEP-384": { name: "RSA-OAEP", hash: "SHA-384" },
  "RSA-OAEP-512": { name: "RSA-OAEP", hash: "SHA-512" },
} as const satisfies Readonly<Record<string, EncryptionParams>>;

/** The algorithms of JOSE for signatures (RFC 7518, sections 3.3 and 3.5). A salt of PSS is as long as the hash. */
export const joseSignatures = {
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  RS384: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-384" },
  RS512: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" },
  PS256: { name: "RSA-PSS", hash: "SHA-256", saltLength: 32 },
  PS384: { name: "RSA-PSS", hash: "SHA-384", saltLength: 48 },
  PS512: { name: "RSA-PSS", hash: "SHA-512", saltLength: 64 },
} as const satisfies Readonly<Record<string, SignatureParams>>;

/** Parameters with every hash function as a string. */
export type Named<Params> = {
  readonly [Name in keyof Params]: Name extends "hash" | "mgfHash"
    ? Exclude<Params[Name], { readonly name: string }>
    : Params[Name];
};

/** An encryption algorithm as it is passed to the bindings. */
type CheckedEncryption =
  | Pkcs1EncryptionAlgorithm
  | (Omit<Named<OaepAlgorithm>, "label"> & { readonly label?: Uint8Array<ArrayBuffer> | undefined });

/** The parameters of each algorithm, in addition to its name. */
const encryptionProperties: Record<EncryptionParams["name"], readonly string[]> = {
  "RSA-OAEP": ["hash", "mgfHash", "label"],
  "RSAES-PKCS1-v1_5": [],
};
const signatureProperties: Record<SignatureParams["name"], readonly string[]> = {
  "RSA-PSS": ["hash", "mgfHash", "saltLength"],
  "RSASSA-PKCS1-v1_5": ["hash"],
};

/** Checks the names and types of parameters. Returns a private copy with all names as strings. */
export function checkEncryption(given: EncryptionAlgorithm): CheckedEncryption {
  const algorithm = paramsOf<Exclude<EncryptionAlgorithm, string>>(given, joseEncryptions);
  checkProperties(algorithm, encryptionProperties);
  if (algorithm.name !== "RSA-OAEP") return { ...algorithm };
  const { label } = algorithm;
  const plain = { ...algorithm, ...hashesOf<Hash>(algorithm) };
  return { ...plain, label: label === undefined ? undefined : copyBytes(toBytes("label", label)) };
}

/** Like `checkEncryption`, for signatures. */
export function checkSignature(given: SignatureAlgorithm): SignatureParams {
  const algorithm = paramsOf<Exclude<SignatureAlgorithm, string>>(given, joseSignatures);
  checkProperties(algorithm, signatureProperties);
  if (algorithm.name !== "RSA-PSS") return { ...algorithm, hash: hashesOf<Hash>(algorithm).hash };
  checkSaltLength(algorithm.saltLength);
  return { ...algorithm, ...hashesOf<PssHash>(algorithm) };
}

/** The names of the hash functions. The core checks which of them suit the padding. */
function hashesOf<Name extends PssHash>({
  hash,
  mgfHash,
}: {
  readonly hash?: unknown;
  readonly mgfHash?: unknown;
}): { readonly hash: Name | undefined; readonly mgfHash: Name | undefined } {
  return {
    hash: hash === undefined ? undefined : (checkHash("hash", hash, pssHashes) as Name),
    mgfHash: mgfHash === undefined ? undefined : (checkHash("mgfHash", mgfHash, pssHashes) as Name),
  };
}

/** The name of a hash function, given as itself or in an object. */
export function checkHash<Name extends string>(parameter: string, given: unknown, names: readonly Name[]): Name {
  const name = typeof given === "object" && given !== null && "name" in given ? given.name : given;
  if (typeof name !== "string") throw invalid(parameter, `must be a string such as "SHA-256", got ${describe(name)}`);
  const known = names.find((each) => each === name);
  if (known !== undefined) return known;
  const meant = names.find((each) => lettersOf(each) === lettersOf(name));
  const help = meant === undefined ? `must be one of ${names.join(", ")}` : `did you mean ${JSON.stringify(meant)}?`;
  throw invalid(parameter, `${JSON.stringify(name.slice(0, 40))} is unknown; ${help}`);
}

/** What the names of a hash function have in common, such as sha256, SHA2-256 and sha256WithRSAEncryption. */
function lettersOf(name: string): string {
  const letters = name
    .slice(0, 40)
    .replace(/WithRSA.*$/i, "")
    .toLowerCase();
  return letters
    .replaceAll(/[^a-z0-9]/g, "")
    .replace(/^rsa/, "")
    .replace(/^sha2(?=\d{3})/, "sha");
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
export function pssOf(algorithm: SignatureParams): Partial<Omit<Named<PssAlgorithm>, "name">> {
  return algorithm.name === "RSA-PSS" ? algorithm : { hash: algorithm.hash };
}

/** The parameters of an algorithm, which may be given by a name of JOSE. */
export function paramsOf<Params>(given: Params | string, names: Readonly<Record<string, Params>>): Params {
  if (typeof given !== "string") return given;
  const found = Object.hasOwn(names, given) ? names[given] : undefined;
  if (found !== undefined) return found;
  const [text, all] = [JSON.stringify(given.slice(0, 40)), Object.keys(names)];
  if (given === "RSA-OAEP" && "RSA-OAEP-256" in names) {
    const meanings = 'SHA-1 in JOSE: pass { name: "RSA-OAEP", hash: "SHA-1" }, or "RSA-OAEP-256" for SHA-256';
    throw invalid("algorithm", `${text} without a hash function means ${meanings}`);
  }
  checkIsRsa(given);
  const own = ownName(given, "RSA1_5" in names);
  if (own !== undefined)
    throw invalid("algorithm", `${text} is not a name that this library has: did you mean ${own}?`);
  const meant = nearestName(given, all);
  const help = meant === undefined ? `one of the names ${all.join(", ")}` : `did you mean ${JSON.stringify(meant)}?`;
  const objects = given.startsWith("RSA") ? `an object such as { name: ${text} }, or ` : "";
  throw invalid("algorithm", `must be ${objects}${help}, got ${text}`);
}

/** Refuses the names of JOSE for other keys, by which a token says that this key is not the right one. */
function checkIsRsa(name: string): void {
  if (!/^(?:ES\d|EdDSA|Ed\d|HS\d|ECDSA|HMAC|ML-DSA)/i.test(name)) return;
  const problem = `is ${JSON.stringify(name)}, which is not an algorithm of RSA: it needs another type of key`;
  throw invalid("algorithm", problem);
}

/** What Java, OpenSSL, AWS and Google call an algorithm, as this library writes it; undefined for other names. */
function ownName(name: string, isEncryption: boolean): string | undefined {
  const [, bits] = /sha[-_]?(?:2[-_])?(1|224|256|384|512)(?!\d)/i.exec(name) ?? [];
  if (!/rsa/i.test(name) || (bits === undefined && !/pkcs1/i.test(name))) return undefined;
  const written = (params: object) =>
    JSON.stringify(params)
      .replaceAll(/"(\w+)":/g, " $1: ")
      .replace("}", " }");
  const hash = `SHA-${bits}`;
  if (isEncryption) {
    if (!/oaep/i.test(name)) return '"RSA1_5"';
    // Java's MGF1 has SHA-1 unless it is told otherwise.
    return written({
      name: "RSA-OAEP",
      hash,
      ...(/MGF1Padding/i.test(name) && bits !== "1" ? { mgfHash: "SHA-1" } : {}),
    });
  }
  return written({ name: /pss|mgf1/i.test(name) ? "RSA-PSS" : "RSASSA-PKCS1-v1_5", ...(bits ? { hash } : {}) });
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
    const given = String(name).slice(0, 40);
    checkIsRsa(given);
    const own = ownName(given, "RSA-OAEP" in properties);
    if (own !== undefined) throw invalid("algorithm", `is ${JSON.stringify(given)}: did you mean ${own}?`);
    throw invalid("algorithm", `must have one of the names ${names.join(", ")}, got ${String(name)}`);
  }
  checkNames(algorithm, ["name", ...known], `a parameter of ${String(name)}`);
}
