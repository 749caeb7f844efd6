import { hasParam, type KeyParams, keyParams, type Variant } from "rsa-variants";
import { longestCrtExponent, primeLengthLimits } from "rsa-variants/theory";
import { choiceLimits, chooseVariant, chosenParams, type KeyChoice, takesNumber } from "../../common/key-choice.ts";
import { powerPlusOne } from "../../common/public-exponent.ts";
import type { Refused } from "../../common/refusal.ts";
import type { Question } from "../../common/security/assessor.ts";
import { allVariants, leastPrimes } from "../../common/variants.ts";
import { type Limits, limitsProblem } from "../../common/whole-number.ts";

export { allVariants };

/** Everything a user can choose; the whole of it is in the place's address. Lengths are bits. */
export type Selection = KeyChoice;

/** What a field takes at all; what goes together is the library's to judge. */
export const limits = choiceLimits;

export type NumberField = keyof typeof limits;

export const numberFields = Object.keys(limits) as readonly NumberField[];

/** Rebalanced RSA at the usual length, with the exponents that papers measured. */
export const defaultSelection: Selection = {
  variant: "rebalanced",
  modulusLength: 2048,
  primes: 3,
  multiplicity: 1,
  crtExponentLength: 160,
  batchSize: 4,
  primeLength: 640,
  publicExponentLength: undefined,
};

/** Says why a number cannot be used, or nothing. */
export function numberProblem(field: NumberField, value: number): string | undefined {
  return limitsProblem(value, limits[field]);
}

/** The field of the parameter at fault; that of n where the parameter has none. */
export function fieldAtFault({ parameter }: Refused): NumberField {
  return numberFields.find((name) => name === parameter) ?? "modulusLength";
}

/** Whether a variant's keys have a parameter. */
export function takes(variant: Variant, field: NumberField): boolean {
  if (field !== "publicExponentLength") return takesNumber(variant, field);
  return hasParam(variant, "publicExponent") || hasParam(variant, "crtExponentLength");
}

/** How far a field's slider goes for the other values chosen. */
export function sliderLimits(field: NumberField, selection: Selection): Limits {
  const { variant, modulusLength, primes } = selection;
  const own = limits[field];
  if (field === "primes") return { ...own, min: leastPrimes(variant) };
  if (field === "crtExponentLength") return { ...own, max: longestCrtExponent(variant, modulusLength, primes) };
  if (field === "primeLength") {
    const { least, most } = primeLengthLimits(modulusLength);
    return { ...own, min: least, max: Math.min(own.max, most) };
  }
  if (field === "publicExponentLength") return { ...own, max: longestPublicExponent(selection) };
  return own;
}

/** The most bits of an e that is chosen freely. */
const longestChosenExponent = 256;

function longestPublicExponent({ variant, modulusLength }: Selection): number {
  if (variant === "tunable") return Math.floor(modulusLength / 2);
  return hasParam(variant, "crtExponentLength") ? modulusLength : longestChosenExponent;
}

/** A selection as the library takes it. Of an e that is chosen only its length counts, so any of that length will do. */
export function questionOf(selection: Selection): Question {
  const { variant, publicExponentLength: length } = selection;
  const params = chosenParams(selection);
  if (length === undefined || !takes(variant, "publicExponentLength") || variant === "tunable") return { params };
  if (hasParam(variant, "crtExponentLength")) return { params, publicExponentLength: length };
  return { params: keyParams({ ...params, publicExponent: powerPlusOne(length) }) };
}

/** A selection with other parameters, as a preset or an advice has them: everything that they leave out stays. */
export function withParams(selection: Selection, { publicExponent, ...params }: KeyParams): Selection {
  const length = params.variant === "tunable" ? publicExponent?.toString(2).length : undefined;
  return { ...selection, ...params, publicExponentLength: length };
}

/** The selection with another variant; values that it cannot take move to the nearest that it can. */
export function withVariant(selection: Selection, variant: Variant): Selection {
  return chooseVariant(selection, variant);
}
