import { hasParam, type KeyParams, keyParams, type Variant } from "rsa-variants";
import type { Assessment } from "rsa-variants/security";
import { type ChoiceField, chosenParams, type KeyChoice, takesNumber } from "../../core/key-choice.ts";
import type { Assessor } from "../../core/security/assessor.ts";

/** What key to make. */
export interface NewKey extends KeyChoice {
  readonly name: string;
  /** Whether a second key is made on the same modulus, with a short e; of variants whose e is as long as N. */
  readonly withCompatible: boolean;
  readonly publicExponent: bigint;
}

/** A key that all software accepts, at the usual length for long-lived secrets. */
export const defaultNewKey: NewKey = {
  name: "",
  withCompatible: false,
  variant: "crt",
  modulusLength: 3072,
  primes: 3,
  multiplicity: 1,
  crtExponentLength: 512,
  batchSize: 4,
  // With room for the key of a file, which the default of key generation has not.
  primeLength: 832,
  publicExponentLength: undefined,
  publicExponent: 65537n,
};

/** Whether a key of the variant is chosen by this field; of Tunable the length of e is chosen instead of e. */
export function hasField(variant: Variant, field: ChoiceField | "publicExponent"): boolean {
  if (field !== "publicExponent") return takesNumber(variant, field);
  return hasParam(variant, field) && !takesNumber(variant, "publicExponentLength");
}

/** Whether a second key can be made on the same modulus, whose e is short. */
export function canBeCompatible(variant: Variant): boolean {
  return variant === "rebalanced" || variant === "r-prime";
}

export function newKeyParams(choice: NewKey): KeyParams {
  const params = chosenParams(choice);
  if (!hasField(choice.variant, "publicExponent")) return params;
  return keyParams({ ...params, publicExponent: choice.publicExponent });
}

/** What is known against such keys; absent until the verdicts are loaded, and for parameters that make no key. */
export function newKeyAssessment(assess: Assessor | undefined, newKey: NewKey): Assessment | undefined {
  const answer = assess?.({ params: newKeyParams(newKey) });
  return answer !== undefined && "assessment" in answer ? answer.assessment : undefined;
}
