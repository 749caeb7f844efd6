import { type Bytes, bitLength, copyBytes, isBytes, toBytes } from "../bytes.js";
import { describe, invalid, ofCaller, RsaError } from "../errors.js";
import {
  type AbortOptions,
  checkBoolean,
  checkCallback,
  checkOptions,
  checkWholeNumber,
  type Names,
  throwIfAborted,
} from "../options.js";
import type { BindingsReadOptions } from "./bindings.js";
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
  /** The password, for encrypted PKCS #8, PKCS #12, OpenSSH and PuTTY keys. A string is encoded as UTF-8. */
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

/** A deviation from the standard formats that reading a key repaired. */
export interface ImportWarning {
  /** A stable name, such as `wrong-label`; the documentation lists them. */
  readonly code: string;
  /** A text for users: "the label says RSA PRIVATE KEY, the content is a private key in PKCS #8". */
  readonly message: string;
}

/** What reading a key may cost. The defaults keep a call within one to two seconds; they apply to all keys of the data together. */
export interface ReadLimits {
  /**
   * Iterations of PBKDF2, hashes of PKCS #12's key derivation (three count as an iteration), and the KiB that Argon2 fills in all its
   * passes: default 2,000,000, at most 10,000,000.
   */
  readonly iterations?: number | undefined;
  /** Memory of scrypt times its parallelization, and memory of Argon2, in mebibytes: default and maximum 128. */
  readonly scryptMebibytes?: number | undefined;
  /** Rounds of bcrypt-pbkdf in OpenSSH keys: default 200, at most 1000. */
  readonly bcryptRounds?: number | undefined;
  /**
   * The length of a modulus in bits, at most 16384. Default: 8192 for private keys unless they are `trusted`, because longer primes take
   * seconds to test, and 16384 for public ones.
   */
  readonly modulusLength?: number | undefined;
  /**
   * The work of checking the numbers of all keys together, in powers modulo numbers of 2048 bits: default 256. A public key of 2048 bits
   * counts 1.5 and a private one 2, or 0.5 if it is `trusted`; keys of twice the length count eight times as much. The first key is always
   * checked.
   */
  readonly powers?: number | undefined;
  /** The length of a public exponent in bits: default and maximum 16384. Keys of more than 8192 bits have shorter limits of their own. */
  readonly publicExponentLength?: number | undefined;
}

/** Options of every call that imports keys. */
export interface ReadOptions extends AbortOptions {
  /** Refuses a key whose container deviates from the standards, with `invalid-encoding`. Default `false`. */
  readonly strict?: boolean | undefined;
  /**
   * Called for each deviation that was repaired, and with the code `broken` for parameters that `generateKey` would refuse, before the call
   * returns the key. The library itself prints nothing. If it throws, the call rejects with the same.
   */
  readonly onWarning?: ((warning: ImportWarning) => void) | undefined;
  /** Limits against files that would take too long. */
  readonly limits?: ReadLimits | undefined;
}

/** Options of `importPublicKey`. A public key needs a password only if it is a certificate in PKCS #12. */
export interface PublicImportOptions extends PasswordOptions, ReadOptions {}

/** Options of `importPrivateKey`, `importKey` and `importKeys`. */
export interface ImportOptions extends PasswordOptions, ReadOptions {
  /**
   * Imports a key even if its primes are too close or its CRT exponents are equal, so that you can assess it; `importKeys` also a public
   * key whose modulus is prime, a power, or has a small factor. Default `false`: such a key is refused with `broken-key`. **It protects
   * nothing.**
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
const publicImportNames: Names<PublicImportOptions> = { ...passwordNames, strict: true, onWarning: true, limits: true };
const importNames: Names<ImportOptions> = { ...publicImportNames, allowBroken: true, trusted: true };
const limitNames: Names<ReadLimits> = {
  iterations: true,
  scryptMebibytes: true,
  bcryptRounds: true,
  modulusLength: true,
  powers: true,
  publicExponentLength: true,
};

/** Checks the options of an import, and copies the password like `readPassword`. */
export function readImport(options: ImportOptions) {
  const {
    allowBroken = false,
    trusted = false,
    password,
    signal,
  } = checkOptions(options, importNames, '{ password: "…" }');
  checkBoolean("allowBroken", allowBroken);
  checkBoolean("trusted", trusted);
  return { password: readPassword({ password, signal }), allowBroken, trusted };
}

/** What was repaired so far, and how to decode. */
export interface Reading {
  readonly options: BindingsReadOptions;
  readonly repairs: ImportWarning[];
  /** Passes the repairs to the caller, or refuses them. Each code is reported once. */
  report(repairs?: readonly ImportWarning[]): void;
  /** Refuses numbers that are longer than the limits, or would take too long to check together with the other keys of the call. */
  checkLengths(modulus: bigint, publicExponents: readonly bigint[], check: NumberCheck): void;
}

/** How the numbers of a key are checked, and what that costs, in powers modulo N; they were measured in Node. */
export const numberChecks = { public: 1.5, assessed: 0.1, private: 2, trusted: 0.5, exponents: 8 };
type NumberCheck = keyof typeof numberChecks;

/** What every key costs apart from its length. */
const costOfKey = 0.2;

/** The work that a call has spent on checks. */
export class Work {
  #spent = 0;

  /** Spends powers modulo a number of this length; the first key of a call can always be checked. */
  spend(bits: number, powers: number, limit = 256): void {
    const total = this.#spent + powers * (bits / 2048) ** 3 + costOfKey;
    if (this.#spent > 0 && total > limit) {
      const found = `would be ${Math.ceil(total)} with this key, but must be at most ${limit}`;
      const reason =
        "the limit applies to all keys of the data together; split the data, or raise it if you trust them";
      throw invalid("powers", `${found}: ${reason}`);
    }
    this.#spent = total;
  }
}

/** Checks the options that all imports have. Calls that read several keys pass what they share. */
export function startReading(given: ReadOptions, work = new Work()): Reading {
  checkOptions(given, importNames, "{ strict: true }");
  const { strict = false, onWarning, limits = {}, signal } = given;
  checkBoolean("strict", strict);
  checkCallback("onWarning", onWarning);
  ofCaller(() => throwIfAborted(signal));
  checkOptions(limits, limitNames, "{ iterations: 5_000_000 }");
  for (const [name, value] of Object.entries(limits)) {
    if (value !== undefined) checkWholeNumber(`limits.${name}`, value);
  }
  const { iterations, scryptMebibytes, bcryptRounds } = limits;
  const repairs: ImportWarning[] = [];
  return {
    options: { strict, iterations, scryptMebibytes, bcryptRounds },
    repairs,
    report(more = []) {
      const all = [...repairs, ...more];
      const distinct = all.filter(({ code }, index) => all.findIndex((other) => other.code === code) === index);
      const [first] = distinct;
      if (strict && first !== undefined) {
        throw new RsaError("invalid-encoding", `${first.message}, which strict reading refuses`);
      }
      for (const { code, message } of distinct) ofCaller(() => onWarning?.({ code, message }));
    },
    checkLengths(modulus, publicExponents, check) {
      const most = 16384;
      const hasPrimesToTest = check === "private" || check === "exponents";
      const { modulusLength = hasPrimesToTest ? most / 2 : most, publicExponentLength = most, powers } = limits;
      const bits = bitLength(modulus);
      checkLength("modulusLength", bits, 128, modulusLength);
      work.spend(bits, numberChecks[check], powers);
      for (const e of publicExponents) checkLength("publicExponentLength", bitLength(e), 2, publicExponentLength);
    },
  };
}

function checkLength(name: keyof ReadLimits, bits: number, least: number, limit: number): void {
  if (bits <= limit) return;
  const reason = "the limit protects against exhaustion; raise it if you trust the file";
  throw invalid(name, `is ${bits} bits, but must be from ${least} to ${limit} bits: ${reason}`);
}

/** Like `startReading`, for a public key; copies the password like `readPassword`. */
export function readPublicImport(given: PublicImportOptions): { reading: Reading; password: Uint8Array | undefined } {
  const { password, signal } = checkOptions(given, publicImportNames, "{ strict: true }");
  return { reading: startReading(given), password: readPassword({ password, signal }) };
}

/** Returns the bytes of the password, a private copy. */
export function readPassword(options: PasswordOptions): Uint8Array<ArrayBuffer> | undefined {
  const { password, signal } = checkOptions(options, passwordNames, '{ password: "…" }');
  throwIfAborted(signal);
  if (password === undefined) return undefined;
  if (typeof password === "string") {
    // UTF-8 has no bytes for them: all would become the same character.
    if (!/\p{Surrogate}/u.test(password)) return new TextEncoder().encode(password);
    throw invalid("password", "has half of a surrogate pair: was the text cut?");
  }
  if (isBytes(password)) return copyBytes(toBytes("password", password));
  throw invalid("password", `must be a string or bytes, got ${describe(password)}`);
}
