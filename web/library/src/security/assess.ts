import { naturalToBytes } from "../bytes.js";
import { describe, invalid, RsaError } from "../errors.js";
import type { AbortOptions } from "../options.js";
import {
  checkWholeNumber,
  componentsOf,
  fromGlueParams,
  type GlueComponents,
  type GlueParams,
  type KeyParams,
  type PrivateKeyNumbers,
  toGlueComponents,
  toGlueParams,
} from "../params.js";
import { hinekLimit } from "../theory/cost.js";
import { fromGlued, type Glued, type PublicKeyNumbers, type Source, toKeyArguments } from "./attack.js";
import type { AttackName } from "./attacks.js";

/** What is to be thought of parameters or of one attack on them: below 80 bits, from 80, from 110, from 125. */
export type Verdict = "broken" | "weak" | "acceptable" | "good";

/** A method of attack. */
export type Method =
  /** Factoring the whole modulus, whatever its primes. */
  | "number-field-sieve"
  /** Finding the smallest prime. */
  | "elliptic-curve"
  /** A repeated prime, by class groups of binary quadratic forms. */
  | "class-group"
  /** A repeated prime, by lattices. */
  | "prime-power-lattice"
  /** Short CRT exponents: a search over w bits that meets in the middle. */
  | "crt-exponent-search"
  /** Short CRT exponents of two primes and any e: lattices that grow towards a limit (Takayasu, Lu, Peng). */
  | "crt-exponent-lattice"
  /** Short CRT exponents of two primes and a short e: a small lattice, in seconds (Bleichenbacher, May). */
  | "crt-exponent-small-e-lattice"
  /** One short CRT exponent and a short e: lattices that grow towards a limit (Lu, Zhang, Peng, Lin). */
  | "one-crt-exponent-lattice"
  /** Short CRT exponents of three or more primes and a short e: small lattices (derived here; Hinek). */
  | "multi-prime-crt-exponent-lattice";

/**
 * How close to practice an attack with the verdict "broken" is: `here`, it runs in this package in minutes; `practical`, others
 * have done it at this size or published tools do it within days; `theory`, a formula or the limit of growing lattices says so
 * and no run at this size is known.
 */
export type Reach = "here" | "practical" | "theory";

/** What a strength rests on: a condition or a count that holds as it stands, or a fitted formula or a limit. */
export type Basis = "exact" | "estimate";

/** What one method does to a set of parameters. */
export interface Finding {
  readonly method: Method;
  /** The method's name for people. */
  readonly name: string;
  /**
   * Bits of work, whole: formulas are good to ±5 bits. 0 where it takes polynomial time; 80 within the margin above the line of
   * the lattices, where no cost is known.
   */
  readonly strength: number;
  /** The least and the greatest bits of work, where the estimate is no better than a range; `strength` is the least. */
  readonly strengthRange?: readonly [least: number, greatest: number];
  /** What it alone would make of the parameters. */
  readonly verdict: Verdict;
  readonly basis: Basis;
  /** How close to practice it is, where its verdict is "broken". */
  readonly reach?: Reach;
  /** The attack of this package that carries it out, where `reach` is `here`. */
  readonly attack?: AttackName;
  /** Why, with the numbers: a sentence. */
  readonly reason: string;
  readonly source: Source;
}

/** Whether parameters are among those that FIPS 186-5 and SP 800-56B rev. 2 know; that is another question than strength. */
export interface Conformance {
  readonly conforms: boolean;
  /** Why they do not, a sentence each. */
  readonly reasons: readonly string[];
}

/** The most distinct primes of equal length for a modulus of this length, by several readings. */
export interface PrimeLimits {
  /** What OpenSSL makes. */
  readonly openssl: number;
  /** Hinek's guidelines as Hansen, Larsen and Olsen print them: `hinekLimit` of `rsa-variants/theory`. */
  readonly hinek: number;
  /** By the formulas used here: the most that make factoring no easier than with two. */
  readonly sameStrength: number;
  /** By the same formulas: the most that are acceptable, up to 8. Absent where even two primes are too weak. */
  readonly acceptable?: number;
}

/** The assessment of a set of parameters against every method that this package knows. */
export interface Assessment {
  /** The parameters, nothing left open. */
  readonly params: KeyParams;
  /** Bits of the public exponent that was reckoned with; of the longest where a key has several. */
  readonly publicExponentLength: number;
  /** The verdict: that on `strength`, unless `cap` says otherwise. */
  readonly verdict: Verdict;
  /** How close to practice the most practical attack is, where the verdict is "broken". */
  readonly reach?: Reach;
  /** The least of the findings' strengths, in bits. */
  readonly strength: number;
  /** The first of the findings. */
  readonly decisive: Finding;
  /** The second, where there is one. */
  readonly runnerUp?: Finding;
  /** What every method that applies does, least strength first. */
  readonly findings: readonly Finding[];
  /** Why the verdict is not as good as the strength: for variants that few have studied. */
  readonly cap?: string;
  /** What else is to be known, a sentence each. */
  readonly notes: readonly string[];
  /** What to change: a sentence. Absent where the parameters are acceptable. */
  readonly advice?: string;
  /** The parameters with the smallest change that makes them acceptable, for a new key. */
  readonly advised?: KeyParams;
  readonly conformance: Conformance;
  readonly primeLimits: PrimeLimits;
}

/** What assessments of parameters and of keys have in common, as it crosses. */
export interface GlueJudgement
  extends Omit<Assessment, "params" | "decisive" | "runnerUp" | "advised" | "primeLimits"> {
  advised?: GlueParams;
  primeLimits: Omit<PrimeLimits, "hinek">;
}

/** As it crosses. */
export interface GlueAssessment extends GlueJudgement {
  params: GlueParams;
}

/** Options of an assessment. */
export interface AssessOptions extends AbortOptions {
  /**
   * Bits of e, for a key of a variant with short CRT exponents whose e has another length than key generation gives it: a
   * shorter e makes the lattices reach further. Default: the length that key generation gives it.
   */
  readonly publicExponentLength?: number | undefined;
}

/** The assessment as this package gives it. */
export function fromGlueAssessment({ params, ...rest }: GlueAssessment): Assessment {
  return { ...commonMembers(rest, params.modulusLength), params: fromGlueParams(params) };
}

/**
 * What assessments of parameters and of keys have in common.
 * @internal
 */
export function commonMembers(
  { advised, primeLimits, ...rest }: GlueJudgement,
  modulusLength: number,
): Omit<Assessment, "params"> {
  const [decisive, runnerUp] = rest.findings;
  if (decisive === undefined) throw new RsaError("internal", "an assessment without a finding");
  return {
    ...rest,
    decisive,
    ...(runnerUp === undefined ? {} : { runnerUp }),
    ...(advised === undefined ? {} : { advised: fromGlueParams(advised) }),
    primeLimits: { ...primeLimits, hinek: hinekLimit(modulusLength) },
  };
}

/** A defect of one key, or something unusual about it. */
export interface KeyFinding {
  /** A stable name: `close-primes`, `shared-prime`, `roca` and so on. */
  readonly code: string;
  /** `note` is a remark that lowers no verdict. */
  readonly severity: "broken" | "weak" | "note";
  /** Bits of work that the defect leaves; absent for a note. */
  readonly strength?: number;
  /** How close to practice it is, where it breaks the key. */
  readonly reach?: Reach;
  /** Why, with the numbers: a sentence. */
  readonly reason: string;
  readonly source: Source;
  /** What to do: a sentence. */
  readonly remedy: string;
  /** A divisor of N, where the public key alone gave one away. */
  readonly factor?: bigint;
}

/** The assessment of a key: by the methods that its actual lengths allow, and by what is wrong with this key alone. */
export interface KeyAssessment extends Omit<Assessment, "params"> {
  /** The parameters of a private key. A public key does not show its variant. */
  readonly params?: KeyParams;
  /** Bits of N. */
  readonly modulusLength: number;
  /** What is wrong with this key, worst first; may be empty. */
  readonly keyFindings: readonly KeyFinding[];
  /** What decided the verdict, a key finding or a method: a sentence. */
  readonly why: string;
}

/** As it crosses. */
export interface GlueKeyAssessment extends GlueJudgement {
  params?: GlueParams;
  modulusLength: number;
  keyFindings: Glued<KeyFinding>[];
}

/** Options of an assessment of a key. */
export interface AssessKeyOptions extends AbortOptions {
  /** Further keys, which may share a prime with this one. The same modulus again is no finding. */
  readonly others?: readonly PublicKeyNumbers[] | undefined;
}

/** A key as it crosses. */
export type KeyArguments =
  | {
      readonly kind: "public";
      readonly numbers: [modulus: Uint8Array, publicExponent: Uint8Array, messageLength: number | undefined];
    }
  | { readonly kind: "private"; readonly params: GlueParams; readonly components: GlueComponents };

/** Whether the input is a key, and no set of parameters. */
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
  return { kind: "private", params: toGlueParams(key.params), components: toGlueComponents(componentsOf(key)) };
}

/** The moduli of other keys. */
export function toModuli(others: readonly PublicKeyNumbers[]): Uint8Array[] {
  if (!Array.isArray(others)) throw invalid("others", `must be an array, got ${describe(others)}`);
  return others.map((key: PublicKeyNumbers, index) => naturalToBytes(`others[${index}].modulus`, key.modulus));
}

/** The assessment of a key as this package gives it. */
export function fromGlueKeyAssessment(glue: GlueKeyAssessment): KeyAssessment {
  const { params, keyFindings: glued, ...rest } = glue;
  const keyFindings = glued.map((finding) => fromGlued<KeyFinding>(finding));
  const members = commonMembers(rest, rest.modulusLength);
  const worst = keyFindings.find(({ strength }) => strength !== undefined && strength === rest.strength);
  const { decisive } = members;
  return {
    ...members,
    modulusLength: rest.modulusLength,
    ...(params === undefined ? {} : { params: fromGlueParams(params) }),
    keyFindings,
    why: worst === undefined ? `${decisive.name}: ${decisive.reason}` : worst.reason,
  };
}
