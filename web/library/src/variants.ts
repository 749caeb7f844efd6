/** The facts about a variant that code outside the core needs; the core's own declaration is `Variant` in crates/rsa. */
export interface VariantFacts {
  /** Its name in tables. */
  readonly title: string;
  /** Authors and year of the paper that first described it. */
  readonly source: string;
  /** The parameters of its keys, in addition to `variant` and `modulusLength`. All of them have defaults. */
  readonly params: readonly (
    | "primes"
    | "multiplicity"
    | "crtExponentLength"
    | "publicExponent"
    | "batchSize"
    | "primeLength"
  )[];
  /** The minimum of `primes`, for variants that have this parameter. */
  readonly leastPrimes?: number;
  /**
   * Whether PKCS #1, PKCS #8 and JWK can hold its private keys. The public keys of all variants except `unbalanced` have a
   * standard format.
   */
  readonly hasStandardFormat: boolean;
}

/**
 * Every variant with its name, source and parameters. The formulas for its cost are in `rsa-variants/theory`.
 *
 * @example
 * ```ts
 * import { variantFacts } from "rsa-variants";
 * console.log(variantFacts["r-prime"].params.join(", ")); // primes, crtExponentLength
 * ```
 */
export const variantFacts = Object.freeze({
  original: {
    title: "Original",
    source: "Rivest, Shamir, Adleman 1978",
    params: ["publicExponent"],
    hasStandardFormat: true,
  },
  crt: { title: "CRT", source: "Quisquater, Couvreur 1982", params: ["publicExponent"], hasStandardFormat: true },
  "multi-prime": {
    title: "Multi-prime",
    source: "Collins and others 1997",
    params: ["primes", "publicExponent"],
    leastPrimes: 2,
    hasStandardFormat: true,
  },
  "multi-power": {
    title: "Multi-power",
    source: "Takagi 1998",
    params: ["primes", "multiplicity", "publicExponent"],
    leastPrimes: 3,
    hasStandardFormat: false,
  },
  rebalanced: { title: "Rebalanced", source: "Wiener 1990", params: ["crtExponentLength"], hasStandardFormat: true },
  "r-prime": {
    title: "R-Prime",
    source: "Paixão 2003",
    params: ["primes", "crtExponentLength"],
    leastPrimes: 3,
    hasStandardFormat: true,
  },
  "scheme-a": { title: "Scheme A", source: "Sun, Wu 2005", params: ["crtExponentLength"], hasStandardFormat: true },
  "scheme-b": { title: "Scheme B", source: "Sun, Wu 2005", params: ["crtExponentLength"], hasStandardFormat: true },
  tunable: {
    title: "Tunable",
    source: "Galbraith, Heneghan, McKee 2005",
    params: ["crtExponentLength", "publicExponent"],
    hasStandardFormat: true,
  },
  batch: {
    title: "Batch",
    source: "Fiat 1989",
    params: ["primes", "batchSize"],
    leastPrimes: 2,
    hasStandardFormat: false,
  },
  unbalanced: {
    title: "Unbalanced",
    source: "Shamir 1995",
    params: ["primeLength", "publicExponent"],
    hasStandardFormat: false,
  },
} as const satisfies Readonly<Record<string, VariantFacts>>);

/** A variant of RSA: a way to make keys and to compute the private operation. The README describes each. */
export type Variant = keyof typeof variantFacts;

/**
 * How modular exponentiations are computed. `rsa.engines` lists the engines that run here.
 *
 * - `lanes`: two exponentiations at a time in floating point, in the build `relaxed-simd`, on processors that multiply and add
 *   in one step.
 * - `scalar`: integers, on any platform.
 * - `num-bigint`: a plain big-integer library, whose running time depends on secrets.
 *
 * The source of `lanes` and `scalar` has no branch and no memory index that depends on a secret; compilers and processors can
 * still introduce differences.
 */
export type Engine = "lanes" | "scalar" | "num-bigint";

/**
 * The names of all variants, in the order in which tables show them.
 *
 * @example
 * ```ts
 * import { variants } from "rsa-variants";
 * console.log(variants.join(", "));
 * ```
 */
export const variants: readonly Variant[] = Object.freeze(Object.keys(variantFacts) as Variant[]);

/**
 * Returns whether the keys of a variant have a parameter.
 *
 * @example
 * ```ts
 * import { hasParam } from "rsa-variants";
 * console.log(hasParam("crt", "primes")); // false
 * ```
 */
export function hasParam(variant: Variant, name: VariantFacts["params"][number]): boolean {
  const { params }: VariantFacts = variantFacts[variant];
  return params.includes(name);
}
