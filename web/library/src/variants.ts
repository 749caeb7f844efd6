/** What code outside the core has to know of a variant; the core's own declaration is `Variant` in crates/rsa. */
export interface VariantFacts {
  /** What tables call it. */
  readonly title: string;
  /** Authors and year of the paper that described it first. */
  readonly source: string;
  /** The parameters of its keys beside `variant` and `modulusLength`. All of them have defaults. */
  readonly params: readonly (
    | "primes"
    | "multiplicity"
    | "crtExponentLength"
    | "publicExponent"
    | "batchSize"
    | "primeLength"
  )[];
  /** The least r, of the variants that take r. */
  readonly leastPrimes?: number;
  /** Whether PKCS #1, PKCS #8 and JWK have a place for its private keys. Its public keys have a standard format except for `unbalanced`. */
  readonly hasStandardFormat: boolean;
}

/**
 * Every variant and what there is to know of it, declared once; the formulas are in `rsa-variants/theory`.
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

/** A way to make RSA keys and to compute the private operation; see the README for each. */
export type Variant = keyof typeof variantFacts;

/**
 * How modular exponentiations are computed. `lanes`: two at a time in floating point, in the build `relaxed-simd` where the
 * processor multiplies and adds in one step. `scalar`: integers, on any platform. The source of both has no branch or memory
 * index that depends on a secret; what compilers and processors make of it can differ. `num-bigint`: a plain big-integer
 * library, whose time depends on secrets. `rsa.engines` lists those that run here.
 */
export type Engine = "lanes" | "scalar" | "num-bigint";

/**
 * Every variant, in the order in which tables show them.
 *
 * @example
 * ```ts
 * import { variants } from "rsa-variants";
 * console.log(variants.join(", "));
 * ```
 */
export const variants: readonly Variant[] = Object.freeze(Object.keys(variantFacts) as Variant[]);

/**
 * Whether the keys of a variant have a parameter.
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
