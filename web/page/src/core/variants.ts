import { type Variant, type VariantFacts, variantFacts, variants } from "rsa-variants";

/** The variants that have fields here. */
export const allVariants: readonly Variant[] = variants;

/** The least r that the field takes for a variant. */
export function leastPrimes(variant: Variant): number {
  const { leastPrimes: least = 2 }: VariantFacts = variantFacts[variant];
  return least;
}
