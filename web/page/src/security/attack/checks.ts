import type { AttackOutcome } from "rsa-variants/security";
import { formatList } from "../../common/format.ts";
import type { Evidence, Report } from "./protocol.ts";

/** What the page found when it checked an outcome against the key itself. */
export interface Check {
  readonly holds: boolean;
  /** A sentence. */
  readonly text: string;
}

/** The factors of N that an outcome claims. */
export function factorsOf(outcome: AttackOutcome): readonly bigint[] | undefined {
  if (!outcome.found) return undefined;
  if ("factors" in outcome) return outcome.factors;
  return "primes" in outcome ? outcome.primes : undefined;
}

/** Whether the factors that an outcome claims are primes: of more than two, a fault tells only one from the product of the others. */
export function arePrimes(outcome: AttackOutcome, { params }: Evidence): boolean {
  return !("factors" in outcome) || (params?.primes ?? 2) === 2;
}

/** The letters of the factors that an outcome claims: p and q, or p₁, p₂ and so on, where they are primes. */
export function factorNames(outcome: AttackOutcome, evidence: Evidence): string[] {
  const factors = factorsOf(outcome) ?? [];
  if (!arePrimes(outcome, evidence)) return factors.map((_, index) => `f${subscript(index + 1)}`);
  return factors.map((_, index) => factorName(index, factors.length));
}

/** Multiplies and compares, whatever the attack says: against the modulus of the key, and the message that was encrypted. */
export function checkReport({ outcome, message }: Report, evidence: Evidence): Check | undefined {
  if (!outcome.found) return undefined;
  const factors = factorsOf(outcome);
  if (factors !== undefined) {
    return checkFactors(factors, factorNames(outcome, evidence), evidence.target.modulus);
  }
  const found = "message" in outcome ? outcome.message : undefined;
  if (found === undefined || message === undefined) return undefined;
  return found === message
    ? { holds: true, text: "It is the message that was encrypted." }
    : { holds: false, text: "It is NOT the message that was encrypted." };
}

function checkFactors(factors: readonly bigint[], names: readonly string[], modulus: bigint): Check {
  const areProper = factors.length > 0 && factors.every((factor) => factor > 1n && factor < modulus);
  if (areProper && factors.reduce((product, factor) => product * factor, 1n) === modulus) {
    return { holds: true, text: `Multiplied here: ${names.join(" · ")} = N.` };
  }
  if (areProper && factors.every((factor) => modulus % factor === 0n)) {
    const verb = factors.length === 1 ? "divides" : "divide";
    return { holds: true, text: `Divided here: ${formatList(names)} ${verb} N, which is not factored completely.` };
  }
  return { holds: false, text: `Multiplied here: ${names.join(" · ")} is NOT N.` };
}

const subscripts = "₀₁₂₃₄₅₆₇₈₉";

/** p and q, or p₁, p₂ and so on. */
export function factorName(index: number, count: number): string {
  if (count <= 2) return index === 0 ? "p" : "q";
  return `p${subscript(index + 1)}`;
}

function subscript(number: number): string {
  return [...String(number)].map((digit) => subscripts[Number(digit)]).join("");
}
