import { factsOf, hasParam, type KeyParams, keyParams, type Variant, variants } from "rsa-variants";
import { nearestParams, paramLimits } from "rsa-variants/theory";
import { type Limits, powerPlusOne } from "../text/numbers.ts";
import type { Parameter } from "../text/params.ts";

/** The variants that the fields of all places offer. */
export const allVariants: readonly Variant[] = variants;

/**
 * The fields for numbers of keys, in all places: what each accepts, and what it shows first. The library judges whether the values
 * fit together.
 */
export const choiceLimits = {
  modulusLength: { min: 512, max: 8192, step: 64, initial: 3072 },
  primes: { min: 2, max: 8, step: 1, initial: 3 },
  multiplicity: { min: 1, max: 3, step: 1, initial: 1 },
  crtExponentLength: { min: 16, max: 4096, step: 8, initial: 448 },
  batchSize: { min: 2, max: 8, step: 1, initial: 4 },
  primeLength: { min: 64, max: 4095, step: 8, initial: 640 },
  publicExponentLength: { min: 2, max: 8192, step: 1 },
} as const satisfies Readonly<Record<CountField, InitialLimits>> & { readonly publicExponentLength: Limits };

/** A parameter that is a number, and has a field. */
export type CountField = Exclude<Parameter, "publicExponent">;

interface InitialLimits extends Limits {
  readonly initial: number;
}

export type ChoiceField = keyof typeof choiceLimits;

const { publicExponentLength: _, ...countLimits } = choiceLimits;
export const countFields = Object.keys(countLimits) as readonly CountField[];

/** A variant and the numbers of its keys. Lengths are bits. The page keeps a number while a variant without it is chosen. */
export interface KeyChoice extends Readonly<Record<CountField, number>> {
  readonly variant: Variant;
  /** Bits of e; undefined: as key generation makes it. */
  readonly publicExponentLength: number | undefined;
}

/** A safe choice: a verdict that nobody asked for must not look like one on the user's key. */
export const defaultChoice: KeyChoice = {
  ...(Object.fromEntries(countFields.map((name) => [name, choiceLimits[name].initial])) as Record<CountField, number>),
  variant: "crt",
  publicExponentLength: undefined,
};

/** Whether a variant's keys have a number. The length of e is one only where w depends on it. */
export function takesNumber(variant: Variant, field: ChoiceField): boolean {
  if (field === "publicExponentLength") return factsOf(variant).publicExponent === "chosen-long";
  return field === "modulusLength" || hasParam(variant, field);
}

/** A choice as the library accepts it: with only the numbers that the variant's keys have. */
export function chosenParams({ variant, publicExponentLength: length, ...numbers }: KeyChoice): KeyParams {
  const own = countFields.filter((name) => takesNumber(variant, name)).map((name) => [name, numbers[name]]);
  const hasLength = takesNumber(variant, "publicExponentLength") && length !== undefined;
  return keyParams({
    variant,
    ...Object.fromEntries(own),
    publicExponent: hasLength ? powerPlusOne(length) : undefined,
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
