import type { AttackOutcome } from "rsa-variants/security";
import { formatBytes, formatCount, formatDuration, formatList, formatNumber } from "../../common/format.ts";
import type { Evidence, Report } from "./run.ts";

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

/** Whether the claimed factors are primes: of more than two primes, a fault separates only one from the product of the others. */
export function arePrimes(outcome: AttackOutcome, { params }: Evidence): boolean {
  return !("factors" in outcome) || (params?.primes ?? 2) === 2;
}

/** The letters of the factors that an outcome claims: p and q, or p₁, p₂ and so on, if they are primes. */
export function factorNames(outcome: AttackOutcome, evidence: Evidence): string[] {
  const factors = factorsOf(outcome) ?? [];
  if (!arePrimes(outcome, evidence)) return factors.map((_, index) => `f${subscript(index + 1)}`);
  return factors.map((_, index) => factorName(index, factors.length));
}

/** Multiplies and compares, whatever the attack claims: with the modulus of the key, and the message that was encrypted. */
export function checkReport({ outcome, message }: Report, evidence: Evidence): Check | undefined {
  if (!outcome.found) return undefined;
  const factors = factorsOf(outcome);
  if (factors !== undefined) {
    return checkFactors(factors, factorNames(outcome, evidence), evidence.target.modulus);
  }
  const found = "message" in outcome ? outcome.message : undefined;
  if (found === undefined || message === undefined) return undefined;
  return found === message
    ? { holds: true, text: "Checked: this is the message that was encrypted." }
    : { holds: false, text: "Wrong: this is not the message that was encrypted." };
}

function checkFactors(factors: readonly bigint[], names: readonly string[], modulus: bigint): Check {
  const areProper = factors.length > 0 && factors.every((factor) => factor > 1n && factor < modulus);
  if (areProper && factors.reduce((product, factor) => product * factor, 1n) === modulus) {
    return { holds: true, text: `Checked: ${names.join(" · ")} = N.` };
  }
  if (areProper && factors.every((factor) => modulus % factor === 0n)) {
    const verb = factors.length === 1 ? "divides" : "divide";
    return { holds: true, text: `Checked: ${formatList(names)} ${verb} N. The rest is not factored.` };
  }
  return { holds: false, text: `Wrong: ${names.join(" · ")} is not N.` };
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

/** The digits shown at each end of a long number. */
const shown = 14;

/** A long number by its ends: "12345678901234 … 43210987654321"; a short one in full. */
export function shortened(value: bigint): string {
  const digits = value.toString();
  return digits.length <= 3 * shown ? digits : `${digits.slice(0, shown)} … ${digits.slice(-shown)}`;
}

const year = 365.25 * 86_400;

/** A time of any length: "3 min 20 s", "12 days", "4.1 years", "about 10^15 years". */
export function formatSpan(seconds: number): string {
  if (seconds < 2 * 3600) return formatDuration(seconds * 1000);
  if (seconds < 2 * 86_400) return `${formatNumber(seconds / 3600, 2)} hours`;
  if (seconds < 2 * year) return `${formatNumber(seconds / 86_400, 2)} days`;
  const years = seconds / year;
  return years < 100_000 ? `${formatNumber(years, 2)} years` : `about 10^${Math.round(Math.log10(years))} years`;
}

/** An attack's figures, in a line. */
export function figuresText(outcome: AttackOutcome): string {
  const figures = Object.entries(outcome as unknown as Record<string, unknown>).flatMap(([name, value]) => {
    const text = typeof value === "number" ? figureTexts[name]?.(value) : undefined;
    return text === undefined ? [] : [text];
  });
  return figures.join(" · ");
}

const figureTexts: Readonly<Record<string, (value: number) => string>> = {
  seconds: (value) => `the attack took ${formatSpan(value)}`,
  swaps: (value) => `${formatCount(value)} exchanges in the lattice`,
  knownBits: (value) => `${value} bits of each CRT exponent known`,
  knownBitsNeeded: (value) => `${value} needed`,
  longestCrtExponent: (value) => `works here for w up to ${value} bits`,
  convergents: (value) => plural(value, "convergent"),
  secondsTried: (value) => plural(value, "seed tried", "seeds tried"),
  second: (value) => `seeded at ${new Date(value * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`,
  babySteps: (value) => plural(value, "baby step"),
  giantSteps: (value) => plural(value, "giant step"),
  memory: (value) => `${formatBytes(value)} of memory`,
  curves: (value) => plural(value, "curve"),
  multipliers: (value) => `${plural(value, "multiplier")} k`,
  multiplier: (value) => `k = ${formatCount(value)} succeeded`,
  products: (value) => `${formatCount(value)} products of forms`,
  multiplications: (value) => plural(value, "multiplication"),
};

function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
