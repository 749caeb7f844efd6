/** The limits and defaults of parameters. crates/rsa/src/{defaults.rs,params/limits.rs} explain them; a test compares the two. */
import { limitReasons } from "../generated/limits.js";
import { checkWholeNumber } from "../options.js";
import { checkVariant, type KeyParams, type KeyParamValues } from "../params.js";
import { factsOf, hasParam, type Variant, type VariantFacts } from "../variants.js";

/**
 * The public exponents of `batch`, in the order of the places. They are pairwise coprime, and a key has the first b of them.
 *
 * @example
 * ```ts
 * import { batchExponents } from "rsa-variants/theory";
 * console.log(batchExponents.slice(0, 4).join(", ")); // 3, 5, 7, 11
 * ```
 */
export const batchExponents: readonly number[] = /* @__PURE__ */ Object.freeze([3, 5, 7, 11, 13, 17, 19, 23]);

/** A parameter that only some variants have. */
export type OwnParam = VariantFacts["params"][number];

/** The possible values of a parameter: those from `least` to `most`. If `least` exceeds `most`, no value is possible. */
export interface ParamLimits {
  /** The smallest value. */
  readonly least: number;
  /** The largest value. */
  readonly most: number;
  /** The value that key generation uses if you choose none. */
  readonly default: number;
  /** Why a smaller value is not possible. */
  readonly whyLeast: string;
  /** Why a greater value is not possible. */
  readonly whyMost: string;
}

/**
 * Returns the limits of each parameter of a variant except n, which has 128 to 16384 bits.
 *
 * The limits of one parameter depend on those before it in the order n, r, s, e, w, b, |p|: on the values that you pass, or on their
 * defaults. Three conditions are no limits: s has no factor in common with r, e is odd, and n²·|e| is at most 8192³.
 *
 * @param params the variant, n, and the parameters that you have already chosen
 * @returns lengths in bits; for `publicExponent`, the limits of its length
 * @throws RsaError `invalid-params` for an unknown variant or a number that is not whole
 *
 * @example
 * ```ts
 * import { paramLimits } from "rsa-variants/theory";
 * const { crtExponentLength } = paramLimits({ variant: "r-prime", modulusLength: 2048, primes: 3 });
 * console.log(crtExponentLength?.most, crtExponentLength?.default); // 682 224
 * console.log(crtExponentLength?.whyMost); // a CRT exponent is no longer than a prime
 * ```
 */
export function paramLimits(params: KeyParamValues): { readonly [Name in OwnParam]?: ParamLimits } {
  const { variant, modulusLength } = params;
  checkVariant(variant);
  checkWholeNumber("modulusLength", modulusLength);
  const reasons: Partial<Record<OwnParam, readonly [string, string]>> = limitReasons[variant];
  const limits = factsOf(variant).params.map((name) => {
    const [whyLeast = "", whyMost = ""] = reasons[name] ?? [];
    return [name, { ...limitsOf[name](params), whyLeast, whyMost }];
  });
  return Object.fromEntries(limits);
}

type Values = Pick<ParamLimits, "least" | "most" | "default">;

const limitsOf: Readonly<Record<OwnParam, (params: KeyParamValues) => Values>> = {
  primes: ({ variant, modulusLength: n }) => {
    const { leastPrimes = 2, defaultPrimes } = factsOf(variant);
    const usual = defaultPrimes?.findLast(([length]) => length <= n)?.[1] ?? leastPrimes;
    return { least: leastPrimes, most: Math.min(8, Math.floor(n / 64)), default: usual };
  },
  multiplicity: (params) => {
    const [n, r] = [params.modulusLength, primesOf(params)];
    const fits = (s: number) => {
      let p = Math.floor(n / r); // the longest p that leaves a multiple of s for q, if any does
      while (p >= 0 && (n - r * p) % s > 0) p -= 1;
      return p < 0 || p >= 64;
    };
    let most = 0;
    while (2 * most + 2 < r && fits(most + 1)) most += 1;
    return { least: 1, most, default: 1 };
  },
  publicExponent: ({ variant, modulusLength: n }) => {
    const isLong = factsOf(variant).publicExponent === "chosen-long";
    const long = isLong ? 32 * Math.floor((Math.floor(n / 4) - 112) / 32) : 0;
    const half = Math.floor(n / 2);
    return { least: 2, most: isLong ? half : Math.min(256, half), default: Math.max(17, long) };
  },
  crtExponentLength: (params) => {
    const { variant, modulusLength: n } = params;
    const { cofactorLength, triesPerBit, fixedBits = 0 } = factsOf(variant).crtExponentRoom ?? {};
    const primes = primesOf(params);
    const e = exponentLengthOf(params);
    const prime = Math.floor(n / primes);
    const lengthOfK = triesPerBit === undefined ? 0 : (16 * Math.ceil(n * triesPerBit)).toString(2).length + fixedBits;
    const product = cofactorLength === undefined ? 0 : Math.ceil(n / 2) + cofactorLength - e;
    const least = Math.max(16, lengthOfK, product);
    const most = triesPerBit === undefined ? prime : Math.floor((n - 1) / 2);
    return { least, most, default: Math.min(Math.max(least, safeExponentLength(n, primes, e)), most, prime) };
  },
  batchSize: () => ({ least: 2, most: batchExponents.length, default: 4 }),
  primeLength: ({ modulusLength: n }) => {
    const [least, most] = [Math.max(64, n - 8192), Math.floor((n - 1) / 2)];
    return { least, most, default: Math.min(Math.max(least, safePrimeLength(n)), most) };
  },
};

function primesOf(params: KeyParamValues): number {
  if (!hasParam(params.variant, "primes")) return 2;
  const { primes = limitsOf.primes(params).default } = params;
  checkWholeNumber("primes", primes);
  return Math.max(1, primes);
}

/** The length of e in bits: of the parameter, or of the e that key generation computes. */
export function exponentLengthOf(params: KeyParamValues): number {
  const { variant, modulusLength, publicExponent } = params;
  const { publicExponentExcess } = factsOf(variant);
  if (hasParam(variant, "publicExponent")) {
    return publicExponent?.toString(2).length ?? limitsOf.publicExponent(params).default;
  }
  return publicExponentExcess === undefined ? modulusLength : Math.ceil(modulusLength / 2) + publicExponentExcess;
}

/** The least multiple of 32 for which every known attack on short CRT exponents needs 2^110 operations. */
function safeExponentLength(n: number, primes: number, e: number): number {
  if (primes !== 2) return 224;
  const reached = Math.trunc(0.52 * n - Math.sqrt((n * e) / 7));
  const asked = Math.max(0, 110 - Math.max(0, Math.floor(n / 4) - e));
  const cofactor = asked === 0 ? 0 : Math.ceil((e + asked) / 3);
  return 32 * Math.ceil(Math.max(220, reached + 1, Math.floor(n / 2) + cofactor - e) / 32);
}

/** The least multiple of 32 for which the elliptic curve method needs 2^110 operations (Lenstra 2001). */
function safePrimeLength(n: number): number {
  const operations = (bits: number) => {
    const l = bits * Math.LN2;
    return 2 * Math.log2(Math.max(1, n)) + Math.sqrt(2 * l * Math.log(l)) / Math.LN2 - 17.34;
  };
  let length = 32;
  while (operations(length) < 109.5) length += 32;
  return length;
}

/** The default of e for a variant with this parameter: a power of two plus 1. */
export function defaultPublicExponent(variant: Variant, modulusLength: number): bigint {
  return (1n << BigInt(limitsOf.publicExponent({ variant, modulusLength }).default - 1)) + 1n;
}

/** A value that was not possible, and the one that takes its place. */
export interface ParamChange {
  /** The name of the parameter. */
  readonly name: Exclude<OwnParam, "publicExponent">;
  /** The value that is not possible. */
  readonly from: number;
  /** The nearest possible value. */
  readonly to: number;
  /** Why the first value is not possible. */
  readonly reason: string;
}

/**
 * Replaces each value that is not possible by the nearest possible one. It changes neither n nor e. Where no value is possible, the
 * result is refused like the original: check it with `Rsa.checkParams`.
 *
 * @param params key parameters
 * @returns the parameters, and what was changed
 * @throws RsaError `invalid-params` for an unknown variant or a number that is not whole
 *
 * @example
 * ```ts
 * import { nearestParams } from "rsa-variants/theory";
 * const { params, changes } = nearestParams({ variant: "r-prime", modulusLength: 2048, primes: 2 });
 * console.log(params.primes); // 3
 * console.log(changes[0]?.reason); // with two primes, its keys are those of rebalanced
 * ```
 */
export function nearestParams(params: KeyParams): { params: KeyParams; changes: readonly ParamChange[] } {
  const changes: ParamChange[] = [];
  let nearest: KeyParamValues = params;
  for (const name of factsOf(params.variant).params) {
    const from = params[name];
    const limits = paramLimits(nearest)[name];
    if (typeof from !== "number" || limits === undefined || name === "publicExponent") continue;
    checkWholeNumber(name, from);
    const within = Math.max(limits.least, Math.min(from, limits.most));
    const to = name === "multiplicity" ? coprimeTo(primesOf(nearest), within) : within;
    if (to === from) continue;
    const reason = from < limits.least ? limits.whyLeast : from > limits.most ? limits.whyMost : commonFactor;
    changes.push({ name, from, to, reason });
    nearest = { ...nearest, [name]: to };
  }
  return { params: nearest as KeyParams, changes };
}

const commonFactor = "it must have no factor in common with the number of primes";

/** The greatest number up to this one that has no factor in common with r. */
function coprimeTo(primes: number, multiplicity: number): number {
  let found = Math.max(1, multiplicity);
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  while (divisor(primes, found) > 1) found -= 1;
  return found;
}
