import { factsOf, hasParam, type KeyParams, keyParams, type Variant, variants } from "rsa-variants";
import { nearestParams, paramLimits } from "rsa-variants/theory";
import { type Limits, powerPlusOne } from "../text/numbers.ts";

/** The variants that the fields of all places offer. */
export const allVariants: readonly Variant[] = variants;

/** A variant and the numbers of its keys. Lengths are bits. */
export interface KeyChoice {
  readonly variant: Variant;
  readonly modulusLength: number;
  /** The page keeps a number while a variant without it is chosen. */
  readonly primes: number;
  readonly multiplicity: number;
  readonly crtExponentLength: number;
  readonly batchSize: number;
  readonly primeLength: number;
  /** Bits of e; undefined: as key generation makes it. */
  readonly publicExponentLength: number | undefined;
}

/** What each field accepts; the library judges whether the values fit together. */
export const choiceLimits = {
  modulusLength: { min: 512, max: 8192, step: 64 },
  primes: { min: 2, max: 8, step: 1 },
  multiplicity: { min: 1, max: 3, step: 1 },
  crtExponentLength: { min: 16, max: 4096, step: 8 },
  batchSize: { min: 2, max: 8, step: 1 },
  primeLength: { min: 64, max: 4095, step: 8 },
  publicExponentLength: { min: 2, max: 8192, step: 1 },
} as const satisfies Partial<Record<keyof KeyChoice, Limits>>;

export type ChoiceField = keyof typeof choiceLimits;

/** Whether a variant's keys have a number. The length of e is one only where w depends on it. */
export function takesNumber(variant: Variant, field: ChoiceField): boolean {
  if (field === "publicExponentLength") return factsOf(variant).publicExponent === "chosen-long";
  return field === "modulusLength" || hasParam(variant, field);
}

/** A choice as the library accepts it: with only the numbers that the variant's keys have. */
export function chosenParams({ variant, modulusLength, ...numbers }: KeyChoice): KeyParams {
  const own = (field: Exclude<ChoiceField, "modulusLength">) =>
    takesNumber(variant, field) ? numbers[field] : undefined;
  const length = own("publicExponentLength");
  return keyParams({
    variant,
    modulusLength,
    primes: own("primes"),
    multiplicity: own("multiplicity"),
    crtExponentLength: own("crtExponentLength"),
    batchSize: own("batchSize"),
    primeLength: own("primeLength"),
    publicExponent: length === undefined ? undefined : powerPlusOne(length),
  });
}

/** The choice with another variant; a value that it cannot use becomes the nearest that it can. */
export function chooseVariant<Choice extends KeyChoice>(choice: Choice, variant: Variant): Choice {
  const chosen = { ...choice, variant, publicExponentLength: undefined };
  if (!takesNumber(variant, "publicExponentLength")) {
    const { publicExponent: _, ...numbers } = nearestParams(chosenParams(chosen)).params;
    return { ...chosen, ...numbers };
  }
  // Another variant's w would hardly fit any e: both start with the values of key generation.
  const { modulusLength } = choice;
  const { publicExponent, crtExponentLength } = paramLimits({ variant, modulusLength });
  return {
    ...chosen,
    crtExponentLength: crtExponentLength?.default ?? choice.crtExponentLength,
    publicExponentLength: publicExponent?.default,
  };
}
