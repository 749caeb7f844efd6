import { type Variant, type VariantFacts, variantFacts, variants } from "rsa-variants";

/** The variants that have fields here: tunable keys, whose e and w are chosen together, are made by the library and the command line. */
export const allVariants: readonly Variant[] = variants.filter((variant) => variant !== "tunable");

/** The least r that the field takes for a variant. */
export function leastPrimes(variant: Variant): number {
  const { leastPrimes: least = 2 }: VariantFacts = variantFacts[variant];
  return least;
}
