import { hasParam, type KeyParams, keyParams, type Variant } from "rsa-variants";
import { longestCrtExponent } from "rsa-variants/theory";
import { leastPrimes } from "./variants.ts";
import type { Limits } from "./whole-number.ts";

/** A variant and the numbers of its keys. Lengths are bits. */
export interface KeyChoice {
  readonly variant: Variant;
  readonly modulusLength: number;
  /** For variants with r alone, as the next two for those with w and b; kept while another variant is chosen. */
  readonly primes: number;
  readonly crtExponentLength: number;
  readonly batchSize: number;
}

/** What fields take at all; what goes together is the library's to judge. */
export const choiceLimits = {
  modulusLength: { min: 512, max: 8192, step: 64 },
  primes: { min: 2, max: 8, step: 1 },
  crtExponentLength: { min: 16, max: 4096, step: 8 },
  batchSize: { min: 2, max: 8, step: 1 },
} as const satisfies Partial<Record<keyof KeyChoice, Limits>>;

export type ChoiceField = keyof typeof choiceLimits;

/** Whether a variant's keys have a number. */
export function takesNumber(variant: Variant, field: ChoiceField): boolean {
  return field === "modulusLength" || hasParam(variant, field);
}

/** A choice as the library takes it: with the numbers that the variant's keys have. */
export function chosenParams({ variant, modulusLength, ...numbers }: KeyChoice): KeyParams {
  const own = (field: Exclude<ChoiceField, "modulusLength">) =>
    takesNumber(variant, field) ? numbers[field] : undefined;
  return keyParams({
    variant,
    modulusLength,
    primes: own("primes"),
    crtExponentLength: own("crtExponentLength"),
    batchSize: own("batchSize"),
  });
}

/** The choice with another variant; values that it cannot take move to the nearest that it can. */
export function chooseVariant<Choice extends KeyChoice>(choice: Choice, variant: Variant): Choice {
  const primes = Math.max(choice.primes, leastPrimes(variant));
  const longest = longestCrtExponent(variant, choice.modulusLength, primes);
  return { ...choice, variant, primes, crtExponentLength: Math.min(choice.crtExponentLength, longest) };
}
