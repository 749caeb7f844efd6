/** What theory says of each variant, and its defaults, which crates/rsa/src/defaults.rs explains; a test compares the two. */
import { hasParam, type Variant } from "../variants.js";

/** Key parameters with nothing left open. Lengths are bits. */
export interface Lengths {
  /** n */
  readonly modulusLength: number;
  /** r */
  readonly primes: number;
  /** w */
  readonly crtExponentLength: number;
  /** b */
  readonly batchSize: number;
  /** |p|; n/2 where it cannot be chosen */
  readonly primeLength: number;
  readonly publicExponent: bigint;
}

interface Formulas {
  /** How many times faster than `original` the private operation is. */
  readonly speedup: (lengths: Lengths) => number;
  /** Modular multiplications of one encryption. */
  readonly encryption: (lengths: Lengths) => number;
  /** r where it is not given; 2 if this is missing. */
  readonly defaultPrimes?: (n: number) => number;
  /** The length of e where nobody chooses it; as long as N if this is missing. */
  readonly publicExponentLength?: (n: number) => number;
  /** The length of e where it can be chosen and is not; 17 if this is missing: 65537. */
  readonly defaultPublicExponentLength?: (n: number) => number;
  /** The longest w; as long as a prime if this is missing. */
  readonly longestCrtExponent?: (n: number) => number;
}

/**
 * The public exponents of `batch`, in the order of its places: pairwise coprime. A key has the first b of them.
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
  // One exponentiation of |p| bits modulo |p| bits. The encryption that checks the answer is left out, as all guards are.
  unbalanced: { speedup: ({ modulusLength: n, primeLength: p }) => (n / p) ** 3, encryption: chosenExponent },
};

/** Multiplications of a power with this exponent, by repeated squaring. */
export function multiplicationsOf(exponent: bigint): number {
  const bits = exponent.toString(2);
  return bits.length - 1 + (bits.split("1").length - 2);
}

/** r where it is not given. */
export function defaultPrimes(variant: Variant, modulusLength: number): number {
  return formulas[variant].defaultPrimes?.(modulusLength) ?? 2;
}

/**
 * |p| where it is not given, the length of the short prime of `unbalanced` keys: the least multiple of 32 for which the elliptic curve
 * method needs 2^110 operations (Lenstra 2001), within its limits.
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
 * The lengths that the short prime of an `unbalanced` key can have. If `least` is greater than `most`, no length is possible.
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
 * e where it is not given, of the variants that choose it.
 *
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
 * The most bits that a CRT exponent can have: those of a prime, and one fewer in the keys of both schemes where n is even.
 *
 * @param modulusLength n, bits
 * @param primes r; not looked at where the variant takes none
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
 * w where it is not given: the least multiple of 32 that no known attack makes weaker than 110 bits, for keys with this e. Of a
 * variant that takes no e its length is known, and `publicExponent` is not looked at.
 *
 * @param modulusLength n, bits
 * @param primes r; not looked at where the variant takes none
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
