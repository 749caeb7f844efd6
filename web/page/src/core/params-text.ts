import { type KeyParams, variantFacts } from "rsa-variants";
import { formatExponent } from "./format.ts";

/** Parameters in a line: "Rebalanced, n 2048, w 160". */
export function paramsText(params: KeyParams): string {
  const { variant, modulusLength, primes, multiplicity, crtExponentLength, batchSize, primeLength, publicExponent } =
    params;
  const parts: [letter: string, value: number | undefined][] = [
    ["n", modulusLength],
    ["r", primes],
    ["s", multiplicity === 1 ? undefined : multiplicity],
    ["w", crtExponentLength],
    ["b", batchSize],
    ["|p|", primeLength],
  ];
  const numbers = parts.flatMap(([letter, value]) => (value === undefined ? [] : [`${letter}\u00a0${value}`]));
  const e =
    publicExponent === undefined || publicExponent === 65537n ? [] : [`e\u00a0${formatExponent(publicExponent)}`];
  return [variantFacts[variant].title, ...numbers, ...e].join(", ");
}
