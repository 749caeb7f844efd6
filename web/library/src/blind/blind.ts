import { type Bytes, joinBlocks, splitBlocks, toBytes } from "../bytes.js";
import { describe, invalid, RsaError } from "../errors.js";
import { generate, type KeyGenerationProgress, type SeedOptions } from "../generate.js";
import { useKeyFor } from "../key-use.js";
import { callMany, manyNames, type SettledBytes } from "../many.js";
import { checkOptions, checkWholeNumber, type Names, type ReportOptions } from "../options.js";
import {
  fromBindingsComponents,
  fromBindingsParams,
  type KeyComponents,
  type KeyParams,
  overwriteComponents,
  type PrivateKeyNumbers,
} from "../params.js";
import { PrivateKey, usePrivateKey } from "../private-key.js";
import type { BlindBindings } from "./bindings.js";
import { BlindClient, only } from "./client.js";
import { IssuerKey, useIssuerKey } from "./issuer-key.js";
import {
  type IssuerListOptions,
  type IssuerOptions,
  RawSigning,
  requireFaultCheck,
  signatureLength,
} from "./raw-signing.js";
import { type BlindSuiteName, checkSuite, type PartiallyBlindSuiteName } from "./suites.js";

/** The parameters of a key for partially blind signatures. */
export interface PartialKeyParams {
  /** The length of the modulus in bits. */
  readonly modulusLength: number;
}

/** Options of `Blind.generateKey`. */
export interface PartialKeyOptions extends SeedOptions, ReportOptions<KeyGenerationProgress> {}

/** The numbers of a key for partially blind signatures. All except the modulus and the public exponent are secret. */
export interface PartialKeyNumbers {
  /** The parameters, as those of `Rsa.generateKey`. */
  readonly params: KeyParams;
  /** The numbers. */
  readonly components: KeyComponents;
}

const partialKeyNames: Names<PartialKeyParams> = { modulusLength: true };
const partialKeyOptionNames: Names<PartialKeyOptions> = { seed: true, onProgress: true, signal: true };

/**
 * The loaded library of this entry.
 */
export class Blind {
  readonly #bindings: BlindBindings;

  /** @internal */
  constructor(bindings: BlindBindings) {
    this.#bindings = bindings;
  }

  /**
   * The calls of a suite of RFC 9474.
   *
   * @param name the name of the suite
   * @throws RsaError `invalid-params` for an unknown name
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/blind";
   * const suite = (await load()).suite("RSABSSA-SHA384-PSS-Randomized");
   * console.log(suite.name);
   * ```
   */
  suite(name: BlindSuiteName): BlindSuite;
  /**
   * The calls of a suite of partially blind signatures, for one choice of public metadata. The signatures are bound to them.
   *
   * @param name the name of the suite
   * @param info the public metadata, which client, issuer and verifier know: at most 2^32 − 1 bytes. Many clients should share the same,
   * because signatures can be told apart by it
   * @throws RsaError `invalid-params` for an unknown name and for missing metadata
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/blind";
   * const info = new TextEncoder().encode("valid in week 12");
   * const suite = (await load()).suite("RSAPBSSA-SHA384-PSS-Randomized", info);
   * console.log(suite.name);
   * ```
   */
  suite(name: PartiallyBlindSuiteName, info: Bytes): PartiallyBlindSuite;
  suite(name: BlindSuiteName | PartiallyBlindSuiteName, info?: Bytes): BlindSuite | PartiallyBlindSuite {
    const suite = checkSuite(name, info);
    return suite.info === undefined
      ? new BlindSuite(this.#bindings, suite.name, undefined)
      : new PartiallyBlindSuite(this.#bindings, suite.name, suite.info);
  }

  /**
   * Generates a key for partially blind signatures: two safe primes, and e = 65537 (KeyGen). Keys for the suites of RFC 9474 come from
   * `Rsa.generateKey`.
   *
   * @param params the length of the modulus: 512, 1024, 2048, 4096 or 8192 bits. **512 and 1024 bits are too short for real use**;
   * unlike `Rsa.generateKey`, this call does not warn of them
   * @param options a progress callback, a signal, and a seed for tests
   * @returns the numbers of a `crt` key. Pass them to `issuerKey`, or to `Rsa.keyFromComponents` to export the key
   * @throws RsaError `invalid-params` for another length; `no-random-numbers`, `key-pair-test-failed`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/blind";
   * const blind = await load();
   * const key = blind.generateKey({ modulusLength: 2048 });
   * const issuerKey = blind.issuerKey(key);
   * console.log(key.params.variant); // crt
   * issuerKey.free();
   * ```
   */
  generateKey(params: PartialKeyParams, options: PartialKeyOptions = {}): PartialKeyNumbers {
    const { modulusLength } = checkOptions(params, partialKeyNames, "{ modulusLength: 2048 }");
    checkWholeNumber("modulusLength", modulusLength);
    checkOptions(options, partialKeyOptionNames, "{ onProgress }");
    const key = generate(options, (random, report) => this.#bindings.generateKey(modulusLength, random, report));
    if (key === undefined) throw new RsaError("internal", "the call was stopped"); // `generate` throws the reason
    try {
      return { params: fromBindingsParams(key.params), components: fromBindingsComponents(key.components) };
    } finally {
      overwriteComponents(key.components);
    }
  }

  /**
   * Prepares a private key to issue partially blind signatures. It checks that both primes are safe, so do it once per key.
   *
   * @param privateKey a key of `rsa-variants` with two safe primes of the same length (p and (p − 1)/2 are prime) and a modulus of
   * 512, 1024, 2048, 4096 or 8192 bits; or its numbers `{ params, components }`
   * @returns a copy of the key in the memory of this entry: call its `free()`. The original refuses to decrypt and to sign from now on
   * @throws RsaError `invalid-params` for other keys; `inconsistent-key`, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/blind";
   * const blind = await load();
   * const issuerKey = blind.issuerKey(blind.generateKey({ modulusLength: 1024 })); // 1024 bits: for the example only
   * console.log(issuerKey.publicKey.publicExponent); // 65537n
   * issuerKey.free();
   * ```
   */
  issuerKey(privateKey: PrivateKeyNumbers): IssuerKey {
    return new IssuerKey(this.#bindings, privateKey);
  }
}

/** A suite, with the calls of an issuer. */
abstract class Suite<Name extends BlindSuiteName | PartiallyBlindSuiteName, Key> extends BlindClient<Name> {
  /**
   * Signs a blinded message (BlindSign).
   *
   * @param key in a suite of RFC 9474, a private key of `rsa-variants`, of any variant but `unbalanced`, whose guarded raw operation signs; a
   * `batch` key uses its first exponent. From now on it refuses to decrypt and to sign otherwise, and a key that has done so is refused here:
   * an issuer needs a key of its own. In a partially blind suite, the result of `Blind.issuerKey`: the private exponent that belongs to the
   * metadata is derived for this call and not kept
   * @param blindedMessage the client's request, as long as the modulus
   * @param options the engine and blinding; `faultCheck` must stay on
   * @returns the answer for the client, as long as the modulus
   * @throws RsaError `invalid-length` unless the request is as long as the modulus, `message-out-of-range` unless it is below it;
   * `fault-detected` if the machine made an error; `wrong-variant`, `not-invertible` (only `multi-power`), `invalid-params`,
   * `unknown-engine`, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/blind";
   * const blind = await load();
   * const issuerKey = blind.issuerKey(blind.generateKey({ modulusLength: 1024 })); // 1024 bits: for the example only
   * const suite = blind.suite("RSAPBSSA-SHA384-PSS-Randomized", new Uint8Array([12]));
   * const { blindedMessage } = suite.blind(issuerKey.publicKey, suite.prepare(new Uint8Array([1])));
   * console.log(suite.blindSign(issuerKey, blindedMessage).length); // 128
   * issuerKey.free();
   * ```
   */
  blindSign(key: Key, blindedMessage: Bytes, options: IssuerOptions = {}): Uint8Array<ArrayBuffer> {
    const request = toBytes("blindedMessage", blindedMessage);
    return only(this.blindSignMany(key, [request], options));
  }

  /**
   * Signs many blinded messages, which is faster than `blindSign` in a loop: the engine works on several at a time, and the exponent that
   * belongs to the metadata is derived once for 64.
   *
   * @param key as for `blindSign`
   * @param blindedMessages the clients' requests
   * @param options the engine and blinding; `onProgress` gets `{ done, total }` after every 64 requests or more often
   * @returns a result for each request, in the shape of `Promise.allSettled`: a wrong request does not affect the others. Its `reason`
   * is the error that `blindSign` would throw
   * @throws RsaError `wrong-variant`, `invalid-params`, `unknown-engine`, `use-after-free`; `fault-detected` if the key has changed in
   * memory
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * import { load as loadBlind } from "rsa-variants/blind";
   * const key = (await load()).generateKey({ variant: "multi-prime", modulusLength: 2048 });
   * const suite = (await loadBlind()).suite("RSABSSA-SHA384-PSS-Randomized");
   * const messages = [1, 2, 3].map((number) => suite.prepare(new Uint8Array([number])));
   * const requests = suite.blindMany(key.publicKey, messages).map(({ blindedMessage }) => blindedMessage);
   * const answers = suite.blindSignMany(key, requests);
   * console.log(answers.every(({ status }) => status === "fulfilled")); // true
   * key.free();
   * ```
   */
  blindSignMany(key: Key, blindedMessages: readonly Bytes[], options: IssuerListOptions = {}): SettledBytes[] {
    const sign = this.signer(key);
    requireFaultCheck(checkOptions(options, manyNames, "{ onProgress }"));
    return callMany("blindedMessages", blindedMessages, options, sign);
  }

  /**
   * Returns what signs requests with a key.
   *
   * @internal
   */
  abstract signer(key: Key): Parameters<typeof callMany>[3];
}

/**
 * A suite of RFC 9474. Use a key for one suite only, and for nothing else. The example of `finalize` shows who makes which call.
 */
export class BlindSuite extends Suite<BlindSuiteName, PrivateKey> {
  /** @internal */
  override signer(key: PrivateKey): Parameters<typeof callMany>[3] {
    if (!(key instanceof PrivateKey)) {
      throw invalid("privateKey", `must be a PrivateKey of "rsa-variants", got ${describe(key)}`);
    }
    const length = signatureLength(key.params);
    return (joined, ends, chosen) => {
      useKeyFor(key, "blind signatures");
      const requests = Array.from(ends, (end, index) => joined.subarray(ends[index - 1] ?? 0, end));
      const signing = new RawSigning(length, requests);
      for (;;) {
        try {
          const blocks = joinBlocks(signing.blocks, length);
          const answers = usePrivateKey(key, (object) => object.decryptRawMany(blocks, chosen));
          return signing.finish(splitBlocks(answers, length));
        } catch (error) {
          signing.refuse(error);
        }
      }
    };
  }
}

/**
 * A suite of partially blind signatures, with public metadata. Use a key for one suite only, and for nothing else.
 */
export class PartiallyBlindSuite extends Suite<PartiallyBlindSuiteName, IssuerKey> {
  readonly #metadata: Uint8Array;

  /** @internal */
  constructor(bindings: BlindBindings, name: PartiallyBlindSuiteName, info: Uint8Array) {
    super(bindings, name, info);
    this.#metadata = info;
  }

  /** @internal */
  override signer(key: IssuerKey): Parameters<typeof callMany>[3] {
    return (joined, ends, { engine, blinding }) =>
      useIssuerKey(key, (object) => object.blindSign(joined, ends, this.#metadata, engine, blinding));
  }
}
