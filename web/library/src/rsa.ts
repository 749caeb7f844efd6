import type { PssHash } from "./algorithms.js";
import type { Build } from "./builds.js";
import { type Bytes, bytesToBigInt, copyBytes, isBytes, naturalToBytes, toBytes } from "./bytes.js";
import { describe, guarded, guardedPromise, invalid, RsaError } from "./errors.js";
import type { ImportOptions } from "./formats/formats.js";
import { importPrivateKey, importPublicKey, type KeyData, keyFromExponents, publicKey } from "./formats/import.js";
import type { KeyExponents } from "./formats/jwk.js";
import type { FormatsModule } from "./formats/module.js";
import type { Glue, GluePrivateKey, GlueProgress } from "./glue.js";
import { type Hasher, startHasher } from "./hasher.js";
import type { WithModule } from "./instantiate.js";
import {
  type AbortOptions,
  abortNames,
  checkOptions,
  type Names,
  type OperationOptions,
  type ReportOptions,
  reporting,
  throwIfAborted,
  toEngine,
} from "./options.js";
import {
  fromGlueParams,
  generatorSeed,
  type KeyComponents,
  type KeyParams,
  type KeyParamValues,
  toGlueComponents,
  toGlueParams,
} from "./params.js";
import { PrivateKey } from "./private-key.js";
import { PublicKey } from "./public-key.js";
import type { Engine } from "./variants.js";
import { checkSafety, heed, type KeyWarning, type SafetyOptions, safetyNames } from "./warning.js";

/** Options of `publicKey`. */
export interface PublicKeyOptions extends AbortOptions {
  /** The greatest length of a message in bits, only with an `unbalanced` key: its `PublicKey.messageLength`. */
  readonly messageLength?: number | undefined;
}

const publicKeyNames: Names<PublicKeyOptions> = { ...abortNames, messageLength: true };

/** How far key generation is. */
export interface KeyGenerationProgress {
  /** `primes`: a prime was found. `candidates`: a candidate for the present prime was tried. */
  readonly phase: "primes" | "candidates";
  /** Primes found, or candidates tried for the present prime. */
  readonly done: number;
  /** Primes wanted, or the mean number of candidates that a prime needs: `done` may well pass it. */
  readonly expected: number;
}

/** Options of key generation. */
export interface GenerateKeyOptions extends SafetyOptions, ReportOptions<KeyGenerationProgress> {
  /**
   * 1 to 32 bytes that fix the key, for tests and measurements. **Unfit for real keys**: anyone who knows or guesses the seed
   * has the key. Without it the randomness is `crypto.getRandomValues`.
   */
  readonly seed?: Bytes | undefined;
}

const generateKeyNames: Names<GenerateKeyOptions> = { ...safetyNames, seed: true, onProgress: true, signal: true };

/** e of a compatible key unless another is asked for. */
export const defaultPublicExponent = 65537n;

/** Two keys on one set of primes. */
export interface CommonModulusKeys<Key> {
  /** With short CRT exponents and a long public exponent. */
  readonly fast: Key;
  /** With the short public exponent that all software takes. */
  readonly compatible: Key;
}

/** Makes keys from the seed or from fresh randomness, and reports meanwhile. */
function generate<R>(
  options: GenerateKeyOptions,
  make: (random: Uint8Array, report: GlueProgress | undefined) => R,
): R {
  const random = generatorSeed(options.seed);
  try {
    return reporting(options, toProgress, (report) => guarded(() => make(random, report)));
  } finally {
    random.fill(0);
  }
}

function toProgress(phase: string, done: number, expected: number): KeyGenerationProgress {
  return { phase: phase as KeyGenerationProgress["phase"], done, expected }; // the core knows no other phases
}

/**
 * The library, loaded. Its calls are synchronous and block the thread, but for those that read and write keys, which may have to
 * fetch a module first; `connect` gives the same calls in workers.
 */
export class Rsa {
  /** Which compilation of the WebAssembly runs. */
  readonly build: Build;
  /** The engines that run here, fastest first; the first is the default. */
  readonly engines: readonly Engine[];
  readonly #glue: Glue;
  readonly #formats: FormatsModule;

  /** @internal */
  constructor(build: Build, glue: Glue, formats: FormatsModule) {
    this.build = build;
    this.#glue = glue;
    this.#formats = formats;
    this.engines = Object.freeze(guarded(() => glue.engines() as Engine[]));
  }

  /**
   * Checks key parameters without making a key.
   *
   * @param params what the key is to be like; which parameters belong to the variant is checked here
   * @returns the parameters with every value that applies filled in
   * @throws RsaError `invalid-params` naming the limit and the value
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * console.log(rsa.checkParams({ variant: "r-prime", modulusLength: 2048 })); // primes 3, crtExponentLength 224
   * ```
   */
  checkParams(params: KeyParamValues): KeyParams {
    return guarded(() => fromGlueParams(this.#glue.checkParams(toGlueParams(params))));
  }

  /**
   * Says what is wrong with key parameters, by the verdict of `rsa-variants/security`, without making a key.
   *
   * @param params what the key is to be like
   * @returns why `generateKey` refuses them (`broken`) or warns of them (`weak`); `undefined` where they are acceptable
   * @throws RsaError `invalid-params` naming the limit and the value
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
    return guarded(() => this.#glue.caution(toGlueParams(params)));
  }

  /**
   * Makes a key. From milliseconds (512 bits) to minutes (`scheme-a`, or 8192 bits and more): use `connect` where the
   * thread must not block.
   *
   * What `params` leaves open is the fastest that no known attack breaks. Weak parameters (80 to 109 bits of strength) are told to
   * `onWarning`; broken ones (below 80 bits) are refused, unless `allowBroken` is `true`.
   *
   * @param params what the key is to be like
   * @param options seed, progress, and what to do about unsafe parameters
   * @throws RsaError `invalid-params` or `broken-params` before any work; what `onProgress` throws, and the reason
   * of `signal`, as they are
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "rebalanced", modulusLength: 2048 });
   * console.log(key.components().crtExponents.map((exponent) => exponent.toString(2).length)); // [320, 320]
   * key.free();
   * ```
   */
  generateKey(params: KeyParams, options: GenerateKeyOptions = {}): PrivateKey {
    this.#heed(params, options);
    return generate(options, (random, report) =>
      this.#privateKey(this.#glue.PrivateKey.generate(toGlueParams(params), random, report)),
    );
  }

  /**
   * Makes two keys on one set of primes (Paixão, Gazzoni Filho 2005): a fast one with short CRT exponents and a long public
   * exponent, and one with a short public exponent, for software that refuses the long one. Both have the same modulus, and
   * whoever has one has both.
   *
   * @param params what the fast key is to be like: `r-prime` or `rebalanced`
   * @param publicExponent e of the compatible key, which is `multi-prime` or `crt`
   * @param options as for `generateKey`
   * @throws RsaError as `generateKey`; `wrong-variant` for other variants
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
    return generate(options, (random, report) => {
      const keys = this.#glue.PrivateKey.generateCommonModulus(toGlueParams(params), exponent, random, report);
      const [fast, compatible] = keys.map((key) => this.#privateKey(key));
      if (fast === undefined || compatible === undefined)
        throw new RsaError("internal", "keys on a common modulus are two");
      return { fast, compatible };
    });
  }

  /**
   * Makes a key from its numbers and checks that they belong together.
   *
   * @throws RsaError `inconsistent-key` naming what contradicts, `broken-key`, `invalid-params`
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
        this.#glue.PrivateKey.fromComponents(toGlueParams(params), toGlueComponents(components), false, false),
      ),
    );
  }

  /**
   * A private key in any format, told apart by content: PEM or DER of PKCS#1, PKCS#8 or encrypted PKCS#8, OpenSSH's format, a
   * JSON Web Key, or this library's JSON, as text, bytes or an object. The key is checked as by `PrivateKey.check`; with
   * `trusted`, without the tests of primality.
   *
   * Only this library's JSON names a variant. Otherwise two primes become `crt`, more become `multi-prime`; with a public
   * exponent of more than 256 bits (or of more than half the modulus's) they become `rebalanced` and `r-prime`. A key for
   * RSASSA-PSS only loses that restriction.
   *
   * All but the last two are read by a separate WebAssembly module, which the first call that needs it fetches. An encrypted key
   * blocks this thread for a second or more: use `connect` where it must not.
   *
   * @param data at most 64 KiB; of several PEM blocks the first private key is taken
   * @param options the password of an encrypted key; `trusted` for keys from a store of your own; `allowBroken` for a key that is
   * only to be assessed
   * @throws RsaError `broken-key` for a key whose primes are too close or whose CRT exponents are equal; `invalid-encoding` for
   * data that do not parse, `unsupported-format` for other keys and encryptions,
   * `password-required`, `wrong-password`, `inconsistent-key` for numbers that make no key, `invalid-modulus`,
   * `invalid-params`; `load-failed` when the module cannot be loaded, which the next call tries again
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
      this.#privateKey(await importPrivateKey(this.#glue, this.#formats, data, options)),
    );
  }

  /**
   * A key of either kind in any format, told apart by content, as `importPrivateKey` and `importPublicKey` read it. `type` says
   * which kind it is.
   *
   * @param data at most 64 KiB; of several PEM blocks the first private key is taken, or else the first public key
   * @param options the password of an encrypted private key; `trusted` and `allowBroken` as `importPrivateKey`
   * @throws RsaError as `importPrivateKey`
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
    // Read twice: as they are at the call.
    const copy = isBytes(data) ? copyBytes(toBytes("data", data)) : data;
    try {
      return await this.importPrivateKey(copy, options);
    } catch (error) {
      if (!(error instanceof RsaError) || error.code !== "wrong-key-type") throw error;
      return await this.importPublicKey(copy);
    } finally {
      if (copy instanceof Uint8Array) copy.fill(0);
    }
  }

  /**
   * A public key in any format, told apart by content: PEM or DER of SPKI, PKCS#1, an X.509 certificate or a PKCS#10 request, a
   * line `ssh-rsa AAAA…`, a JSON Web Key, or this library's JSON, as text, bytes or an object.
   *
   * **The signature of a certificate or request is not verified**, and its names, dates and extensions are not looked at.
   *
   * @param data at most 64 KiB; of several PEM blocks the first public key is taken
   * @throws RsaError `invalid-encoding`, `unsupported-format` (for a private key too), `invalid-modulus`, `invalid-params`;
   * `load-failed` as `importPrivateKey`
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
  importPublicKey(data: KeyData): Promise<PublicKey> {
    return guardedPromise(
      async () => new PublicKey(await importPublicKey(this.#glue, this.#formats, data), this.#formats),
    );
  }

  /**
   * A private key from N, e and d alone, whose primes are found (SP 800-56B rev. 2, appendix C.1), as many as there are. The
   * variant is chosen as by `importPrivateKey`.
   *
   * @throws RsaError `inconsistent-key` where the exponents do not belong to the modulus, or a prime stands in it twice;
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
    return guarded(() => this.#privateKey(keyFromExponents(this.#glue, exponents, false)));
  }

  /**
   * A key once more, unchecked, from what it gave in another worker: the check takes as long as key generation.
   *
   * @internal
   */
  restoreKey(params: KeyParams, components: KeyComponents): PrivateKey {
    return guarded(() =>
      this.#privateKey(this.#glue.PrivateKey.restore(toGlueParams(params), toGlueComponents(components))),
    );
  }

  /**
   * Starts a hash value, where there is no key at hand that could.
   *
   * @internal
   */
  hasher(hash: PssHash): Hasher {
    return startHasher(hash, (name) => guarded(() => new this.#glue.Hasher(name)));
  }

  /**
   * A public key from its numbers.
   *
   * @param modulus N, odd
   * @param publicExponent e, of any length
   * @param options the length of messages, with an `unbalanced` key
   * @throws RsaError `invalid-modulus`, `invalid-params`
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
    const { messageLength, signal } = checkOptions(options, publicKeyNames, "{ messageLength: 639 }");
    throwIfAborted(signal);
    const numbers = { modulus, publicExponent, messageLength };
    return guarded(() => new PublicKey(publicKey(this.#glue, numbers), this.#formats));
  }

  /**
   * base^exponent mod modulus.
   *
   * @param base a natural number of at most 32768 bits
   * @param exponent a natural number of at most 32768 bits; time depends on its value
   * @param modulus odd, at least 3, of at most 16384 bits
   * @param options which engine; `num-bigint` takes a time that depends on all three values
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
    return bytesToBigInt(guarded(() => this.#glue.modPow(...numbers, toEngine(options))));
  }

  /** @internal */
  takeFormatsFrom(withModule: WithModule): void {
    this.#formats.takeFrom(withModule);
  }

  /** Checks the options, and the parameters unless whatever they are is to be made without a word. */
  #heed(params: KeyParams, options: GenerateKeyOptions): void {
    checkSafety(checkOptions(options, generateKeyNames, "{ onProgress }"));
    if (options.allowBroken === true && options.onWarning === undefined) return;
    heed(this.warningFor(params), options);
  }

  #privateKey(glue: GluePrivateKey): PrivateKey {
    return new PrivateKey(glue, this.#formats);
  }
}
