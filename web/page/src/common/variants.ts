import { type Variant, variantParams, variants } from "rsa-variants";

/** What the page calls the variants. */
export const variantNames: Readonly<Record<Variant, string>> = {
  original: "Original",
  crt: "CRT",
  "multi-prime": "Multi-prime",
  "multi-power": "Multi-power",
  rebalanced: "Rebalanced",
  "r-prime": "R-Prime",
  "scheme-a": "Scheme A",
  "scheme-b": "Scheme B",
  tunable: "Tunable",
  batch: "Batch",
};

/** The variants that have fields here: tunable keys, whose e and w are chosen together, are made by the library and the command line. */
export const allVariants: readonly Variant[] = variants.filter((variant) => variant !== "tunable");

type ParamName = (typeof variantParams)[Variant][number];

/** Whether a variant's keys have a parameter beside n. */
export function hasParam(variant: Variant, name: ParamName): boolean {
  return (variantParams[variant] as readonly ParamName[]).includes(name);
}

/** The least r of a variant that takes r. */
export function leastPrimes(variant: Variant): number {
  return variant === "multi-prime" ? 2 : 3;
}

/**
 * The most bits that a CRT exponent can have: those of a prime, and fewer in the keys of both schemes.
 *
 * @param primes r; only R-Prime has another than two
 */
export function longestCrtExponent(variant: Variant, modulusLength: number, primes: number): number {
  if (variant === "scheme-a" || variant === "scheme-b") return Math.floor((modulusLength - 1) / 2);
  return Math.floor(modulusLength / (variant === "r-prime" ? primes : 2));
}
