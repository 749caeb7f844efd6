import { type Bytes, copyBytes, isBytes, toBytes } from "../bytes.js";
import { describe, invalid } from "../errors.js";
import { type AbortOptions, checkBoolean, checkOptions, type Names, throwIfAborted } from "../options.js";
import type { PrivateKeyJson, PublicKeyJson } from "./json.js";
import type { RsaPrivateJwk, RsaPublicJwk } from "./jwk.js";

/** The formats of private keys, each with the type that `export` returns. */
export interface PrivateKeyFormats {
  /** `RSAPrivateKey` of RFC 8017. */
  "pkcs1-der": Uint8Array<ArrayBuffer>;
  /** `-----BEGIN RSA PRIVATE KEY-----` */
  "pkcs1-pem": string;
  /** `OneAsymmetricKey` of RFC 5958, encrypted if there is a password. */
  "pkcs8-der": Uint8Array<ArrayBuffer>;
  /** `-----BEGIN PRIVATE KEY-----` or `-----BEGIN ENCRYPTED PRIVATE KEY-----` */
  "pkcs8-pem": string;
  /** `-----BEGIN OPENSSH PRIVATE KEY-----`, for keys with two primes; encrypted if there is a password. */
  openssh: string;
  /** JSON Web Key (RFC 7518), an object. */
  jwk: RsaPrivateJwk;
  /** This library's own format, an object, for every variant. */
  json: PrivateKeyJson;
}

/** The formats of public keys, each with the type that `export` returns. */
export interface PublicKeyFormats {
  /** `RSAPublicKey` of RFC 8017. */
  "pkcs1-der": Uint8Array<ArrayBuffer>;
  /** `-----BEGIN RSA PUBLIC KEY-----` */
  "pkcs1-pem": string;
  /** `SubjectPublicKeyInfo` of RFC 5280. */
  "spki-der": Uint8Array<ArrayBuffer>;
  /** `-----BEGIN PUBLIC KEY-----` */
  "spki-pem": string;
  /** A line `ssh-rsa AAAA…`. */
  openssh: string;
  /** JSON Web Key (RFC 7518), an object. */
  jwk: RsaPublicJwk;
  /** This library's own format, an object. */
  json: PublicKeyJson;
}

/** A format of private keys. */
export type PrivateKeyFormat = keyof PrivateKeyFormats;

/** A format of public keys. */
export type PublicKeyFormat = keyof PublicKeyFormats;

/** Options of a call that encrypts or decrypts a key with a password. */
export interface PasswordOptions extends AbortOptions {
  /** The password, for encrypted PKCS #8 and OpenSSH keys. A string is encoded as UTF-8. */
  readonly password?: string | Bytes | undefined;
}

/** The formats of private keys, the default first, and whether they can be encrypted. */
const isEncryptable: Readonly<Record<PrivateKeyFormat, boolean>> = {
  "pkcs8-pem": true,
  "pkcs8-der": true,
  "pkcs1-pem": false,
  "pkcs1-der": false,
  openssh: true,
  jwk: false,
  json: false,
};
/** The formats of public keys, the default first. */
const publicKeyNames: Readonly<Record<PublicKeyFormat, true>> = {
  "spki-pem": true,
  "spki-der": true,
  "pkcs1-pem": true,
  "pkcs1-der": true,
  openssh: true,
  jwk: true,
  json: true,
};

export const privateKeyFormats = Object.keys(isEncryptable) as [PrivateKeyFormat, ...PrivateKeyFormat[]];
/** The formats of private keys that can be encrypted. */
export const encryptableFormats = privateKeyFormats.filter((name) => isEncryptable[name]);
export const publicKeyFormats = Object.keys(publicKeyNames) as [PublicKeyFormat, ...PublicKeyFormat[]];

export function checkPrivateFormat(format: PrivateKeyFormat, password: unknown): void {
  checkFormat(format, privateKeyFormats);
  if (password !== undefined && !isEncryptable[format]) {
    throw invalid("password", `applies only to the formats ${encryptableFormats.join(", ")}, not to ${format}`);
  }
}

export function checkPublicFormat(format: PublicKeyFormat): void {
  checkFormat(format, publicKeyFormats);
}

function checkFormat(format: string, formats: readonly string[]): void {
  if (formats.includes(format)) return;
  throw invalid("format", `must be one of ${formats.join(", ")}, got ${String(format)}`);
}

/** Options of `importPrivateKey` and `importKey`. */
export interface ImportOptions extends PasswordOptions {
  /**
   * Imports a key even if its primes are too close or its CRT exponents are equal, so that you can assess it. Default
   * `false`: such a key is refused with `broken-key`. **It protects nothing.**
   */
  readonly allowBroken?: boolean | undefined;
  /**
   * Skips the primality tests, which take most of the time. Default `false`. Use it only for keys from your own storage, which
   * nobody else can write to: with a composite factor, private operations return wrong results or reveal the factors of the
   * modulus. All other checks are made. A key without its primes (a JWK of n, e and d) is always tested.
   */
  readonly trusted?: boolean | undefined;
}

const passwordNames: Names<PasswordOptions> = { password: true, signal: true };
const importNames: Names<ImportOptions> = { ...passwordNames, allowBroken: true, trusted: true };

/** Checks the options of an import, and copies the password like `readPassword`. */
export function readImport(options: ImportOptions) {
  const { allowBroken = false, trusted = false, ...rest } = checkOptions(options, importNames, '{ password: "…" }');
  checkBoolean("allowBroken", allowBroken);
  checkBoolean("trusted", trusted);
  return { password: readPassword(rest), allowBroken, trusted };
}

/** Returns the bytes of the password, a private copy. */
export function readPassword(options: PasswordOptions): Uint8Array<ArrayBuffer> | undefined {
  const { password, signal } = checkOptions(options, passwordNames, '{ password: "…" }');
  throwIfAborted(signal);
  if (password === undefined) return undefined;
  if (typeof password === "string") return new TextEncoder().encode(password);
  if (isBytes(password)) return copyBytes(toBytes("password", password));
  throw invalid("password", `must be a string or bytes, got ${describe(password)}`);
}
