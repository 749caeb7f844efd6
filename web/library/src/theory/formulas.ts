/** Formulas and default parameters of each variant. crates/rsa/src/defaults.rs explains the defaults; a test compares the two. */
import { factsOf, hasParam, type Variant } from "../variants.js";

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

/** The speed-up of the private operation over `original`. */
export function speedupOf(variant: Variant, lengths: Lengths): number {
  const { factor, ...exponents } = factsOf(variant).speedup;
  // Dividing is more exact than multiplying by a negative power.
  return (Object.entries(exponents) as [keyof typeof exponents, number][]).reduce(
    (product, [name, exponent]) =>
      exponent > 0 ? product * lengths[name] ** exponent : product / lengths[name] ** -exponent,
    factor,
  );
}

/** The number of modular multiplications in one encryption. */
export function encryptionOf(variant: Variant, { modulusLength: n, publicExponent, batchSize: b }: Lengths): number {
  switch (factsOf(variant).publicExponent) {
    case "chosen":
    case "chosen-long":
      return multiplicationsOf(publicExponent);
    case "computed":
      // Half of the bits are 1.
      return n - 1 + (n - 1) / 2;
    case "half":
      // A power of two plus 1
      return computedExponentLength(variant, n);
    case "several":
      return batchExponents.slice(0, b).reduce((sum, e) => sum + multiplicationsOf(BigInt(e)), 0) / b;
  }
}

/** The length of an e that is not a parameter, in bits. */
export function computedExponentLength(variant: Variant, modulusLength: number): number {
  const { publicExponentExcess } = factsOf(variant);
  return publicExponentExcess === undefined ? modulusLength : Math.ceil(modulusLength / 2) + publicExponentExcess;
}

/** The number of multiplications for a power with this exponent, by repeated squaring. */
export function multiplicationsOf(exponent: bigint): number {
  const bits = exponent.toString(2);
  return bits.length - 1 + (bits.split("1").length - 2);
}

/** The default of r. */
export function defaultPrimes(variant: Variant, modulusLength: number): number {
  return factsOf(variant).defaultPrimes?.findLast(([length]) => length <= modulusLength)?.[1] ?? 2;
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
  // `public_exponent` in crates/rsa says why.
  const long = 32 * Math.floor((Math.floor(modulusLength / 4) - 112) / 32);
  const length = factsOf(variant).publicExponent === "chosen-long" ? Math.max(17, long) : 17;
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
  // A fixed e ties the length of the primes to its own.
  if (factsOf(variant).publicExponent === "half") return Math.floor((modulusLength - 1) / 2);
  return Math.floor(modulusLength / (hasParam(variant, "primes") ? primes : 2));
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
  const chosen = hasParam(variant, "publicExponent") ? publicExponent.toString(2).length : undefined;
  const e = chosen ?? computedExponentLength(variant, modulusLength);
  const reached = isOfTwoPrimes ? Math.trunc(0.52 * modulusLength - Math.sqrt((modulusLength * e) / 7)) : 0;
  const asked = Math.max(0, 110 - Math.max(0, Math.floor(modulusLength / 4) - e));
  const cofactor = asked === 0 ? 0 : Math.ceil((e + asked) / 3);
  const found = isOfTwoPrimes ? Math.floor(modulusLength / 2) + cofactor - e : 0;
  const shortest = chosen === undefined ? 0 : Math.ceil(modulusLength / 2) + 16 - chosen;
  const wanted = Math.max(shortest, 32 * Math.ceil(Math.max(220, reached + 1, found) / 32));
  return Math.min(wanted, longestCrtExponent(variant, modulusLength, primes));
}
