import { readNumbers, repeatedWords } from "../../common/address.ts";
import { defaultSelection, keySources, modes, type NumberField, numberProblem, type Selection } from "./selection.ts";

/** Names of the address's parameters: the paper's letters where it has them. */
const numberNames = {
  n: "modulusLength",
  r: "primes",
  k: "multiplierLength",
  window: "windowWidth",
  unit: "unitRam",
  controller: "controllerRam",
} as const satisfies Record<string, NumberField>;

const wordNames = { mode: { field: "mode", known: modes }, key: { field: "keySource", known: keySources } } as const;

/** What an address asked for, and what of it could not be followed. */
export interface ReadSelection {
  readonly selection: Selection;
  readonly problems: readonly string[];
}

/**
 * The selection as a query string without the question mark. What equals the default is left out, except n, k and the
 * mode, so that a shared address says what it shows.
 *
 * @example
 * ```ts
 * writeSelection(defaultSelection); // "n=4096&k=2048&mode=paper"
 * ```
 */
export function writeSelection(selection: Selection): string {
  const query = new URLSearchParams();
  const set = (name: string, field: keyof Selection, always: boolean) => {
    if (always || selection[field] !== defaultSelection[field]) query.set(name, String(selection[field]));
  };
  set("n", "modulusLength", true);
  set("r", "primes", false);
  set("k", "multiplierLength", true);
  set("mode", "mode", true);
  set("window", "windowWidth", false);
  set("unit", "unitRam", false);
  set("controller", "controllerRam", false);
  set("key", "keySource", false);
  return query.toString();
}

/** Reads a query string. Whatever is missing or cannot be used takes its default, with a sentence that says so. */
export function readSelection(text: string): ReadSelection {
  const query = new URLSearchParams(text);
  const parameterNames = [...Object.keys(numberNames), ...Object.keys(wordNames)];
  const problems = repeatedWords(query, parameterNames);
  const numbers = readNumbers(query, numberNames, numberProblem, defaultSelection, problems);
  const words: Record<string, string> = {};
  for (const [name, { field, known }] of Object.entries(wordNames)) {
    const given = query.get(name);
    if (given === null) continue;
    const word = (known as readonly string[]).find((each) => each === given);
    if (word !== undefined) words[field] = word;
    else problems.push(`Unknown ${name} in the address, left out: ${given}. Known: ${known.join(", ")}.`);
  }
  const unknown = [...new Set(query.keys())].filter((name) => !parameterNames.includes(name));
  if (unknown.length > 0) problems.push(`Unknown words in the address, left out: ${unknown.join(", ")}.`);
  return { selection: { ...defaultSelection, ...numbers, ...words }, problems };
}
