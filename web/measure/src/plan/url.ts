import { builds } from "rsa-variants";
import { operations, references } from "../tasks/protocol.ts";
import { parsePublicExponent, parseWholeNumber, publicExponentNeeded, publicExponentProblem } from "../text/numbers.ts";
import { flagWord, listWord, numberWord, readWords, textWord, type Word, writeWords } from "../text/url.ts";
import { allVariants } from "./key-choice.ts";
import {
  allEngines,
  defaultSelection,
  numberControls,
  numberNames,
  numberProblem,
  type Selection,
  units,
} from "./selection.ts";

const options = { defaults: defaultSelection };

function budgetWord(kind: "samples" | "seconds"): Word<Selection> {
  return {
    name: kind,
    write({ budget }) {
      const amount = budget.kind === "samples" ? budget.samples : budget.seconds;
      const isDefault = JSON.stringify(budget) === JSON.stringify(defaultSelection.budget);
      return budget.kind === kind && !isDefault ? String(amount) : undefined;
    },
    read(text, problems) {
      const value = parseWholeNumber(text);
      const problem = numberProblem(kind, value);
      if (problem === undefined)
        return { budget: kind === "samples" ? { kind, samples: value } : { kind, seconds: value } };
      problems.push(`${kind} = ${text} in the address: ${problem} Using 10 seconds.`);
      return {};
    },
  };
}

/** The words of the address: the letters that the papers use, so that it can be typed. */
const words: readonly Word<Selection>[] = [
  ...numberNames.map((name) => {
    const isAlways = name === "modulusLength" || name === "primes" || name === "crtExponentLength";
    return numberWord<Selection, typeof name>(numberControls[name].word, name, numberProblem, { ...options, isAlways });
  }),
  {
    name: "e",
    write: ({ publicExponent: e }) => (e === defaultSelection.publicExponent ? undefined : String(e)),
    read(text, problems) {
      const value = parsePublicExponent(text);
      const problem = value === undefined ? publicExponentNeeded : publicExponentProblem(value);
      if (value !== undefined && problem === undefined) return { publicExponent: value };
      problems.push(`e = ${text} in the address: ${problem} Using ${defaultSelection.publicExponent}.`);
      return {};
    },
  },
  listWord("variants", "variants", allVariants, options),
  listWord("engines", "engines", allEngines, options),
  textWord("build", "build", ["auto", ...builds], options),
  listWord("references", "references", references, options),
  budgetWord("seconds"),
  budgetWord("samples"),
  flagWord("scheme-a", "generateSchemeA", "generate"),
  flagWord("guards", "measureGuards", "measure"),
  flagWord("modulus", "commonModulus", "common"),
  {
    name: "sweep",
    write: ({ sweepLengths }) =>
      sweepLengths.join() === defaultSelection.sweepLengths.join() ? undefined : sweepLengths.join(),
    read(text, problems) {
      const { lengths, problem } = parseLengths(text);
      if (problem === undefined) return { sweepLengths: lengths };
      problems.push(`sweep in the address: ${problem} Using ${defaultSelection.sweepLengths.join(", ")}.`);
      return {};
    },
  },
  textWord("compare", "compared", operations, options, "operation"),
  textWord("unit", "unit", units, options, "unit"),
  flagWord("with", "guarded", "guards"),
];

/**
 * The selection as a query string without the question mark. Defaults are left out, except n, r and w, so that a shared address
 * says what it shows.
 *
 * @example
 * ```ts
 * writeSelection(defaultSelection); // "n=2048&r=3&w=320"
 * ```
 */
export function writeSelection(selection: Selection): string {
  return writeWords(words, selection);
}

/** Reads a query string. What is missing or cannot be used gets its default; `problems` has a sentence about what cannot. */
export function readSelection(text: string): { readonly selection: Selection; readonly problems: readonly string[] } {
  const { choice, problems } = readWords(words, defaultSelection, text);
  return { selection: choice, problems };
}

/** Reads a list of modulus lengths ("512, 1024 2048"), sorted, each once. */
export function parseLengths(text: string): { lengths: number[]; problem?: string } {
  const lengths: number[] = [];
  for (const item of text.split(/[\s,;]+/).filter(Boolean)) {
    const value = parseWholeNumber(item);
    const problem = numberProblem("modulusLength", value);
    if (problem !== undefined) return { lengths: [], problem: `${item}: ${problem}` };
    if (!lengths.includes(value)) lengths.push(value);
  }
  lengths.sort((a, b) => a - b);
  return lengths.length === 0 ? { lengths, problem: "Enter at least one modulus length." } : { lengths };
}
