import { copyBytes } from "../bytes.js";
import { RsaError } from "../errors.js";
import { checkOptions, type Names } from "../names.js";
import type { PrivateKeyJson, PublicKeyJson } from "./json.js";
import type { RsaPrivateJwk, RsaPublicJwk } from "./jwk.js";

/** The formats that private keys are written in, and what each comes out as. */
export interface PrivateKeyFormats {
  /** `RSAPrivateKey` of RFC 8017. */
  "pkcs1-der": Uint8Array;
  /** `-----BEGIN RSA PRIVATE KEY-----` */
  "pkcs1-pem": string;
  /** `OneAsymmetricKey` of RFC 5958, encrypted where there is a password. */
  "pkcs8-der": Uint8Array;
  /** `-----BEGIN PRIVATE KEY-----` or `-----BEGIN ENCRYPTED PRIVATE KEY-----` */
  "pkcs8-pem": string;
  /** `-----BEGIN OPENSSH PRIVATE KEY-----`, for two primes; encrypted where there is a password. */
  openssh: string;
  /** JSON Web Key (RFC 7518), an object. */
  jwk: RsaPrivateJwk;
  /** This library's own, an object, for every variant. */
  json: PrivateKeyJson;
}

/** The formats that public keys are written in, and what each comes out as. */
export interface PublicKeyFormats {
  /** `RSAPublicKey` of RFC 8017. */
  "pkcs1-der": Uint8Array;
  /** `-----BEGIN RSA PUBLIC KEY-----` */
  "pkcs1-pem": string;
  /** `SubjectPublicKeyInfo` of RFC 5280. */
  "spki-der": Uint8Array;
  /** `-----BEGIN PUBLIC KEY-----` */
  "spki-pem": string;
  /** A line `ssh-rsa AAAA…`. */
  openssh: string;
  /** JSON Web Key (RFC 7518), an object. */
  jwk: RsaPublicJwk;
  /** This library's own, an object. */
  json: PublicKeyJson;
}

/** A format of private keys. */
export type PrivateKeyFormat = keyof PrivateKeyFormats;

/** A format of public keys. */
export type PublicKeyFormat = keyof PublicKeyFormats;

/** A password, for encrypted PKCS#8 and OpenSSH keys. A string counts as its UTF-8. */
export interface PasswordOptions {
  readonly password?: string | Uint8Array | undefined;
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
export const publicKeyFormats = Object.keys(publicKeyNames) as [PublicKeyFormat, ...PublicKeyFormat[]];

export function checkPrivateFormat(format: PrivateKeyFormat, password: unknown): void {
  checkFormat(format, privateKeyFormats);
  if (password !== undefined && !isEncryptable[format]) {
    const encryptable = privateKeyFormats.filter((name) => isEncryptable[name]).join(", ");
    throw new RsaError("invalid-params", `a password is for the formats ${encryptable}, and not for ${format}`);
  }
}

export function checkPublicFormat(format: PublicKeyFormat): void {
  checkFormat(format, publicKeyFormats);
}

/** Whether a format is written by the module of key formats; the others are objects. */
export function isEncoded(format: PrivateKeyFormat | PublicKeyFormat): boolean {
  return format !== "jwk" && format !== "json";
}

function checkFormat(format: string, formats: readonly string[]): void {
  if (formats.includes(format)) return;
  throw new RsaError("invalid-params", `format must be one of ${formats.join(", ")}, got ${String(format)}`);
}

export const passwordNames: Names<PasswordOptions> = { password: true };

/** The password's bytes, of one's own. */
export function readPassword(
  options: PasswordOptions,
  names: Readonly<Record<string, true>> = passwordNames,
): Uint8Array | undefined {
  const { password } = checkOptions(options, names, '{ password: "…" }');
  if (password === undefined) return undefined;
  if (typeof password === "string") return new TextEncoder().encode(password);
  if (!(password instanceof Uint8Array)) {
    const got = password === null ? "null" : typeof password;
    throw new RsaError("invalid-params", `password must be a string or a Uint8Array, got ${got}`);
  }
  return copyBytes(password);
}
