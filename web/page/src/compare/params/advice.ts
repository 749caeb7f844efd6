import type { KeyParams } from "rsa-variants";
import type { Control, Selection } from "./selection.ts";

/** The controls as a variant's advice has them; whatever other variants share changes for them too. */
export function adviceChange({
  variant,
  modulusLength,
  primes,
  crtExponentLength,
  publicExponent,
  primeLength,
}: KeyParams): Partial<Pick<Selection, Control>> {
  // w follows from e there.
  if (variant === "tunable") return { modulusLength, publicExponentLength: (publicExponent ?? 1n).toString(2).length };
  const exponents = variant === "scheme-b" ? "schemeBExponentLength" : "crtExponentLength";
  return {
    modulusLength,
    ...(primes === undefined ? {} : { [variant === "batch" ? "batchPrimes" : "primes"]: primes }),
    ...(crtExponentLength === undefined ? {} : { [exponents]: crtExponentLength }),
    ...(primeLength === undefined ? {} : { primeLength }),
  };
}
