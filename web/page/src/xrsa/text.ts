import { formatList } from "@rsa-variants/measure/text/format";
import type { Section, Step, TracedNumber, TracedOperation } from "rsa-variants/xrsa";

const subscripts = "₀₁₂₃₄₅₆₇₈₉";

/** A prime by its index in a key: p, q, r₃, r₄ … */
export function primeName(index: number): string {
  return ["p", "q"][index] ?? `r${subscripts[index + 1]}`;
}

/** What the page calls a step, and where the paper has it. */
export const stepTexts: Readonly<Record<Step, { readonly name: string; readonly source: string }>> = {
  "r-squared": { name: "R²", source: "Algorithm 2" },
  reduction: { name: "m reduced", source: "equation 2" },
  exponentiation: { name: "power", source: "Algorithm 3" },
  recombination: { name: "recombination", source: "Algorithm 1, step 3" },
  product: { name: "product", source: "Table II, equation 3" },
  primality: { name: "primality", source: "Miller–Rabin" },
  "crt-exponents": { name: "CRT exponents", source: "not in the paper" },
  "crt-coefficients": { name: "CRT coefficients", source: "not in the paper" },
  "public-modulus": { name: "N", source: "Table II" },
};

/** "power modulo q" */
export function sectionName({ step, prime }: Pick<Section, "step" | "prime">): string {
  const { name } = stepTexts[step];
  if (prime === undefined) return name;
  return step === "product" ? `${name} with ${primeName(prime)}` : `${name} modulo ${primeName(prime)}`;
}

/** What a step does, in a sentence or two; formulas as for `MathText`. */
export function describeSection({ step, prime = 0 }: Pick<Section, "step" | "prime">, primes: number): string {
  const name = primeName(prime);
  const power = prime < 2 ? `S_${name}` : "the power";
  const texts: Partial<Record<Step, string>> = {
    "r-squared": `R² modulo ${name} takes numbers into the Montgomery domain. The unit finds it without a division.`,
    reduction: `m is longer than the multiplier, so its pieces are joined modulo ${name}, by way of the Montgomery domain.`,
    exponentiation: `The RSA power, modulo ${name} only: every number fits the multiplier. Most of the work is here.`,
    recombination: `Garner’s formula: h is ${power} minus the result so far, times a coefficient, modulo ${name}.`,
    product: `The result so far plus h times the ${prime === 0 || primes === 2 ? "other prime" : "primes so far"}. That product is too long for the multiplier, so it is made of products of halves.`,
  };
  return texts[step] ?? "";
}

/** The sign of an operation of the unit; a load and a fetch have none. */
export const signs = { add: "⊕", subtract: "⊖", multiply: "⊗" } as const;

/** An operation with the names that the picture has: the trace calls every power and the result of q S. */
export function named(traced: TracedOperation, { step, prime = 0 }: Pick<Section, "step" | "prime">): TracedOperation {
  const power = prime < 2 ? `S_${primeName(prime)}` : `S_${prime + 1}`;
  const known = { S: "S_q", S_q: "S_q mod p" };
  const names: Readonly<Record<string, string>> =
    { "r-squared": { "s₁": "2R" }, exponentiation: { S: power }, recombination: prime === 0 ? known : {} }[
      step as string
    ] ?? {};
  const rename = (number: TracedNumber): TracedNumber => ({ ...number, name: names[number.name] ?? number.name });
  const [first, ...others] = traced.operands.map(rename);
  // What is subtracted from it has the same name in the trace.
  const isPower = step === "recombination" && traced.operation === "subtract";
  const operands = first === undefined ? [] : [isPower ? { ...first, name: power } : first, ...others];
  return { ...traced, operands, result: rename(traced.result) };
}

/** What the controller moves for an operation, in a sentence or two. */
export function explainMoves(moves: readonly TracedOperation[]): string {
  const of = (kind: TracedOperation["operation"]) => moves.filter(({ operation }) => operation === kind);
  const places = of("load").map(({ result }, at) => {
    return `${result.name} into slot ${result.slot}${at === 0 ? " of the unit’s RAM" : ""}`;
  });
  const fetched = of("fetch").map(({ result }) => result.name);
  const loads = places.length === 0 ? "" : `The controller loads ${formatList(places)}. `;
  return `${loads}${fetched.length === 0 ? "" : `Then it fetches ${formatList(fetched)} from the unit’s RAM.`}`.trim();
}

export function explain({ operation, operands, modulus, result }: TracedOperation): string {
  const prime = modulus?.name ?? "";
  if (operation === "subtract")
    return `Difference modulo ${prime}: both numbers are in the same domain, and so is the difference.`;
  if (operation !== "add") return explainProduct(operands, prime);
  if (result.name === "R") {
    return `This sum is R mod ${prime}, which is also 1·R: the number 1 in the Montgomery domain.`;
  }
  const shifted = operands.find(({ name }) => name.endsWith("₁·R"))?.name;
  if (shifted !== undefined) {
    const digit = shifted.replace("·R", "");
    return `${shifted} represents ${digit} in the Montgomery domain. Read as an integer, it is added to the next digit (equation 2).`;
  }
  if (operands.some(({ name }) => name === "0")) {
    return `⊕ 0 subtracts ${prime} once if the number is at least ${prime}. Once is enough: ${prime} is as long as the operands.`;
  }
  return `Sum modulo ${prime}: both numbers are in the same domain, and so is the sum.`;
}

function explainProduct(operands: TracedOperation["operands"], modulus: string): string {
  const domains = operands.map(({ domain }) => domain);
  if (modulus === "R − 1") {
    return "Modulo R − 1, R⁻¹ is 1: this is the plain product of two halves, which fits into the unit.";
  }
  if (domains.includes("r-squared")) return "⊗ R² enters the Montgomery domain: a·R²·R⁻¹ = a·R.";
  if (domains.every((domain) => domain === "montgomery")) {
    const same = operands[0]?.name === operands[1]?.name;
    return `${same ? "A square" : "A product"} within the Montgomery domain: a·R · b·R · R⁻¹ = (a·b)·R.`;
  }
  if (operands.some(({ name, domain }) => name === "1" && domain === "integer")) {
    return "⊗ 1 leaves the Montgomery domain: a·R · 1 · R⁻¹ = a.";
  }
  return "One number of each domain: a·R · b · R⁻¹ = a·b, a product in the integer domain.";
}
