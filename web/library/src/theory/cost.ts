/** The formulas of speed and cost, for complete key parameters. */
import { invalid } from "../errors.js";
import { checkWholeNumber } from "../options.js";
import { checkVariant, type KeyParamValues } from "../params.js";
import { factsOf, hasParam, type Variant } from "../variants.js";
import { batchExponents, defaultPublicExponent, exponentLengthOf, type OwnParam, paramLimits } from "./limits.js";

/** What the formulas depend on. Lengths are in bits; |p| is n/2 if the variant does not have this parameter. */
type Complete = ReturnType<typeof withDefaults>;

/** Key parameters with the defaults of `generateKey`. The formulas also hold for parameters that are too small for keys. */
function withDefaults(params: KeyParamValues) {
  const { variant, modulusLength } = params;
  checkVariant(variant);
  checkWholeNumber("modulusLength", modulusLength);
  if (modulusLength < 2) throw invalid("modulusLength", `must be at least 2, got ${modulusLength}`);
  const publicExponent = params.publicExponent ?? defaultPublicExponent(variant, modulusLength);
  if (typeof publicExponent !== "bigint" || publicExponent < 1n) {
    throw invalid("publicExponent", `must be a positive bigint, got ${String(publicExponent)}`);
  }
  const limits = paramLimits(params);
  const counted = (name: Exclude<OwnParam, "publicExponent">, otherwise: number, least = 1): number => {
    if (!hasParam(variant, name)) return otherwise;
    const { default: usual = otherwise, most = 0 } = limits[name] ?? {};
    const value = params[name] ?? usual;
    checkWholeNumber(name, value);
    if (name === "primes" && value < least) throw invalid(name, `must be at least ${least}, got ${value}`);
    if (name !== "primes" && (value < least || value > most)) {
      throw invalid(name, `must be ${least} to ${most}, got ${value}`);
    }
    return value;
  };
  return {
    modulusLength,
    primes: counted("primes", 2, 2),
    crtExponentLength: counted("crtExponentLength", modulusLength / 2),
    batchSize: counted("batchSize", 1),
    primeLength: counted("primeLength", modulusLength / 2),
    publicExponent,
  };
}

/** The speed-up of the private operation over `original`. */
function speedupOf(variant: Variant, lengths: Complete): number {
  const { factor, ...exponents } = factsOf(variant).speedup;
  // Dividing is more exact than multiplying by a negative power.
  return (Object.entries(exponents) as [keyof typeof exponents, number][]).reduce(
    (product, [name, exponent]) =>
      exponent > 0 ? product * lengths[name] ** exponent : product / lengths[name] ** -exponent,
    factor,
  );
}

/** The number of modular multiplications in one encryption. */
function encryptionOf(variant: Variant, { modulusLength, publicExponent, batchSize }: Complete): number {
  switch (factsOf(variant).publicExponent) {
    case "chosen":
    case "chosen-long":
      return multiplicationsOf(publicExponent);
    case "computed":
      // Half of the bits are 1.
      return modulusLength - 1 + (modulusLength - 1) / 2;
    case "half":
      // A power of two plus 1
      return exponentLengthOf({ variant, modulusLength });
    case "several":
      return batchExponents.slice(0, batchSize).reduce((sum, e) => sum + multiplicationsOf(BigInt(e)), 0) / batchSize;
  }
}

/** The number of multiplications for a power with this exponent, by repeated squaring. */
function multiplicationsOf(exponent: bigint): number {
  const bits = exponent.toString(2);
  return bits.length - 1 + (bits.split("1").length - 2);
}

/**
 * Returns the theoretical speed-up of the private operation over that of `original`, or of `crt`, at the same modulus length.
 *
 * The model counts only exponentiations: one with an exponent of t bits modulo v bits costs t·v². It leaves out recombination,
 * the lifting of `multi-power`, the tree of `batch`, and the table of the exponentiation. Measured speed-ups include these.
 *
 * Speed-ups over `original`, with n `modulusLength`, r `primes`, w `crtExponentLength`, b `batchSize`, |p| `primeLength`:
 *
 * - `crt`: 4
 * - `multi-prime`: r²
 * - `multi-power`: r³/2
 * - `rebalanced`, `scheme-a`, `scheme-b`, `tunable`: 2n/w
 * - `r-prime`: n·r/w
 * - `batch`: b·r², for each message
 * - `unbalanced`: (n/|p|)³
 *
 * Speed-ups over `crt` are a quarter of these. Unbalanced keys always check their result by an encryption, which is not counted
 * either: it costs 17·(n/|p|)²/|p| of their exponentiation with e = 65537.
 *
 * Source: Hansen, Larsen, Olsen 2009, section II, and Paixão, Gazzoni Filho 2005, table 1. The comparison table of the
 * former prints r²/2 for multi-power; its own derivation and its figure 13.5 at r = 3 are r³/2.
 *
 * @param params n in bits; r, w, b, |p| if the variant uses them, by default those of `generateKey`
 * @param over the variant that counts as 1
 * @returns a ratio; above 1 is faster
 * @throws RsaError `invalid-params`
 *
 * @example
 * ```ts
 * import { theoreticalSpeedup } from "rsa-variants/theory";
 * const params = { variant: "r-prime", modulusLength: 2048, primes: 3, crtExponentLength: 160 } as const;
 * console.log(theoreticalSpeedup(params, "original")); // 38.4
 * console.log(theoreticalSpeedup(params, "crt")); // 9.6
 * ```
 */
export function theoreticalSpeedup(params: KeyParamValues, over: "original" | "crt" = "original"): number {
  const lengths = withDefaults(params);
  const speedup = speedupOf(params.variant, lengths);
  return speedup / speedupOf(over, lengths);
}

/**
 * Returns the number of modular multiplications in one encryption by repeated squaring: |e| − 1 squarings, and a multiplication
 * for each further bit of e that is 1.
 *
 * - `original`, `crt`, `multi-prime`, `multi-power`, `tunable`, `unbalanced`: e is the parameter.
 * - `rebalanced`, `r-prime`: e is as long as the modulus, and half of its bits are 1.
 * - `scheme-a`, `scheme-b`: e has n/2 + 56 bits and n/2 bits (n/2 rounded up), each a power of two plus 1, as Sun and Wu propose.
 * - `batch`: the mean over its small exponents.
 *
 * @param params n in bits; e and b if the variant uses them, by default those of `generateKey`
 * @returns a count, fractional if it is a mean
 * @throws RsaError `invalid-params`
 *
 * @example
 * ```ts
 * import { theoreticalEncryptionMultiplications } from "rsa-variants/theory";
 * console.log(theoreticalEncryptionMultiplications({ variant: "crt", modulusLength: 2048 })); // 17
 * ```
 */
export function theoreticalEncryptionMultiplications(params: KeyParamValues): number {
  const lengths = withDefaults(params);
  return encryptionOf(params.variant, lengths);
}

/**
 * Returns the theoretical cost of one encryption, relative to `original` with e = 65537 at the same modulus length.
 *
 * @param params n in bits; e and b if the variant uses them, by default those of `generateKey`
 * @returns a ratio; above 1 is slower
 * @throws RsaError `invalid-params`
 *
 * @example
 * ```ts
 * import { theoreticalEncryptionCost } from "rsa-variants/theory";
 * const cost = theoreticalEncryptionCost({ variant: "rebalanced", modulusLength: 1024 });
 * console.log(cost.toFixed(0)); // 90
 * ```
 */
export function theoreticalEncryptionCost(params: KeyParamValues): number {
  return theoreticalEncryptionMultiplications(params) / multiplicationsOf(65537n);
}

const hinekTable: readonly (readonly [modulusLength: number, primes: number])[] = [
  [1024, 3],
  [2048, 3],
  [4096, 4],
  [8192, 4],
];

/**
 * Returns the most prime factors that Hinek's guidelines allow, so that factoring is not easier than with two primes. They
 * are printed for 1024, 2048, 4096 and 8192 bits. A length in between counts as the next lower one; below 1024 bits the limit
 * is two primes.
 *
 * Source: Hansen, Larsen, Olsen 2009, section II.B, after Hinek 2006; below 1024 bits Paixão, Gazzoni Filho 2005, section
 * 4.1. They are guidelines of their time, not a verdict of today.
 *
 * @param modulusLength n in bits
 * @returns the maximum r
 * @throws RsaError `invalid-params`
 *
 * @example
 * ```ts
 * import { hinekLimit } from "rsa-variants/theory";
 * console.log(hinekLimit(2048)); // 3
 * ```
 */
export function hinekLimit(modulusLength: number): number {
  checkWholeNumber("modulusLength", modulusLength);
  return hinekTable.findLast(([length]) => length <= modulusLength)?.[1] ?? 2;
}
