import type { KeyParams } from "rsa-variants";
import { letters, parameters } from "./refusal.ts";

/** The length of e that key generation gives the variants that take one. */
const usualExponentLength = 17;

/**
 * Parameters as the query string of the place Security, without the question mark. It names only what the variant takes.
 *
 * @param publicExponentLength bits of e, where key generation would give it another length
 *
 * @example
 * ```ts
 * writeParams({ variant: "rebalanced", modulusLength: 2048, crtExponentLength: 160 }); // "variant=rebalanced&n=2048&w=160"
 * ```
 */
export function writeParams(params: KeyParams, publicExponentLength?: number): string {
  const query = new URLSearchParams({ variant: params.variant });
  for (const name of parameters) {
    const value = params[name];
    const isUsual = name === "multiplicity" && value === 1;
    if (typeof value === "number" && !isUsual) query.set(letters[name].replaceAll("|", ""), String(value));
  }
  const own = params.publicExponent?.toString(2).length;
  const length = publicExponentLength ?? (own === usualExponentLength ? undefined : own);
  if (length !== undefined) query.set("e-length", String(length));
  return query.toString();
}
