import type { Variant } from "rsa-variants";

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
  batch: "Batch",
};

/** The variants whose keys take r. */
export const usesPrimes: ReadonlySet<Variant> = new Set(["multi-prime", "multi-power", "r-prime"] as const);

/** The variants whose keys take w. */
export const usesCrtExponents: ReadonlySet<Variant> = new Set([
  "rebalanced",
  "r-prime",
  "scheme-a",
  "scheme-b",
] as const);

/** The variants whose keys take e. */
export const usesPublicExponent: ReadonlySet<Variant> = new Set([
  "original",
  "crt",
  "multi-prime",
  "multi-power",
] as const);

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
