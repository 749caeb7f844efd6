import { readNumbers, repeatedWords } from "../../common/address.ts";
import { writeParams } from "../../common/security/address.ts";
import {
  allVariants,
  defaultSelection,
  type NumberField,
  numberProblem,
  questionOf,
  type Selection,
  takes,
} from "./selection.ts";

/** Names of the address's parameters: the papers' letters where they have one. */
const numberNames = {
  n: "modulusLength",
  r: "primes",
  s: "multiplicity",
  w: "crtExponentLength",
  b: "batchSize",
  p: "primeLength",
  "e-length": "publicExponentLength",
} as const satisfies Record<string, NumberField>;

/** What is taken for a number of the address that cannot be used, as the sentence about it says. */
const replacements = { ...defaultSelection, publicExponentLength: "the length that key generation gives e" };

/** What an address asked for, and what of it could not be followed. */
export interface ReadSelection {
  readonly selection: Selection;
  readonly problems: readonly string[];
}

/**
 * The selection as a query string without the question mark: everything that the variant takes, so that a shared address
 * says what it shows.
 *
 * @example
 * ```ts
 * writeSelection(defaultSelection); // "variant=rebalanced&n=2048&w=160"
 * ```
 */
export function writeSelection(selection: Selection): string {
  const { params, publicExponentLength } = questionOf(selection);
  return writeParams(params, publicExponentLength);
}

/** Reads a query string. Whatever is missing or cannot be used takes its default, with a sentence that says so. */
export function readSelection(text: string): ReadSelection {
  const query = new URLSearchParams(text);
  const names = ["variant", ...Object.keys(numberNames)];
  const problems = repeatedWords(query, names);
  const given = query.get("variant");
  const variant = allVariants.find((each) => each === given);
  if (given !== null && variant === undefined) {
    problems.push(`Unknown variant in the address, left out: ${given}. Known: ${allVariants.join(", ")}.`);
  }
  const numbers = readNumbers(query, numberNames, numberProblem, replacements, problems);
  // Addresses from before r applied to batch do not name it; their keys have two primes.
  const primes = variant === "batch" && !query.has("r") ? { primes: 2 } : {};
  const chosen = variant === undefined ? {} : { variant };
  const selection: Selection = { ...defaultSelection, ...primes, ...numbers, ...chosen };
  const idle = Object.entries(numberNames).filter(
    ([name, field]) => query.has(name) && !takes(selection.variant, field),
  );
  if (idle.length > 0) {
    const words = idle.map(([name]) => name).join(", ");
    problems.push(`Words in the address that ${selection.variant} has no use for, left out: ${words}.`);
  }
  const unknown = [...new Set(query.keys())].filter((name) => !names.includes(name));
  if (unknown.length > 0) problems.push(`Unknown words in the address, left out: ${unknown.join(", ")}.`);
  for (const [, field] of idle) Object.assign(selection, { [field]: defaultSelection[field] });
  return { selection, problems };
}
