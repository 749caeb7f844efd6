import type { Section, Step } from "rsa-variants/xrsa";

const subscripts = "₀₁₂₃₄₅₆₇₈₉";

/** A prime by its index in a key: p, q, r₃, r₄ … */
export function primeName(index: number): string {
  return ["p", "q"][index] ?? `r${subscripts[index + 1]}`;
}

/** The order in which the device takes a key's primes: q first, so that step 3 of Algorithm 1 follows with p. */
export function primeOrder(primes: number): readonly number[] {
  return [1, 0, ...Array.from({ length: Math.max(0, primes - 2) }, (_, index) => index + 2)];
}

/** What the page says about a step. */
export interface StepText {
  readonly name: string;
  /** Where the paper has it. */
  readonly source: string;
}

export const stepTexts: Readonly<Record<Step, StepText>> = {
  "r-squared": { name: "R²", source: "Algorithm 2" },
  reduction: { name: "m reduced", source: "equation 2" },
  exponentiation: { name: "power", source: "Algorithm 3" },
  recombination: { name: "recombination", source: "Algorithm 1, step 3" },
  product: { name: "product", source: "Table II, equation 3" },
  primality: { name: "primality", source: "Miller–Rabin" },
  "crt-exponents": { name: "CRT exponents", source: "beyond the paper" },
  "crt-coefficients": { name: "CRT coefficients", source: "beyond the paper" },
  "public-modulus": { name: "N", source: "Table II" },
};

/** A section in a few words: "power modulo q". */
export function sectionName({ step, prime }: Pick<Section, "step" | "prime">): string {
  const { name } = stepTexts[step];
  if (prime === undefined) return name;
  return step === "product" ? `${name} with ${primeName(prime)}` : `${name} modulo ${primeName(prime)}`;
}
