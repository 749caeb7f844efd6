import { definitions } from "./generated/variants.js";

/** The facts about a variant that code outside the core needs. The core declares them, in crates/rsa/src/variants. */
export interface VariantFacts {
  /** Its name in tables. */
  readonly title: string;
  /** Authors and year of the paper that first described it. */
  readonly source: string;
  /** The parameters of its keys, in addition to `variant` and `modulusLength`. All of them have defaults. */
  readonly params: readonly (typeof definitions)[Variant]["params"][number][];
  /** The minimum of `primes`, for variants that have this parameter. */
  readonly leastPrimes?: number;
  /** The default of `primes`, from each modulus length (in bits) on. */
  readonly defaultPrimes?: readonly (readonly [modulusLength: number, primes: number])[];
  /**
   * How e is chosen.
   *
   * - `chosen`: a parameter of at most 256 bits, by default 65537;
   * - `chosen-long`: a parameter of up to n/2 bits;
   * - `computed`: from the private exponents, about as long as N;
   * - `half`: fixed, with n/2 bits, rounded up, and `publicExponentExcess` more;
   * - `several`: one for each place of a batch.
   */
  readonly publicExponent: "chosen" | "chosen-long" | "computed" | "half" | "several";
  /** How many bits e has more than half the modulus, for `half`. */
  readonly publicExponentExcess?: number;
  /**
   * What limits w in addition to the length of a prime; absent if nothing does. In e·d = 1 + k·(p − 1), k has at least
   * `cofactorLength` bits. Or w has enough bits, `fixedBits` of them fixed, for `triesPerBit` tries for each bit of the modulus.
   */
  readonly crtExponentRoom?: {
    readonly cofactorLength?: number;
    readonly triesPerBit?: number;
    readonly fixedBits?: number;
  };
  /**
   * Which powers its private operation consists of: one modulo N; one modulo each prime; one modulo each of two primes, lifted to
   * powers of the primes; one modulo each prime for several ciphertexts; one modulo the shorter prime.
   */
  readonly powers: "modulus" | "each-prime" | "prime-powers" | "several-ciphertexts" | "short-prime";
  /** What its keys are for: any message, messages shorter than a short prime, or several ciphertexts that wait together. */
  readonly purpose: "general" | "short-messages" | "several-ciphertexts";
  /**
   * Whether PKCS #1, PKCS #8 and JWK can hold its private keys; absent if not. The public keys of all variants except
   * `unbalanced` have a standard format.
   */
  readonly hasStandardFormat?: boolean;
  /** The variant with the same primes and a short e, with which it can share a modulus. */
  readonly withShortPublicExponent?: Variant;
  /** Whether it takes minutes to make a key of a usual length; absent if not. */
  readonly isSlowToGenerate?: boolean;
  /** Whether its keys never get a better verdict than acceptable because few have looked for attacks; absent if not. */
  readonly isLittleStudied?: boolean;
  /** The theoretical speed-up over `original`: the factor times these powers of the parameters. */
  readonly speedup: {
    readonly factor: number;
    readonly modulusLength?: number;
    readonly primes?: number;
    readonly crtExponentLength?: number;
    readonly batchSize?: number;
    readonly primeLength?: number;
  };
}

/**
 * Every variant with its name, source and parameters.
 *
 * @example
 * ```ts
 * import { variantFacts } from "rsa-variants";
 * console.log(variantFacts["r-prime"].params.join(", ")); // primes, crtExponentLength
 * ```
 */
export const variantFacts = Object.freeze(definitions satisfies Readonly<Record<Variant, VariantFacts>>);

/** A variant of RSA: a way to make keys and to compute the private operation. The README describes each. */
export type Variant = keyof typeof definitions;

/**
 * How modular exponentiations are computed. `rsa.engines` lists the engines that run here.
 *
 * - `lanes`: two exponentiations at a time in floating point, in the build `relaxed-simd` on processors that multiply and add
 *   in one step, and in the build `simd`.
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
 * @param variant the name of the variant
 * @param name the name of the parameter, such as `"primes"`
 *
 * @example
 * ```ts
 * import { hasParam } from "rsa-variants";
 * console.log(hasParam("crt", "primes")); // false
 * ```
 */
export function hasParam(variant: Variant, name: VariantFacts["params"][number]): boolean {
  return factsOf(variant).params.includes(name);
}

/**
 * Returns the facts about a variant that is known only at run time.
 *
 * @param variant the name of the variant
 *
 * @example
 * ```ts
 * import { factsOf, variants } from "rsa-variants";
 * console.log(variants.filter((variant) => factsOf(variant).purpose !== "general").join(", ")); // batch, unbalanced
 * ```
 */
export function factsOf(variant: Variant): VariantFacts {
  return variantFacts[variant];
}
