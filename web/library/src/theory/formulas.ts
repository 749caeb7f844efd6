/** Formulas and default parameters of each variant. crates/rsa/src/defaults.rs explains the defaults; a test compares the two. */
import { hasParam, type Variant } from "../variants.js";

/** Complete key parameters. Lengths are in bits. */
export interface Lengths {
  /** n */
  readonly modulusLength: number;
  /** r */
  readonly primes: number;
  /** w */
  readonly crtExponentLength: number;
  /** b */
  readonly batchSize: number;
  /** |p|; n/2 if the variant does not have this parameter */
  readonly primeLength: number;
  readonly publicExponent: bigint;
}

interface Formulas {
  /** The speed-up of the private operation over `original`. */
  readonly speedup: (lengths: Lengths) => number;
  /** The number of modular multiplications in one encryption. */
  readonly encryption: (lengths: Lengths) => number;
  /** The default of r; if absent, 2. */
  readonly defaultPrimes?: (n: number) => number;
  /** The length of e for variants without a parameter e; if absent, that of N. */
  readonly publicExponentLength?: (n: number) => number;
  /** The length of the default e for variants with a parameter e; if absent, 17 (65537). */
  readonly defaultPublicExponentLength?: (n: number) => number;
  /** The maximum of w; if absent, the length of a prime. */
  readonly longestCrtExponent?: (n: number) => number;
}

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

const byLength = (n: number) => (n < 4096 ? 3 : n < 8192 ? 4 : 5);
const chosenExponent = ({ publicExponent }: Lengths) => multiplicationsOf(publicExponent);
/** An e as long as N, half of whose bits are 1. */
const longExponent = ({ modulusLength: n }: Lengths) => n - 1 + (n - 1) / 2;
const twoShortExponents = ({ modulusLength: n, crtExponentLength: w }: Lengths) => (2 * n) / w;
/** Both schemes tie the length of the primes to that of e. */
const belowPrime = (n: number) => Math.floor((n - 1) / 2);

export const formulas: Readonly<Record<Variant, Formulas>> = {
  original: { speedup: () => 1, encryption: chosenExponent },
  crt: { speedup: () => 4, encryption: chosenExponent },
  "multi-prime": { speedup: ({ primes: r }) => r ** 2, encryption: chosenExponent, defaultPrimes: byLength },
  "multi-power": {
    speedup: ({ primes: r }) => r ** 3 / 2,
    encryption: chosenExponent,
    defaultPrimes: (n) => (n < 640 ? 3 : 4),
  },
  rebalanced: { speedup: twoShortExponents, encryption: longExponent },
  "r-prime": {
    speedup: ({ modulusLength: n, primes: r, crtExponentLength: w }) => (n * r) / w,
    encryption: longExponent,
    defaultPrimes: byLength,
  },
  "scheme-a": {
    speedup: twoShortExponents,
    encryption: ({ modulusLength: n }) => Math.floor(n / 2) + 56,
    publicExponentLength: (n) => Math.ceil(n / 2) + 56,
    longestCrtExponent: belowPrime,
  },
  "scheme-b": {
    speedup: twoShortExponents,
    encryption: ({ modulusLength: n }) => Math.floor(n / 2),
    publicExponentLength: (n) => Math.ceil(n / 2),
    longestCrtExponent: belowPrime,
  },
  tunable: {
    speedup: twoShortExponents,
    encryption: chosenExponent,
    defaultPublicExponentLength: (n) => Math.max(17, 32 * Math.floor((Math.floor(n / 4) - 112) / 32)),
  },
  batch: {
    // b messages share r exponentiations with n/r bits, as multi-prime has for one.
    speedup: ({ primes: r, batchSize: b }) => b * r ** 2,
    encryption: ({ batchSize: b }) =>
      batchExponents.slice(0, b).reduce((sum, e) => sum + multiplicationsOf(BigInt(e)), 0) / b,
  },
  // One exponentiation of |p| bits modulo |p| bits. The encryption that checks the result is left out, like all guards.
  unbalanced: { speedup: ({ modulusLength: n, primeLength: p }) => (n / p) ** 3, encryption: chosenExponent },
};

/** The number of multiplications for a power with this exponent, by repeated squaring. */
export function multiplicationsOf(exponent: bigint): number {
  const bits = exponent.toString(2);
  return bits.length - 1 + (bits.split("1").length - 2);
}

/** The default of r. */
export function defaultPrimes(variant: Variant, modulusLength: number): number {
  return formulas[variant].defaultPrimes?.(modulusLength) ?? 2;
}

/**
 * Returns the default of |p|, the length of the short prime of `unbalanced` keys: within its limits, the least multiple of 32 for
 * which the elliptic curve method needs 2^110 operations (Lenstra 2001).
 *
 * @param modulusLength n, bits
 * @returns bits
 *
 * @example
 * ```ts
 * import { defaultPrimeLength } from "rsa-variants/theory";
 * console.log(defaultPrimeLength(2048)); // 640
 * ```
 */
export function defaultPrimeLength(modulusLength: number): number {
  const operations = (bits: number) => {
    const l = bits * Math.LN2;
    return 2 * Math.log2(modulusLength) + Math.sqrt(2 * l * Math.log(l)) / Math.LN2 - 17.34;
  };
  let length = 32;
  while (operations(length) < 109.5) length += 32;
  const { least, most } = primeLengthLimits(modulusLength);
  return Math.min(Math.max(length, least), most);
}

/**
 * Returns the limits of |p|, the length of the short prime of `unbalanced` keys. If `least` exceeds `most`, no length is possible.
 *
 * @param modulusLength n, bits
 * @returns bits
 *
 * @example
 * ```ts
 * import { primeLengthLimits } from "rsa-variants/theory";
 * console.log(primeLengthLimits(2048)); // { least: 64, most: 1023 }
 * ```
 */
export function primeLengthLimits(modulusLength: number): { least: number; most: number } {
  return { least: Math.max(64, modulusLength - 8192), most: Math.floor((modulusLength - 1) / 2) };
}

/**
 * Returns the default of e for variants that have this parameter.
 *
 * @param variant the variant
 * @param modulusLength n, bits
 *
 * @example
 * ```ts
 * import { defaultPublicExponent } from "rsa-variants/theory";
 * console.log(defaultPublicExponent("crt", 2048)); // 65537n
 * ```
 */
export function defaultPublicExponent(variant: Variant, modulusLength: number): bigint {
  const length = formulas[variant].defaultPublicExponentLength?.(modulusLength) ?? 17;
  return (1n << BigInt(length - 1)) + 1n;
}

/**
 * Returns the maximum of w, the length of a CRT exponent: that of a prime; for `scheme-a` and `scheme-b` with even n, one bit less.
 *
 * @param variant the variant
 * @param modulusLength n, bits
 * @param primes r; ignored if the variant does not have this parameter
 * @returns bits
 *
 * @example
 * ```ts
 * import { longestCrtExponent } from "rsa-variants/theory";
 * console.log(longestCrtExponent("r-prime", 2048, 3)); // 682
 * ```
 */
export function longestCrtExponent(variant: Variant, modulusLength: number, primes: number): number {
  const longest = formulas[variant].longestCrtExponent?.(modulusLength);
  return longest ?? Math.floor(modulusLength / (hasParam(variant, "primes") ? primes : 2));
}

/**
 * Returns the default of w for keys with this e: the least multiple of 32 that no known attack makes weaker than 110 bits.
 *
 * @param variant the variant
 * @param modulusLength n, bits
 * @param primes r; ignored if the variant does not have this parameter
 * @param publicExponent e; ignored if the variant does not have this parameter, because it then determines the length of e
 * @returns bits
 *
 * @example
 * ```ts
 * import { defaultCrtExponentLength } from "rsa-variants/theory";
 * console.log(defaultCrtExponentLength("tunable", 2048, 2, 2n ** 383n + 1n)); // 736
 * ```
 */
export function defaultCrtExponentLength(
  variant: Variant,
  modulusLength: number,
  primes: number,
  publicExponent: bigint,
): number {
  const isOfTwoPrimes = !hasParam(variant, "primes") || primes === 2;
  const chosen = variant === "tunable" ? publicExponent.toString(2).length : undefined;
  const e = chosen ?? formulas[variant].publicExponentLength?.(modulusLength) ?? modulusLength;
  const reached = isOfTwoPrimes ? Math.trunc(0.52 * modulusLength - Math.sqrt((modulusLength * e) / 7)) : 0;
  const asked = Math.max(0, 110 - Math.max(0, Math.floor(modulusLength / 4) - e));
  const cofactor = asked === 0 ? 0 : Math.ceil((e + asked) / 3);
  const found = isOfTwoPrimes ? Math.floor(modulusLength / 2) + cofactor - e : 0;
  const shortest = chosen === undefined ? 0 : Math.ceil(modulusLength / 2) + 16 - chosen;
  const wanted = Math.max(shortest, 32 * Math.ceil(Math.max(220, reached + 1, found) / 32));
  return Math.min(wanted, longestCrtExponent(variant, modulusLength, primes));
}
