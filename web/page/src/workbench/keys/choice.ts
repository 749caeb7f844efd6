import { hasParam, type KeyParams, keyParams, type Variant } from "rsa-variants";
import type { Assessment } from "rsa-variants/security";
import { type ChoiceField, choiceLimits, chosenParams, takesNumber } from "../../common/key-choice.ts";
import { limitsProblem } from "../../common/whole-number.ts";
import type { NewKey, State } from "../state.ts";

/** A key that everybody's software takes, at the length that is usual for what is to stay secret for years. */
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

/** Whether e is chosen as a number; of Tunable its length is. */
export function choosesExponent(variant: Variant): boolean {
  return hasParam(variant, "publicExponent") && !takesNumber(variant, "publicExponentLength");
}

/** Whether a second key can be made on the same modulus, whose e is short. */
export function canBeCompatible(variant: Variant): boolean {
  return variant === "rebalanced" || variant === "r-prime";
}

export function newKeyParams(choice: NewKey): KeyParams {
  const params = chosenParams(choice);
  return choosesExponent(choice.variant) ? keyParams({ ...params, publicExponent: choice.publicExponent }) : params;
}

/** What is known against such keys; absent until the verdicts are loaded, and for parameters that make no key. */
export function newKeyAssessment(state: Pick<State, "assessParams" | "newKey">): Assessment | undefined {
  const { assessParams, newKey } = state;
  const answer = assessParams?.({ params: newKeyParams(newKey) });
  return answer !== undefined && "assessment" in answer ? answer.assessment : undefined;
}

/** Says why a number cannot be used, or nothing. */
export function choiceProblem(field: ChoiceField, value: number): string | undefined {
  return limitsProblem(value, choiceLimits[field]);
}
