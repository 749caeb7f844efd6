import type { KeyParams } from "rsa-variants";

/** The length of e that key generation gives the variants that take one. */
const usualExponentLength = 17;

/**
 * Parameters as the query string of the place Security, without the question mark. Only what the variant takes is named.
 *
 * @param publicExponentLength bits of e, where it is of another length than key generation gives it
 *
 * @example
 * ```ts
 * writeParams({ variant: "rebalanced", modulusLength: 2048, crtExponentLength: 160 }); // "variant=rebalanced&n=2048&w=160"
 * ```
 */
export function writeParams(params: KeyParams, publicExponentLength?: number): string {
  const query = new URLSearchParams({ variant: params.variant });
  const set = (name: string, value: number | undefined) => {
    if (value !== undefined) query.set(name, String(value));
  };
  set("n", params.modulusLength);
  set("r", params.primes);
  set("s", params.multiplicity === 1 ? undefined : params.multiplicity);
  set("w", params.crtExponentLength);
  set("b", params.batchSize);
  set("p", params.primeLength);
  set("e-length", publicExponentLength ?? unusualLength(params.publicExponent));
  return query.toString();
}

function unusualLength(publicExponent: bigint | undefined): number | undefined {
  const length = publicExponent?.toString(2).length;
  return length === usualExponentLength ? undefined : length;
}
