import { naturalToBytes } from "../bytes.js";
import { describe, invalid, RsaError } from "../errors.js";
import type { AbortOptions } from "../options.js";
import { checkWholeNumber } from "../options.js";
import {
  type BindingsComponents,
  type BindingsParams,
  componentsOf,
  fromBindingsParams,
  type KeyParams,
  type PrivateKeyNumbers,
  toBindingsComponents,
  toBindingsParams,
} from "../params.js";
import { hinekLimit } from "../theory/cost.js";
import { type AsBindings, fromBindings, type PublicKeyNumbers, type Source, toKeyArguments } from "./attack.js";
import type { AttackName } from "./attacks.js";

/** The verdict on parameters or on one method: below 80 bits of strength, from 80, from 110, and from 125. */
export type Verdict = "broken" | "weak" | "acceptable" | "good";

/** A method of attack. */
export type Method =
  /** Factors the whole modulus, whatever its primes. */
  | "number-field-sieve"
  /** Finds the smallest prime. */
  | "elliptic-curve"
  /** Finds a repeated prime with class groups of binary quadratic forms. */
  | "class-group"
  /** Finds a repeated prime with lattices. */
  | "prime-power-lattice"
  /** Short CRT exponents: a meet-in-the-middle search over w bits. */
  | "crt-exponent-search"
  /** Short CRT exponents of two primes and any e: lattices that approach a limit as they grow (Takayasu, Lu, Peng). */
  | "crt-exponent-lattice"
  /** Short CRT exponents of two primes and a short e: a small lattice, in seconds (Bleichenbacher, May). */
  | "crt-exponent-small-e-lattice"
  /** One short CRT exponent and a short e: lattices that approach a limit as they grow (Lu, Zhang, Peng, Lin). */
  | "one-crt-exponent-lattice"
  /** Short CRT exponents of three or more primes and a short e: small lattices (derived here; Hinek). */
  | "multi-prime-crt-exponent-lattice";

/**
 * How close to practice an attack with the verdict "broken" is:
 * - `here`: an attack or a check of this package breaks the key, in minutes at most;
 * - `practical`: others have broken keys of this size, or published tools do so within days;
 * - `theory`: only a formula or an asymptotic limit says so, and no run at this size is known.
 */
export type Reach = "here" | "practical" | "theory";

/**
 * The basis of a strength: a condition or a count that holds as stated (`exact`), or a fitted formula or a limit (`estimate`).
 */
export type Basis = "exact" | "estimate";

/** What one method achieves against a set of parameters. */
export interface Finding {
  /** The method. */
  readonly method: Method;
  /** The method's name to display. */
  readonly name: string;
  /**
   * The work in whole bits; formulas are good to ±5 bits. 0 if it takes polynomial time; 80 within the margin above the limit of
   * the lattices, where the cost is unknown.
   */
  readonly strength: number;
  /** The lowest and the highest figure in bits, if the estimate is only a range; `strength` is the lowest. */
  readonly strengthRange?: readonly [least: number, greatest: number];
  /** The verdict that this method alone would give. */
  readonly verdict: Verdict;
  /** How well the strength is known. */
  readonly basis: Basis;
  /** How close the method is to practice; only if its verdict is "broken". */
  readonly reach?: Reach;
  /** The attack of this package that runs the method; only if `reach` is `here`. */
  readonly attack?: AttackName;
  /** The reason, with the numbers: one or two sentences. */
  readonly reason: string;
  /** The paper or standard that describes it. */
  readonly source: Source;
}

/** Whether FIPS 186-5 and SP 800-56B rev. 2 allow parameters, which is a different question from strength. */
export interface Conformance {
  /** Whether both standards allow the parameters. */
  readonly conforms: boolean;
  /** Why they do not conform, one sentence each. */
  readonly reasons: readonly string[];
}

/** The most distinct primes of equal length that a modulus of this length may have, by several criteria. */
export interface PrimeLimits {
  /** OpenSSL's limit. */
  readonly openssl: number;
  /** Hinek's guidelines as printed by Hansen, Larsen and Olsen: `hinekLimit` of `rsa-variants/theory`. */
  readonly hinek: number;
  /** By the formulas used here: the most that make factoring no easier than two primes do. */
  readonly sameStrength: number;
  /** By the same formulas: the most that are acceptable, up to 8. Absent if even two primes are too weak. */
  readonly acceptable?: number;
}

/** The assessment of a set of parameters against every method that this package knows. */
export interface Assessment {
  /** The parameters, with all defaults filled in. */
  readonly params: KeyParams;
  /** The length of e in bits that the verdict assumes; the longest one if a key has several. */
  readonly publicExponentLength: number;
  /** The verdict on `strength`, unless `cap` lowers it. */
  readonly verdict: Verdict;
  /** How close the most practical attack is to practice; only if the verdict is "broken". */
  readonly reach?: Reach;
  /** The lowest strength among the findings, in bits. */
  readonly strength: number;
  /** The first of the findings, which decides the verdict. */
  readonly decisive: Finding;
  /** The second of the findings, if there is one. */
  readonly runnerUp?: Finding;
  /** One finding for each method that applies, lowest strength first. */
  readonly findings: readonly Finding[];
  /** Why the verdict is lower than the strength suggests: the variant is little studied. */
  readonly cap?: string;
  /** Further remarks, each one or more sentences. */
  readonly notes: readonly string[];
  /** What to change, in one or two sentences. Absent if the parameters are acceptable. */
  readonly advice?: string;
  /** The parameters with the smallest change that makes them acceptable, for a new key. */
  readonly advised?: KeyParams;
  /** Whether standards allow the parameters. */
  readonly conformance: Conformance;
  /** How many primes a modulus of this length may have. */
  readonly primeLimits: PrimeLimits;
}

/** The common part of assessments of parameters and of keys, as the bindings return it. */
export interface BindingsJudgment
  extends Omit<Assessment, "params" | "decisive" | "runnerUp" | "advised" | "primeLimits"> {
  advised?: BindingsParams;
  primeLimits: Omit<PrimeLimits, "hinek">;
}

/** An assessment as the bindings return it. */
export interface BindingsAssessment extends BindingsJudgment {
  params: BindingsParams;
}

/** Options of an assessment. */
export interface AssessOptions extends AbortOptions {
  /**
   * The length of e in bits, for a key with short CRT exponents whose e is not as long as key generation would make it. With a
   * shorter e, the lattices reach further. Default: the length that key generation would give it.
   */
  readonly publicExponentLength?: number | undefined;
}

/** Converts an assessment from the bindings. */
export function fromBindingsAssessment({ params, ...rest }: BindingsAssessment): Assessment {
  return { ...commonMembers(rest, params.modulusLength), params: fromBindingsParams(params) };
}

/**
 * The common members of assessments of parameters and of keys.
 * @internal
 */
export function commonMembers(
  { advised, primeLimits, ...rest }: BindingsJudgment,
  modulusLength: number,
): Omit<Assessment, "params"> {
  const [decisive, runnerUp] = rest.findings;
  if (decisive === undefined) throw new RsaError("internal", "an assessment without a finding");
  return {
    ...rest,
    decisive,
    ...(runnerUp === undefined ? {} : { runnerUp }),
    ...(advised === undefined ? {} : { advised: fromBindingsParams(advised) }),
    primeLimits: { ...primeLimits, hinek: hinekLimit(modulusLength) },
  };
}

/** A defect of one key, or something unusual about it. */
export interface KeyFinding {
  /** A stable name: `close-primes`, `shared-prime`, `roca` and so on. */
  readonly code: string;
  /** `note` is a remark that does not lower the verdict. */
  readonly severity: "broken" | "weak" | "note";
  /** The attacker's remaining work in bits; absent for a note. */
  readonly strength?: number;
  /** How close to practice the attack is; only if it breaks the key. */
  readonly reach?: Reach;
  /** The reason, with the numbers: one or two sentences. */
  readonly reason: string;
  /** The paper or standard that describes it. */
  readonly source: Source;
  /** What to do, in one sentence. */
  readonly remedy: string;
  /** A divisor of N, if the public key alone revealed one. */
  readonly factor?: bigint;
}

/**
 * The verdict on a key. No check can tell whether a key is random, so none calls it safe: `none-found` means that its lengths are
 * neither broken nor weak, and that no known defect was found. `assess(key.params)` has the verdict on the lengths of a private key.
 */
export type KeyVerdict = "broken" | "weak" | "none-found";

/** The assessment of a key: the methods that its actual lengths allow, and the defects of this particular key. */
export interface KeyAssessment extends Omit<Assessment, "params" | "verdict"> {
  /** The worst verdict of all methods and findings. */
  readonly verdict: KeyVerdict;
  /** The verdict in words: `broken`, `weak`, or how many known defects were looked for and not found. */
  readonly summary: string;
  /** The known defects that were looked for. */
  readonly lookedFor: readonly string[];
  /** What such a check cannot see, in one or two sentences. */
  readonly unseen: string;
  /** The parameters of a private key. A public key does not show its variant. */
  readonly params?: KeyParams;
  /** The length of N in bits. */
  readonly modulusLength: number;
  /** The defects of this key, worst first; may be empty. */
  readonly keyFindings: readonly KeyFinding[];
  /** What decided the verdict: the reason of a key finding or of a method. */
  readonly why: string;
}

/** The assessment of a key as the bindings return it. */
export interface BindingsKeyAssessment extends BindingsJudgment {
  params?: BindingsParams;
  modulusLength: number;
  keyFindings: AsBindings<KeyFinding>[];
  summary: string;
  lookedFor: string[];
  unseen: string;
}

/** Options of an assessment of a key. */
export interface AssessKeyOptions extends AbortOptions {
  /** Other keys, which may share a prime, bits of a prime, or the modulus with this one. The same key again does not count. */
  readonly others?: readonly PublicKeyNumbers[] | undefined;
}

/** Another public key as the bindings accept it. */
export type BindingsPublicKey = [modulus: Uint8Array, publicExponent: Uint8Array];

/** A key as the bindings accept it. */
export type KeyArguments =
  | {
      readonly kind: "public";
      readonly numbers: [modulus: Uint8Array, publicExponent: Uint8Array, messageLength: number | undefined];
    }
  | { readonly kind: "private"; readonly params: BindingsParams; readonly components: BindingsComponents };

/** Whether the input is a key rather than a set of parameters. */
export function isKey(input: unknown): input is PublicKeyNumbers | PrivateKeyNumbers {
  return typeof input === "object" && input !== null && ("modulus" in input || "components" in input);
}

/** Checks and converts a key of either kind. */
export function toAssessable(key: PublicKeyNumbers | PrivateKeyNumbers): KeyArguments {
  if (!("components" in key)) {
    const { messageLength } = key;
    if (messageLength !== undefined) checkWholeNumber("messageLength", messageLength);
    return { kind: "public", numbers: [...toKeyArguments(key), messageLength] };
  }
  return { kind: "private", params: toBindingsParams(key.params), components: toBindingsComponents(componentsOf(key)) };
}

/** Checks and converts other public keys. */
export function toOthers(others: readonly PublicKeyNumbers[]): BindingsPublicKey[] {
  if (!Array.isArray(others)) throw invalid("others", `must be an array, got ${describe(others)}`);
  return others.map((key: PublicKeyNumbers, index) => [
    naturalToBytes(`others[${index}].modulus`, key.modulus),
    naturalToBytes(`others[${index}].publicExponent`, key.publicExponent),
  ]);
}

/** Converts the assessment of a key from the bindings. */
export function fromBindingsKeyAssessment(bindings: BindingsKeyAssessment): KeyAssessment {
  const { params, keyFindings: given, summary, lookedFor, unseen, ...rest } = bindings;
  const keyFindings = given.map((finding) => fromBindings<KeyFinding>(finding));
  const members = commonMembers(rest, rest.modulusLength);
  const worst = keyFindings.find(({ strength }) => strength !== undefined && strength === rest.strength);
  const { decisive, verdict } = members;
  return {
    ...members,
    verdict: verdict === "broken" || verdict === "weak" ? verdict : "none-found",
    summary,
    lookedFor,
    unseen,
    modulusLength: rest.modulusLength,
    ...(params === undefined ? {} : { params: fromBindingsParams(params) }),
    keyFindings,
    why: worst === undefined ? `${decisive.name}: ${decisive.reason}` : worst.reason,
  };
}
