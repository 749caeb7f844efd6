import type { Mode, Report, Step } from "rsa-variants/xrsa";
import type { Selection } from "../params/selection.ts";

/** What a prime's part of the picture depends on. */
export interface PartOptions {
  /** The prime, as an index into the key's. */
  readonly prime: number;
  /** How many primes the modulus has. */
  readonly primes: number;
  readonly mode: Mode;
  /** By how many doublings R comes of a power of 2, and of which; absent for a prime as long as the operands. */
  readonly doublings?: { readonly exponent: number; readonly count: number };
  /** Whether R² takes doublings between its squarings: for operands whose length is no power of 2. */
  readonly doublesWithin: boolean;
  /** In how many operands the message comes. */
  readonly messageDigits: number;
  /** In how many operands what the primes before gave comes; 0 for the first prime. */
  readonly knownDigits: number;
}

/** The options of a prime's part, by what the device counts. */
export function partOptions(
  { operandLength, sections }: Report,
  { primes, mode }: Pick<Selection, "primes" | "mode">,
  prime: number,
): PartOptions {
  const count = (step: Step, what: "multiplications" | "additions") =>
    sections.find((section) => section.step === step && section.prime === prime)?.[what] ?? 0;
  // After R one ⊕ makes 2R, and between the squarings there is one for each further bit that is set in ℓ.
  const within = mode === "paper" ? 0 : operandLength.toString(2).replaceAll("0", "").length - 1;
  const toR = count("r-squared", "additions") - 1 - within;
  // A prime as long as the operands takes a single one, of R − 1 and 1; a shorter one takes two doublings or more.
  const isShorter = toR > 1;
  // Garner's formula takes four ⊗, and a shorter prime two more.
  const recombination = count("recombination", "multiplications");
  return {
    prime,
    primes,
    mode,
    ...(isShorter ? { doublings: { exponent: operandLength - toR, count: toR } } : {}),
    doublesWithin: within > 0,
    messageDigits: count("reduction", "multiplications") + 1,
    knownDigits: recombination === 0 ? 0 : recombination - (isShorter ? 6 : 4) + 1,
  };
}
