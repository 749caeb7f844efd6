import { guarded } from "../errors.js";
import type { ModuleBindings, WithModule } from "../instantiate.js";
import { abortNames, checkOptions, checkWholeNumber, type Names, reporting, throwIfAborted } from "../options.js";
import {
  type BindingsComponents,
  type BindingsParams,
  generatorSeed,
  type KeyParamValues,
  overwriteComponents,
  type PrivateKeyNumbers,
  toBindingsParams,
} from "../params.js";
import { copyValue } from "../workers/protocol.js";
import {
  type AssessKeyOptions,
  type Assessment,
  type AssessOptions,
  type BindingsAssessment,
  type BindingsKeyAssessment,
  type BindingsPublicKey,
  fromBindingsAssessment,
  fromBindingsKeyAssessment,
  isKey,
  type KeyAssessment,
  toAssessable,
  toOthers,
  type Verdict,
} from "./assess.js";
import {
  type AttackProgress,
  type AttackProgressOptions,
  attackNames,
  type BindingsAttackProgress,
  demonstrationNames,
  fromBindings,
  namesOf,
  type PublicKeyNumbers,
  paramOptions,
  type SeedOptions,
  seedNames,
  toBindingsOptions,
  toBindingsTarget,
} from "./attack.js";
import {
  type Attack,
  type AttackName,
  type AttackOptions,
  type AttackOutcome,
  type AttackTarget,
  attackNamed,
  attacks,
  type Demonstration,
  type DemonstrationOptions,
} from "./attacks.js";
import type { AttacksModule } from "./attacks-module.js";

/**
 * The generated bindings of the verdicts' WebAssembly module, as this package uses them. Integers are big-endian bytes. A test
 * compiles this interface against the generated declarations.
 */
export interface SecurityBindings extends ModuleBindings {
  targets(): Uint32Array;
  /** Worst first. */
  verdicts(): [verdict: Verdict, least: number][];
  assess(params: BindingsParams, publicExponentLength: number | undefined): BindingsAssessment;
  assessPublicKey(
    modulus: Uint8Array,
    publicExponent: Uint8Array,
    messageLength: number | undefined,
    others: BindingsPublicKey[],
  ): BindingsKeyAssessment;
  assessPrivateKey(
    params: BindingsParams,
    components: BindingsComponents,
    others: BindingsPublicKey[],
  ): BindingsKeyAssessment;
}

const assessNames: Names<AssessOptions> = { ...abortNames, publicExponentLength: true };
const assessKeyNames: Names<AssessKeyOptions> = { ...abortNames, others: true };

/** The loaded WebAssembly of this entry. Its calls block the thread while they compute. */
export class Security {
  readonly #bindings: SecurityBindings;
  readonly #attacks: AttacksModule;

  /** The strengths by which standards grade keys, in bits: 80, 112, 128. */
  readonly targets: readonly number[];
  /** The lowest strength of each verdict, in bits, worst first: 0, 80, 110, 125. */
  readonly thresholds: Readonly<Record<Verdict, number>>;
  /** The attacks that you can run: `attacks` of this entry. */
  readonly attacks: readonly Attack[] = attacks;

  /** @internal */
  constructor(bindings: SecurityBindings, attacks: AttacksModule) {
    this.#bindings = bindings;
    this.#attacks = attacks;
    this.targets = Object.freeze([...bindings.targets()]);
    this.thresholds = Object.freeze(Object.fromEntries(bindings.verdicts()) as Record<Verdict, number>);
  }

  /**
   * Assesses parameters: lists the known methods against keys with these parameters, and the verdict that follows. It judges
   * sizes, not a particular key: if you have a key, assess the key itself.
   *
   * Formulas are good to ±5 bits and cover only published methods. A large quantum computer would break all RSA.
   *
   * @param params the parameters for `generateKey`
   * @param options the length of e, if it is not that of key generation
   * @throws RsaError `invalid-params` as `generateKey`, and for a length that e cannot have
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/security";
   * const security = await load();
   * const { verdict, strength, advice } = security.assess({ variant: "multi-prime", modulusLength: 2048, primes: 4 });
   * console.log(verdict, strength, advice); // weak 98 Use r = 3 instead of 4.
   * ```
   */
  assess(params: KeyParamValues, options?: AssessOptions): Assessment;
  /**
   * Assesses a key by its actual numbers. With a public key, this looks for every known defect that takes about a second to find
   * (`lookedFor`), and for what it shares with `others`. A private key also shows the lengths of its primes and CRT exponents, and
   * known patterns in its primes. The verdict is the worst one of all methods and findings, or `none-found`: no check can tell
   * whether a key is random (`unseen`).
   *
   * A public key hides its primes, so its verdict without findings is the best possible one.
   *
   * The numbers of a private key are copied into the memory of this module, which is overwritten afterwards. Nothing here is
   * constant-time.
   *
   * @param key a `PublicKey` or `{ modulus, publicExponent }`; a `PrivateKey` or `{ params, components }`
   * @param options other keys to compare with
   * @throws RsaError `invalid-params` if the input is not a key; `inconsistent-key` if a number is missing; `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/security";
   * const security = await load();
   * const prime = 2n ** 521n - 1n;
   * const { verdict, keyFindings } = security.assess({ modulus: prime * prime, publicExponent: 65537n });
   * console.log(verdict, keyFindings[0]?.code); // broken close-primes
   * ```
   */
  assess(key: PublicKeyNumbers | PrivateKeyNumbers, options?: AssessKeyOptions): KeyAssessment;
  assess(
    subject: KeyParamValues | PublicKeyNumbers | PrivateKeyNumbers,
    options: AssessOptions & AssessKeyOptions = {},
  ): Assessment | KeyAssessment {
    if (isKey(subject)) return this.#assessKey(subject, options);
    const params = toBindingsParams(subject);
    const { publicExponentLength, signal } = checkOptions(options, assessNames, "{ publicExponentLength: 1024 }");
    throwIfAborted(signal);
    if (publicExponentLength !== undefined) checkWholeNumber("publicExponentLength", publicExponentLength);
    return guarded(() => fromBindingsAssessment(this.#bindings.assess(params, publicExponentLength)));
  }

  #assessKey(key: PublicKeyNumbers | PrivateKeyNumbers, options: AssessKeyOptions): KeyAssessment {
    const { others: otherKeys = [], signal } = checkOptions(options, assessKeyNames, "{ others: [key] }");
    throwIfAborted(signal);
    const others = toOthers(otherKeys);
    const assessable = toAssessable(key);
    if (assessable.kind === "public") {
      return guarded(() => fromBindingsKeyAssessment(this.#bindings.assessPublicKey(...assessable.numbers, others)));
    }
    const { params, components } = assessable;
    try {
      return guarded(() => fromBindingsKeyAssessment(this.#bindings.assessPrivateKey(params, components, others)));
    } finally {
      overwriteComponents(components);
    }
  }

  /**
   * Makes a fresh key to try an attack on, with whatever else the attacker sees, and the secrets for comparison. **Never use such
   * keys for anything else.** The first call loads the module of the attacks; then the computation blocks this thread.
   *
   * @param name one of `attacks`, such as `small-private-exponent` (Wiener 1990)
   * @param options the shape of the key, which may withstand the attack; seed; progress
   * @throws RsaError `invalid-params` with the limit and the value; that or `attack-not-applicable` for a variant that the attack
   * does not suit; `load-failed` as `load`. Errors from `onProgress` and the reason of `signal` are thrown unchanged.
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/security";
   * const security = await load();
   * const { target, withCheck } = await security.demonstration("fault", { variant: "crt", modulusLength: 1024 });
   * const outcome = await security.runAttack("fault", target);
   * console.log(outcome.found, withCheck.released); // true false
   * ```
   */
  async demonstration<Name extends AttackName>(
    name: Name,
    options: DemonstrationOptions<Name> = {},
  ): Promise<Demonstration<Name>> {
    const { demonstrationOptions, acceptsKeyParams } = attackNamed(name);
    // Of two with the same name, the second counts: the attack's own knows its choices.
    const fields = [...(acceptsKeyParams ? paramOptions : []), ...demonstrationOptions];
    checkOptions(options, { ...demonstrationNames, ...namesOf(fields) }, "{ modulusLength: 1024 }");
    throwIfAborted(options.signal);
    const random = generatorSeed(options.seed);
    const given = copyValue(options) as typeof options;
    const bindings = await this.#attacks.bindings();
    const made = reportingGuarded(given, (report) =>
      bindings.demonstration(name, toBindingsOptions(fields, given), random, report),
    );
    return fromBindings(made) as Demonstration<Name>;
  }

  /**
   * Attacks a key. The first call loads the module of the attacks; then the computation blocks this thread, possibly for minutes.
   * Use `connect` to run attacks in workers.
   *
   * @param name one of `attacks`, such as `small-private-exponent` (Wiener 1990)
   * @param target what the attacker has
   * @param options what to look for; progress
   * @returns what was found, or why nothing was found, with figures of the run
   * @throws RsaError `attack-not-applicable` for a key that the attack does not suit; `invalid-params` with the limit and the
   * value; `invalid-modulus` for numbers that are not a key; `message-out-of-range` for numbers that are not below N;
   * `inconsistent-key` (`common-modulus` for an owner) for exponents that are not a pair; `load-failed` as `load`. Errors from
   * `onProgress` and the reason of `signal` are thrown unchanged.
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/security";
   * const security = await load();
   * const { target, secret } = await security.demonstration("small-crt-exponents", { variant: "scheme-b" });
   * const outcome = await security.runAttack("small-crt-exponents", target, {
   *   onProgress: ({ step, done, expected }) => console.log(step, done, expected),
   * });
   * if (outcome.found) console.log(outcome.primes, secret.primes, outcome.seconds);
   * else console.log(outcome.reason);
   * ```
   */
  async runAttack<Name extends AttackName>(
    name: Name,
    target: AttackTarget<Name>,
    options: AttackOptions<Name> = {},
  ): Promise<AttackOutcome<Name>> {
    const attack = attackNamed(name);
    const names = { ...attackNames, ...(attack.acceptsSeed ? seedNames : {}), ...namesOf(attack.options) };
    checkOptions(options, names, "{ onProgress: console.log }");
    throwIfAborted(options.signal);
    const [on, given] = [copyValue(target), copyValue(options) as AttackProgressOptions & SeedOptions];
    const bindings = await this.#attacks.bindings();
    const outcome = reportingGuarded(given, (report) => {
      const [keys, chosen] = [toBindingsTarget(attack.targets, on), toBindingsOptions(attack.options, given)];
      return bindings.runAttack(name, keys, chosen, generatorSeed(given.seed), report);
    });
    return fromBindings(outcome) as AttackOutcome<Name>;
  }

  /** @internal */
  takeAttacksFrom(withModule: WithModule): void {
    this.#attacks.takeFrom(withModule);
  }
}

/** The bindings already report progress in this form. */
function toProgress(progress: AttackProgress): AttackProgress {
  return progress;
}

function reportingGuarded<R>(
  options: AttackProgressOptions,
  call: (report: BindingsAttackProgress | undefined) => R,
): R {
  return reporting(options, toProgress, (report) => guarded(() => call(report)));
}
