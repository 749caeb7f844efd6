import { type KeyParams, variantFacts } from "rsa-variants";
import { formatExponent } from "./format.ts";
import { letters, parameters } from "./refusal.ts";

/** The numbers of a key, each with its letter: ["n 2048", "r 3", "e 65537"]. An s of 1 is left out. */
export function paramList(params: KeyParams): string[] {
  return parameters.flatMap((name) => {
    const value = params[name];
    if (value === undefined || (name === "multiplicity" && value === 1)) return [];
    return `${letters[name]} ${typeof value === "bigint" ? formatExponent(value) : value}`;
  });
}

/** Parameters in a line: "Rebalanced, n 2048, w 160". The usual e is left out. */
export function paramsText(params: KeyParams): string {
  const shown = paramList(params).filter((text) => text !== "e 65537");
  return [variantFacts[params.variant].title, ...shown.map((text) => text.replace(" ", "\u00a0"))].join(", ");
}
