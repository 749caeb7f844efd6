/**
 * The generated bindings of the WebAssembly module of `rsa-variants/security` as this package uses them. All integers are
 * big-endian bytes. A test compiles this interface against the generated declarations.
 */
import type { GlueComponents, GlueParamArguments, GlueParams } from "../glue.js";
import type { ModuleGlue } from "../instantiate.js";
import type { Assessment, PrimeLimits, Verdict } from "./assess.js";
import type { AttackProgress } from "./attack.js";
import type { OwnerTarget } from "./attacks/common-modulus.js";
import type { AttackName, AttackOutcome, Demonstration } from "./attacks.js";
import type { Glued } from "./glued.js";
import type { KeyFinding } from "./key.js";

/** What assessments of parameters and of keys have in common. */
export interface GlueJudgement
  extends Omit<Assessment, "params" | "decisive" | "runnerUp" | "advised" | "primeLimits"> {
  advised?: GlueParams;
  primeLimits: Omit<PrimeLimits, "hinek">;
}

export interface GlueAssessment extends GlueJudgement {
  params: GlueParams;
}

export interface GlueKeyAssessment extends GlueJudgement {
  params?: GlueParams;
  modulusLength: number;
  keyFindings: Glued<KeyFinding>[];
}

/** Returns false to cancel. */
export type GlueAttackProgress = (progress: AttackProgress) => boolean;

export type GlueAttackOutcome<Name extends AttackName = AttackName> = Glued<AttackOutcome<Name>>;
export type GlueDemonstration<Name extends AttackName = AttackName> = Glued<Demonstration<Name>>;

type GlueKey = [modulus: Uint8Array, publicExponent: Uint8Array];
type Reporting = [onProgress: GlueAttackProgress | undefined];
type Drawing = [random: Uint8Array, onProgress: GlueAttackProgress | undefined];

/** An attack on a key, and demonstrations of keys that the library makes. */
type Run<Name extends AttackName, Rest extends unknown[]> = (...args: [...GlueKey, ...Rest]) => GlueAttackOutcome<Name>;
type Demonstrate<Name extends AttackName, Rest extends unknown[]> = (
  ...args: [...Rest, ...Drawing]
) => GlueDemonstration<Name>;

export interface SecurityGlue extends ModuleGlue {
  targets(): Uint32Array;
  /** Worst first. */
  verdicts(): [verdict: Verdict, least: number][];
  assess(...args: [...params: GlueParamArguments, publicExponentLength: number | undefined]): GlueAssessment;
  assessPublicKey(modulus: Uint8Array, publicExponent: Uint8Array, others: Uint8Array[]): GlueKeyAssessment;
  assessPrivateKey(params: GlueParams, components: GlueComponents, others: Uint8Array[]): GlueKeyAssessment;

  smallCrtExponents: Run<"small-crt-exponents", [crtExponentLength: number | undefined, ...Reporting]>;
  smallCrtExponentsDemonstration: Demonstrate<"small-crt-exponents", [params: GlueParams]>;
  partialExposure: Run<
    "partial-exposure",
    [
      end: string,
      knownBits: number,
      crtExponentLength: number,
      firstPart: Uint8Array,
      secondPart: Uint8Array,
      ...Reporting,
    ]
  >;
  partialExposureDemonstration: Demonstrate<
    "partial-exposure",
    [
      modulusLength: number,
      publicExponentLength: number | undefined,
      crtExponentLength: number | undefined,
      end: string,
      knownBits: number | undefined,
    ]
  >;
  severalCrtExponents: Run<"several-crt-exponents", [crtExponentLength: number | undefined, ...Drawing]>;
  severalCrtExponentsDemonstration: Demonstrate<
    "several-crt-exponents",
    [modulusLength: number, publicExponentLength: number | undefined, crtExponentLength: number | undefined]
  >;
  smallPrivateExponent: Run<"small-private-exponent", Reporting>;
  smallPrivateExponentDemonstration: Demonstrate<
    "small-private-exponent",
    [modulusLength: number, short: string, exponentLength: number | undefined]
  >;
  commonModulus: Run<
    "common-modulus",
    [secondPublicExponent: Uint8Array, firstCiphertext: Uint8Array, secondCiphertext: Uint8Array, ...Reporting]
  >;
  commonModulusOwner(
    modulus: Uint8Array,
    publicExponents: Uint8Array[],
    privateExponent: Uint8Array,
    ...rest: Reporting
  ): GlueAttackOutcome<"common-modulus">;
  commonModulusDemonstration(
    params: GlueParams,
    ...rest: Drawing
  ): GlueDemonstration<"common-modulus"> & { ownerTarget: Glued<OwnerTarget> };
  fault: Run<"fault", [message: Uint8Array, signature: Uint8Array, ...Reporting]>;
  faultDemonstration: Demonstrate<"fault", [params: GlueParams, place: string]>;
  clockSeed: Run<"clock-seed", [firstSecond: number, seconds: number, modulusLength: number | undefined, ...Reporting]>;
  clockSeedDemonstration: Demonstrate<"clock-seed", [modulusLength: number, firstSecond: number, seeding: string]>;
  meetInTheMiddle: Run<"meet-in-the-middle", [crtExponentLength: number, ...Drawing]>;
  meetInTheMiddleDemonstration: Demonstrate<"meet-in-the-middle", [params: GlueParams]>;
  classGroup: Run<"class-group", [primes: number, mostMultipliers: number | undefined, ...Drawing]>;
  classGroupDemonstration: Demonstrate<"class-group", [modulusLength: number, primes: number]>;
  ellipticCurve: Run<
    "elliptic-curve",
    [primeLength: number, primes: number, allPrimes: boolean, mostCurves: number | undefined, ...Drawing]
  >;
  ellipticCurveDemonstration: Demonstrate<
    "elliptic-curve",
    [modulusLength: number, primes: number | undefined, primeLength: number | undefined]
  >;
}
