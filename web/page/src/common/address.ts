import { parseWholeNumber } from "./whole-number.ts";

/** A sentence for every word that an address has more than once: the first is followed. */
export function repeatedWords(query: URLSearchParams, known: readonly string[]): string[] {
  return known.flatMap((name) => {
    const [, ...further] = query.getAll(name);
    return further.length === 0 ? [] : [`Repeated ${name} in the address, left out: ${further.join(", ")}.`];
  });
}

/**
 * The numbers of an address by their fields. One that cannot be used is left out, with a sentence that says so.
 *
 * @param names the address's words and their fields
 * @param problemOf why a number cannot be used, or nothing
 */
export function readNumbers<Field extends string>(
  query: URLSearchParams,
  names: Readonly<Record<string, Field>>,
  problemOf: (field: Field, value: number) => string | undefined,
  defaults: Readonly<Record<Field, number | string>>,
  problems: string[],
): Partial<Record<Field, number>> {
  const numbers: Partial<Record<Field, number>> = {};
  for (const [name, field] of Object.entries(names)) {
    const text = query.get(name);
    if (text === null) continue;
    const value = parseWholeNumber(text);
    const problem = problemOf(field, value);
    if (problem === undefined) numbers[field] = value;
    else problems.push(`${name} = ${text} in the address: ${problem} Using ${defaults[field]}.`);
  }
  return numbers;
}
