import { type Bytes, copyBytes, isBytes, toBytes } from "../bytes.js";
import { type AbortOptions, throwIfAborted } from "../callback.js";
import { describe, invalid } from "../errors.js";
import { checkOptions, type Names } from "../names.js";
import type { PrivateKeyJson, PublicKeyJson } from "./json.js";
import type { RsaPrivateJwk, RsaPublicJwk } from "./jwk.js";

/** The formats that private keys are written in, and what each comes out as. */
export interface PrivateKeyFormats {
  /** `RSAPrivateKey` of RFC 8017. */
  "pkcs1-der": Uint8Array<ArrayBuffer>;
  /** `-----BEGIN RSA PRIVATE KEY-----` */
  "pkcs1-pem": string;
  /** `OneAsymmetricKey` of RFC 5958, encrypted where there is a password. */
  "pkcs8-der": Uint8Array<ArrayBuffer>;
  /** `-----BEGIN PRIVATE KEY-----` or `-----BEGIN ENCRYPTED PRIVATE KEY-----` */
  "pkcs8-pem": string;
  /** JSON Web Key (RFC 7518), an object. */
  jwk: RsaPrivateJwk;
  /** This library's own, an object, for every variant. */
  json: PrivateKeyJson;
}

/** The formats that public keys are written in, and what each comes out as. */
export interface PublicKeyFormats {
  /** `RSAPublicKey` of RFC 8017. */
  "pkcs1-der": Uint8Array<ArrayBuffer>;
  /** `-----BEGIN RSA PUBLIC KEY-----` */
  "pkcs1-pem": string;
  /** `SubjectPublicKeyInfo` of RFC 5280. */
  "spki-der": Uint8Array<ArrayBuffer>;
  /** `-----BEGIN PUBLIC KEY-----` */
  "spki-pem": string;
  /** JSON Web Key (RFC 7518), an object. */
  jwk: RsaPublicJwk;
  /** This library's own, an object. */
  json: PublicKeyJson;
}

/** A format of private keys. */
export type PrivateKeyFormat = keyof PrivateKeyFormats;

/** A format of public keys. */
export type PublicKeyFormat = keyof PublicKeyFormats;

/** A password, for encrypted PKCS#8. A string counts as its UTF-8. */
export interface PasswordOptions extends AbortOptions {
  readonly password?: string | Bytes | undefined;
}

const privateKeyFormats: readonly PrivateKeyFormat[] = [
  "pkcs1-der",
  "pkcs1-pem",
  "pkcs8-der",
  "pkcs8-pem",
  "jwk",
  "json",
];
const publicKeyFormats: readonly PublicKeyFormat[] = ["pkcs1-der", "pkcs1-pem", "spki-der", "spki-pem", "jwk", "json"];

export function checkPrivateFormat(format: PrivateKeyFormat, password: unknown): void {
  checkFormat(format, privateKeyFormats);
  if (password !== undefined && format !== "pkcs8-der" && format !== "pkcs8-pem") {
    throw invalid("password", `is for pkcs8-der and pkcs8-pem, and not for ${format}`);
  }
}

export function checkPublicFormat(format: PublicKeyFormat): void {
  checkFormat(format, publicKeyFormats);
}

function checkFormat(format: string, formats: readonly string[]): void {
  if (formats.includes(format)) return;
  throw invalid("format", `must be one of ${formats.join(", ")}, got ${String(format)}`);
}

const passwordNames: Names<PasswordOptions> = { password: true, signal: true };

/** The password's bytes, a private copy. */
export function readPassword(options: PasswordOptions): Uint8Array<ArrayBuffer> | undefined {
  const { password, signal } = checkOptions(options, passwordNames, '{ password: "…" }');
  throwIfAborted(signal);
  if (password === undefined) return undefined;
  if (typeof password === "string") return new TextEncoder().encode(password);
  if (isBytes(password)) return copyBytes(toBytes("password", password));
  throw invalid("password", `must be a string or bytes, got ${describe(password)}`);
}
