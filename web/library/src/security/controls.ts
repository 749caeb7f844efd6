import type { ChoiceOption, NumberOption } from "./attack.js";

/** A choice of names, the first of which is the default. */
export function choice<Name extends string, const Values extends readonly [string, ...string[]]>(
  name: Name,
  title: string,
  values: Values,
  titles: Readonly<Record<Values[number], string>>,
): ChoiceOption & { readonly name: Name; readonly default: Values[0] } {
  const choices = values.map((value: Values[number]) => ({ value, title: titles[value] }));
  return { kind: "choice", name, title, choices, default: values[0] };
}

/** n of a demonstration's key. */
export function modulusLengthOf(standard: number): NumberOption & { readonly name: "modulusLength" } {
  return {
    kind: "number",
    name: "modulusLength",
    title: "Modulus length n",
    unit: "bits",
    least: 128,
    most: 16384,
    default: standard,
  };
}
