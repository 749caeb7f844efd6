import type { HashName, PssHash } from "./algorithms.js";
import type { Bindings, BindingsPrivateKey, BindingsProgress } from "./bindings.js";
import type { Build } from "./builds.js";
import { bytesToBigInt, copyBytes, isBytes, naturalToBytes, toBytes } from "./bytes.js";
import { describe, guarded, guardedPromise, invalid, ofCaller, RsaError } from "./errors.js";
import type { ImportOptions, PublicImportOptions } from "./formats/formats.js";
import { keyFromExponents, type PublicKeyOptions, publicKey, publicKeyOf } from "./formats/from-numbers.js";
import type { KeyData } from "./formats/import.js";
import type { ImportedKeys, JsonKeys } from "./formats/import-keys.js";
import type { KeyExponents, PublicNumbers } from "./formats/jwk.js";
import type { FormatsModule } from "./formats/module.js";
import type { Readers } from "./formats/readers.js";
import { generate, type KeyGenerationProgress, type SeedOptions } from "./generate.js";
import { type Hasher, startHasher } from "./hasher.js";
import type { WithModule } from "./instantiate.js";
import {
  type AbortOptions,
  abortNames,
  checkOptions,
  type Names,
  type OperationOptions,
  type ReportOptions,
  throwIfAborted,
  toEngine,
} from "./options.js";
import {
  fromBindingsParams,
  type KeyComponents,
  type KeyParams,
  type KeyParamValues,
  toBindingsComponents,
  toBindingsParams,
} from "./params.js";
import { PrivateKey } from "./private-key.js";
import { PublicKey } from "./public-key.js";
import type { Engine } from "./variants.js";
import { warmUp, warmUpParams, warmUpPrimes } from "./warm-up.js";
import { checkSafety, heed, type KeyWarning, type SafetyOptions, safetyNames } from "./warning.js";
import { copyValue, wipeBytes } from "./workers/protocol.js";
import { timedPart } from "./workers/timed-part.js";

/** Options of key generation. */
export interface GenerateKeyOptions extends SafetyOptions, SeedOptions, ReportOptions<KeyGenerationProgress> {}

const generateKeyNames: Names<GenerateKeyOptions> = { ...safetyNames, seed: true, onProgress: true, signal: true };

/** Checks the options, and returns whether the parameters must be judged: unless whatever they are is to be made without a word. */
export function mustHeed(options: GenerateKeyOptions): boolean {
  checkSafety(checkOptions(options, generateKeyNames, "{ onProgress }"));
  return options.allowBroken !== true || options.onWarning !== undefined;
}

/** The default e of a compatible key. */
export const defaultPublicExponent = 65537n;

/** Two keys with the same primes. */
export interface CommonModulusKeys<Key> {
  /** The key with short CRT exponents and a long public exponent. */
  readonly fast: Key;
  /** The key with a short public exponent, which all software accepts. */
  readonly compatible: Key;
}

/** Primes with which other workers can continue a key generation. */
export interface FoundPrimes {
  readonly primes: readonly Uint8Array[];
  /** Whether this search found one of them; otherwise its time was up. */
  readonly found: boolean;
}

/**
 * Continues a key generation until it is done, has found a prime, or has taken `milliseconds` or longer, as `timedPart` says. Each
 * part of a search is as likely as any other to find a prime, so nothing is lost but a sieve when one ends.
 */
function generateFrom<R>(
  known: readonly Uint8Array[],
  milliseconds: number,
  options: GenerateKeyOptions,
  make: (primes: Uint8Array[], random: Uint8Array, report: BindingsProgress) => R | undefined,
): R | FoundPrimes {
  const goesOn = timedPart(milliseconds);
  const primes = [...known];
  let searched = false;
  let found = false;
  try {
    const made = generate(options, (random, report) =>
      // The bindings put other arrays into `primes`.
      make(primes, random, (phase, done, expected) => {
        if (report?.(phase, done, expected) === false) throw new Error("stopped by the callback");
        if (phase === "primes") {
          found = searched && done < expected;
          return !found;
        }
        searched = true;
        return goesOn(done);
      }),
    );
    return made ?? { primes, found };
  } catch (error) {
    for (const prime of primes) prime.fill(0);
    throw error;
  } finally {
    for (const prime of known) prime.fill(0);
  }
}

/**
 * The loaded library. Its calls are synchronous and block the thread, except those that read and write keys, which may have to
 * fetch a module first. `connect` offers the same calls in workers.
 */
export class Rsa {
  /** The build of the WebAssembly that runs. */
  readonly build: Build;
  /** The engines that run here, fastest first; the first is the default. */
  readonly engines: readonly Engine[];
  readonly #bindings: Bindings;
  readonly #formats: FormatsModule;
  #readers: Readers | undefined;

  /** @internal */
  constructor(build: Build, bindings: Bindings, formats: FormatsModule) {
    this.build = build;
    this.#bindings = bindings;
    this.#formats = formats;
    this.engines = Object.freeze(guarded(() => bindings.engines() as Engine[]));
  }

  /**
   * Gives the library what imports keys.
   * @internal
   */
  readWith(readers: Readers): this {
    this.#readers = readers;
    return this;
  }

  get #read(): Readers {
    if (this.#readers === undefined)
      throw new RsaError("internal", "this library was started without what imports keys");
    return this.#readers;
  }

  /**
   * Checks key parameters without making a key: it refuses what `generateKey` refuses, but not broken ones.
   *
   * @param params the parameters of the key
   * @returns the parameters, with every value that applies filled in
   * @throws RsaError `invalid-params`, with the value and the limit
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const { primes, crtExponentLength } = rsa.checkParams({ variant: "r-prime", modulusLength: 2048 });
   * console.log(primes, crtExponentLength); // 3 224
   * ```
   */
  checkParams(params: KeyParamValues): KeyParams {
    return guarded(() => fromBindingsParams(this.#bindings.checkParams(toBindingsParams(params))));
  }

  /**
   * Returns the warning that `generateKey` would give for these parameters, without making a key. The verdict is that of
   * `rsa-variants/security`.
   *
   * @param params the parameters of the key
   * @returns why `generateKey` refuses them (`broken`) or warns about them (`weak`); `undefined` if they are acceptable
   * @throws RsaError `invalid-params`, with the value and the limit
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const warning = rsa.warningFor({ variant: "rebalanced", modulusLength: 2048, crtExponentLength: 160 });
   * console.log(warning?.verdict, warning?.parameter); // broken crtExponentLength
   * ```
   */
  warningFor(params: KeyParamValues): KeyWarning | undefined {
    return guarded(() => this.#bindings.caution(toBindingsParams(params)));
  }

  /**
   * Generates a key. This takes from milliseconds (512 bits) to minutes (`scheme-a`, or 8192 bits and more); use `connect` if the
   * thread must not block.
   *
   * Parameters that you omit get values whose verdict is acceptable (`primes`: as many as OpenSSL allows; `multi-power`
   * 4, `batch` 2). Weak parameters (80 to 109 bits of strength) are reported to `onWarning`; broken ones (below 80 bits) are refused
   * unless `allowBroken` is `true`.
   *
   * @param params the parameters of the key
   * @param options a seed, callbacks, a signal, and what to do about unsafe parameters
   * @throws RsaError `invalid-params` or `broken-params`, before any work; `key-pair-test-failed`, `stuck-generator`,
   * `no-random-numbers`. What a callback throws and the reason of `signal` are passed on unchanged
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "rebalanced", modulusLength: 2048 });
   * console.log(key.components().crtExponents.map((exponent) => exponent.toString(2).length)); // [ 320, 320 ]
   * key.free();
   * ```
   */
  generateKey(params: KeyParams, options: GenerateKeyOptions = {}): PrivateKey {
    this.#heed(params, options);
    return generate(options, (random, report) =>
      this.#privateKey(this.#bindings.PrivateKey.generate(toBindingsParams(params), random, report)),
    );
  }

  /**
   * A part of `generateKey` in one of several workers, after the parameters were judged.
   *
   * @param known primes from earlier parts; overwritten
   * @internal
   */
  generateKeyFrom(
    known: readonly Uint8Array[],
    milliseconds: number,
    params: KeyParams,
    options: GenerateKeyOptions = {},
  ): PrivateKey | FoundPrimes {
    return generateFrom(known, milliseconds, options, (...search) => {
      const key = this.#bindings.PrivateKey.generateFrom(toBindingsParams(params), ...search);
      return key && this.#privateKey(key);
    });
  }

  /**
   * Generates two keys with the same primes (Paixão, Gazzoni Filho 2005): a fast one with short CRT exponents and a long public
   * exponent, and one with a short public exponent, for software that refuses the long one. Both have the same modulus; anyone
   * who has one private key can compute the other.
   *
   * @param params the parameters of the fast key, whose variant is `r-prime` or `rebalanced`
   * @param publicExponent e of the compatible key, whose variant is `multi-prime` or `crt`. Default 65537
   * @param options as for `generateKey`
   * @throws RsaError as for `generateKey`; `wrong-variant` for other variants
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const { fast, compatible } = rsa.generateCommonModulusKeys({ variant: "r-prime", modulusLength: 2048 });
   * console.log(fast.publicKey.modulus === compatible.publicKey.modulus); // true
   * fast.free();
   * compatible.free();
   * ```
   */
  generateCommonModulusKeys(
    params: KeyParams,
    publicExponent: bigint = defaultPublicExponent,
    options: GenerateKeyOptions = {},
  ): CommonModulusKeys<PrivateKey> {
    const exponent = naturalToBytes("publicExponent", publicExponent);
    this.#heed(params, options);
    return generate(options, (random, report) =>
      this.#pair(this.#bindings.PrivateKey.generateCommonModulus(toBindingsParams(params), exponent, random, report)),
    );
  }

  /**
   * A part of `generateCommonModulusKeys`, as `generateKeyFrom`.
   *
   * @internal
   */
  generateCommonModulusKeysFrom(
    known: readonly Uint8Array[],
    milliseconds: number,
    params: KeyParams,
    publicExponent: bigint = defaultPublicExponent,
    options: GenerateKeyOptions = {},
  ): CommonModulusKeys<PrivateKey> | FoundPrimes {
    const exponent = naturalToBytes("publicExponent", publicExponent);
    return generateFrom(known, milliseconds, options, (...search) => {
      const keys = this.#bindings.PrivateKey.generateCommonModulusFrom(toBindingsParams(params), exponent, ...search);
      return keys && this.#pair(keys);
    });
  }

  /**
   * Makes a key from its numbers and checks that they belong together.
   *
   * @param params the parameters of the key
   * @param components its numbers, as `PrivateKey.components` returns them
   * @throws RsaError `inconsistent-key`, with the numbers that contradict each other; `broken-key`, `invalid-params`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * const same = rsa.keyFromComponents(key.params, key.components());
   * key.free();
   * same.free();
   * ```
   */
  keyFromComponents(params: KeyParams, components: KeyComponents): PrivateKey {
    return guarded(() =>
      this.#privateKey(
        this.#bindings.PrivateKey.fromComponents(
          toBindingsParams(params),
          toBindingsComponents(components),
          false,
          false,
        ),
      ),
    );
  }

  /**
   * Imports a private key. The format is detected: PEM or DER of PKCS #1, PKCS #8 or encrypted PKCS #8, PKCS #12, OpenSSH's or
   * PuTTY's format, a JSON Web Key, or this library's JSON, as text, bytes or an object. The key is checked like `PrivateKey.check`;
   * `trusted` skips the primality tests.
   *
   * Only this library's JSON contains the variant. Otherwise a key with two primes becomes `crt`, and one with more becomes
   * `multi-prime`; with a public exponent of more than 256 bits (or of more than half the modulus's) they become `rebalanced` and
   * `r-prime`. A key restricted to RSASSA-PSS loses that restriction.
   *
   * A separate WebAssembly module reads all formats except JWK and JSON, and another one opens PKCS #12 and PuTTY's files; the first
   * call that needs one fetches it. For PBKDF2, the platform derives the key of an encrypted file without blocking this thread.
   * Other derivations (scrypt, bcrypt, PKCS #12's own, Argon2) may block it for a second or more; use `connect` to avoid that.
   *
   * @param data at most 64 KiB; if there are several keys, the first private one is used
   * @param options the password of an encrypted key; `trusted` for keys from your own storage; `allowBroken` for a key that you
   * only want to assess; `onWarning` for what was repaired, `strict` to refuse that, and `limits`
   * @throws RsaError `broken-key` if the primes are too close or CRT exponents are equal; `invalid-encoding` for malformed data;
   * `unsupported-format` for other keys and encryptions; `password-required`, `wrong-password`; `inconsistent-key` if the
   * numbers do not belong together; `invalid-modulus`, `invalid-params`; `load-failed` if the module cannot be loaded (the next
   * call tries again)
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const made = rsa.generateKey({ variant: "r-prime", modulusLength: 2048 });
   * const key = await rsa.importPrivateKey(await made.export("pkcs8-pem"));
   * console.log(key.params.variant); // r-prime
   * made.free();
   * key.free();
   * ```
   */
  importPrivateKey(data: KeyData, options: ImportOptions = {}): Promise<PrivateKey> {
    return guardedPromise(async () =>
      this.#imported(
        this.#privateKey(await this.#read.importPrivateKey(this.#bindings, this.#formats, data, options)),
        options,
      ),
    );
  }

  /**
   * Imports a private or a public key, in any format that `importPrivateKey` and `importPublicKey` accept. Its `type` is `"private"`
   * or `"public"`.
   *
   * @param data at most 64 KiB; if there are several keys, the first private one is used, or else the first public one
   * @param options as for `importPrivateKey`
   * @throws RsaError as for `importPrivateKey`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const made = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * const key = await rsa.importKey(await made.publicKey.export("spki-pem"));
   * console.log(key.type); // public
   * made.free();
   * key.free();
   * ```
   */
  async importKey(data: KeyData, options: ImportOptions = {}): Promise<PrivateKey | PublicKey> {
    // Data and password are read twice, with an await in between: copy them now, in case the caller changes them.
    const own = copyValue(options) as ImportOptions;
    const copies: unknown[] = [own];
    try {
      const copy = isBytes(data) ? copyBytes(toBytes("data", data)) : await this.#read.withoutHolder(data);
      copies.push(copy);
      return await this.importPrivateKey(copy, own).catch((error: unknown) => {
        if (!(error instanceof RsaError) || error.code !== "wrong-key-type") throw error;
        const { password, signal, strict, onWarning, limits } = own;
        return this.importPublicKey(copy, { password, signal, strict, onWarning, limits });
      });
    } finally {
      wipeBytes(copies);
    }
  }

  /**
   * Imports all keys of a file: PEM blocks, PKCS #12, lines of `authorized_keys` or `known_hosts`, a certificate chain, a JSON Web
   * Key Set or an array of JSON Web Keys. One that cannot be used does not hide the others.
   *
   * @param data as for `importKey`, or an array of JSON Web Keys; at most 1 MiB
   * @param options as for `importKey`; `limits` applies to all keys together
   * @returns the keys with their names, and those that were left out with the reason
   * @throws RsaError `invalid-encoding`, `unsupported-format` if no key is recognized; `invalid-params`, `load-failed`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const made = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * const lines = `${(await made.publicKey.export("openssh")).trim()} me@example.org\n`;
   * const { keys, leftOut } = await rsa.importKeys(lines);
   * console.log(keys[0]?.name, keys[0]?.key.type, leftOut.length); // me@example.org public 0
   * for (const { key } of keys) key.free();
   * made.free();
   * ```
   */
  importKeys(data: KeyData | JsonKeys, options: ImportOptions = {}): Promise<ImportedKeys<PrivateKey | PublicKey>> {
    return guardedPromise(async () => {
      const made = await this.#read.importKeys(this.#bindings, this.#formats, data, options);
      const found = this.#read.listKeys(made, (key) =>
        "private" in key ? this.#privateKey(key.private) : new PublicKey(key.public, this.#formats),
      );
      this.#warn(
        found.keys.map(({ key }) => key),
        options,
      );
      return found;
    });
  }

  /**
   * Imports a public key. The format is detected: PEM or DER of SPKI, PKCS #1, an X.509 certificate or a PKCS #10 request, a
   * certificate in PKCS #12, a line `ssh-rsa AAAA…`, a JSON Web Key, or this library's JSON, as text, bytes or an object.
   *
   * **The signature of a certificate or request is not verified**, and its names, dates and extensions are ignored.
   *
   * @param data at most 64 KiB; if there are several keys, the first public one is used
   * @param options `onWarning` for what was repaired, `strict` to refuse that, and `limits`; `password` for PKCS #12
   * @throws RsaError `invalid-encoding`, `unsupported-format`, `wrong-key-type` for a private key, `invalid-modulus`,
   * `invalid-params`; `broken-key` if the modulus is prime, a power, or has a small factor; `password-required`, `wrong-password` for
   * PKCS #12; `load-failed` as for `importPrivateKey`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * const publicKey = await rsa.importPublicKey(await key.publicKey.export("spki-pem"));
   * key.free();
   * publicKey.free();
   * ```
   */
  importPublicKey(data: KeyData, options: PublicImportOptions = {}): Promise<PublicKey> {
    return guardedPromise(async () =>
      this.#imported(
        new PublicKey(await this.#read.importPublicKey(this.#bindings, this.#formats, data, options), this.#formats),
        options,
      ),
    );
  }

  /**
   * Makes a private key from N, e and d only. It finds all prime factors, however many there are (SP 800-56B rev. 2, appendix
   * C.1), and chooses the variant as `importPrivateKey` does.
   *
   * @param exponents N, e and d
   * @throws RsaError `inconsistent-key` if the exponents do not belong to the modulus, or if a prime divides it twice;
   * `broken-key`, `invalid-modulus`, `invalid-params`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const made = rsa.generateKey({ variant: "multi-prime", modulusLength: 2048, primes: 3 });
   * const { modulus, publicExponents, privateExponent } = made.components();
   * const key = rsa.keyFromExponents({ modulus, publicExponent: publicExponents[0] ?? 3n, privateExponent });
   * console.log(key.params.primes); // 3
   * made.free();
   * key.free();
   * ```
   */
  keyFromExponents(exponents: KeyExponents): PrivateKey {
    if (typeof exponents !== "object" || exponents === null) {
      throw invalid("exponents", `must be an object, got ${describe(exponents)}`);
    }
    return guarded(() => this.#privateKey(keyFromExponents(this.#bindings, exponents, false)));
  }

  /**
   * Makes a key from the numbers it had in another worker, without checking them again: the check takes as long as key generation. With
   * their checksum, it refuses numbers that have changed.
   *
   * @internal
   */
  restoreKey(params: KeyParams, components: KeyComponents, checksum?: bigint): PrivateKey {
    return guarded(() =>
      this.#privateKey(
        this.#bindings.PrivateKey.restore(toBindingsParams(params), toBindingsComponents(components), checksum),
      ),
    );
  }

  /**
   * Makes a public key from the numbers it had in another worker; refuses numbers that have changed.
   *
   * @internal
   */
  restorePublicKey(numbers: PublicNumbers, checksum: bigint): PublicKey {
    return guarded(() => new PublicKey(publicKey(this.#bindings, numbers, true, checksum), this.#formats));
  }

  /**
   * Starts a hasher without a key.
   *
   * @internal
   */
  hasher(hash: HashName<PssHash>): Hasher {
    return startHasher(hash, (name) => guarded(() => new this.#bindings.Hasher(name)));
  }

  /**
   * Makes a public key from its numbers.
   *
   * @param modulus N, odd
   * @param publicExponent e, odd, from 3 to less than N; above 8192 bits, a modulus has a shorter limit
   * @param options for an `unbalanced` key, the maximum length of messages
   * @throws RsaError `invalid-modulus`, `invalid-params`; `invalid-encoding` if a number is the bytes of a text or of DER. Unlike an
   * import, this call accepts a modulus that is prime, a power, or has a small factor.
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const publicKey = rsa.publicKey(2n ** 521n - 1n, 65537n);
   * console.log(publicKey.encryptRaw(new Uint8Array([2])).length); // 66
   * publicKey.free();
   * ```
   */
  publicKey(modulus: bigint, publicExponent: bigint, options: PublicKeyOptions = {}): PublicKey {
    return new PublicKey(publicKeyOf(this.#bindings, modulus, publicExponent, options), this.#formats);
  }

  /**
   * Runs some operations with a key that nobody uses, so that the platform compiles this library with its optimizing compiler before
   * you need it. Otherwise the first operations run code that was compiled quickly and takes longer. Call it while a page waits for its
   * user: it blocks this thread for a moment to make that key, then only for short times. It needs to be called once, also for workers.
   *
   * @param options a signal
   * @throws the reason of `signal`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * await rsa.warmUp();
   * ```
   */
  async warmUp(options: AbortOptions = {}): Promise<void> {
    const { signal } = checkOptions(options, abortNames, "{ signal }");
    throwIfAborted(signal);
    const key = this.generateKeyFrom(warmUpPrimes(), Number.POSITIVE_INFINITY, warmUpParams);
    if (!(key instanceof PrivateKey)) throw new RsaError("internal", "the key of a warm-up has other primes");
    try {
      await warmUp(key, signal);
    } finally {
      key.free();
    }
  }

  /**
   * Computes base^exponent mod modulus.
   *
   * @param base a natural number of at most 32768 bits
   * @param exponent a natural number of at most 32768 bits; the running time depends on its value
   * @param modulus odd, at least 3, of at most 16384 bits
   * @param options the engine; with `num-bigint`, the running time depends on all three values
   * @throws RsaError `invalid-modulus`, `invalid-params`, `unknown-engine`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * console.log(rsa.modPow(3n, 1000n, 2n ** 127n - 1n));
   * ```
   */
  modPow(base: bigint, exponent: bigint, modulus: bigint, options: OperationOptions = {}): bigint {
    const numbers = [
      naturalToBytes("base", base),
      naturalToBytes("exponent", exponent),
      naturalToBytes("modulus", modulus),
    ] as const;
    const engine = toEngine(options);
    return bytesToBigInt(guarded(() => this.#bindings.modPow(...numbers, engine)));
  }

  /** @internal */
  takeFormatsFrom(withModule: WithModule): void {
    this.#formats.takeFrom(withModule);
  }

  /** @internal */
  takeContainersFrom(withModule: WithModule): void {
    this.#formats.containers.takeFrom(withModule);
  }

  #heed(params: KeyParams, options: GenerateKeyOptions): void {
    if (mustHeed(options)) heed(this.warningFor(params), options);
  }

  #pair(keys: readonly BindingsPrivateKey[]): CommonModulusKeys<PrivateKey> {
    const [fast, compatible] = keys.map((key) => this.#privateKey(key));
    if (fast === undefined || compatible === undefined)
      throw new RsaError("internal", "keys on a common modulus are two");
    return { fast, compatible };
  }

  #imported<Key extends PrivateKey | PublicKey>(key: Key, options: PublicImportOptions): Key {
    this.#warn([key], options);
    return key;
  }

  /** Warns of imported keys whose parameters are broken, which `generateKey` would refuse. Frees them if the callback throws. */
  #warn(keys: readonly (PrivateKey | PublicKey)[], { onWarning }: PublicImportOptions): void {
    if (onWarning === undefined) return;
    try {
      for (const key of keys) {
        const params =
          key.type === "private" ? key.params : ({ variant: "crt", modulusLength: key.modulusLength } as const);
        const warning = this.warningFor(params);
        if (warning?.verdict === "broken") ofCaller(() => onWarning({ code: "broken", message: warning.message }));
      }
    } catch (error) {
      for (const key of keys) key.free();
      throw error;
    }
  }

  #privateKey(bindings: BindingsPrivateKey): PrivateKey {
    return new PrivateKey(bindings, this.#formats);
  }
}
