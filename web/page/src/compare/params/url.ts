import { operations, references } from "@rsa-variants/measure/tasks/protocol";
import { readNumbers, repeatedWords } from "../../common/address.ts";
import { parsePublicExponent, publicExponentNeeded, publicExponentProblem } from "../../common/public-exponent.ts";
import { parseWholeNumber } from "../../common/whole-number.ts";
import {
  allBuilds,
  allEngines,
  allVariants,
  defaultSelection,
  type NumberField,
  numberProblem,
  type Selection,
} from "./selection.ts";

/** Names of the address's parameters: the letters the papers use, so that an address can be typed. */
const numberNames = {
  n: "modulusLength",
  r: "primes",
  s: "multiplicity",
  w: "crtExponentLength",
  wb: "schemeBExponentLength",
  et: "publicExponentLength",
  rb: "batchPrimes",
  b: "batchSize",
  p: "primeLength",
} as const satisfies Record<string, NumberField>;

/** Every name that an address can have. */
export const parameterNames: readonly string[] = [
  ...Object.keys(numberNames),
  ...[
    "e",
    "variants",
    "engines",
    "build",
    "references",
    "samples",
    "seconds",
    "scheme-a",
    "guards",
    "modulus",
    "sweep",
    "compare",
  ],
];

/** What an address asked for, and what of it could not be followed. */
export interface ReadSelection {
  readonly selection: Selection;
  readonly problems: readonly string[];
}

/**
 * The selection as a query string without the question mark. What equals the default is left out, except n, r and w,
 * so that a shared address says what it shows.
 *
 * @example
 * ```ts
 * writeSelection(defaultSelection); // "n=2048&r=3&w=320"
 * ```
 */
export function writeSelection(selection: Selection): string {
  const query = new URLSearchParams();
  for (const [name, field] of Object.entries(numberNames)) {
    const always = name === "n" || name === "r" || name === "w";
    if (always || selection[field] !== defaultSelection[field]) query.set(name, String(selection[field]));
  }
  if (selection.publicExponent !== defaultSelection.publicExponent) query.set("e", String(selection.publicExponent));
  setList(query, "variants", selection.variants, defaultSelection.variants);
  setList(query, "engines", selection.engines, defaultSelection.engines);
  if (selection.build !== defaultSelection.build) query.set("build", selection.build);
  setList(query, "references", selection.references, defaultSelection.references);
  const { budget } = selection;
  if (budget.kind === "samples") query.set("samples", String(budget.samples));
  else if (defaultSelection.budget.kind !== "seconds" || budget.seconds !== defaultSelection.budget.seconds) {
    query.set("seconds", String(budget.seconds));
  }
  if (selection.generateSchemeA) query.set("scheme-a", "generate");
  if (selection.measureGuards) query.set("guards", "measure");
  if (selection.commonModulus) query.set("modulus", "common");
  setList(query, "sweep", selection.sweepLengths.map(String), defaultSelection.sweepLengths.map(String));
  if (selection.compared !== defaultSelection.compared) query.set("compare", selection.compared);
  return query.toString().replaceAll("%2C", ",");
}

/** Reads a query string. Whatever is missing or cannot be used takes its default, with a sentence that says so. */
export function readSelection(text: string): ReadSelection {
  const query = new URLSearchParams(text);
  const problems = repeatedWords(query, parameterNames);
  const unknown = [...new Set(query.keys())].filter((name) => !parameterNames.includes(name));
  if (unknown.length > 0) problems.push(`Unknown words in the address, left out: ${unknown.join(", ")}.`);
  const numbers = readNumbers(query, numberNames, numberProblem, defaultSelection, problems);
  const selection: Selection = {
    ...defaultSelection,
    ...numbers,
    publicExponent: readExponent(query, problems),
    variants: readList(query, "variants", allVariants, defaultSelection.variants, problems),
    engines: readList(query, "engines", allEngines, defaultSelection.engines, problems),
    build: readOneOf(query, "build", ["auto", ...allBuilds], "build", problems) ?? defaultSelection.build,
    references: readList(query, "references", references, defaultSelection.references, problems),
    budget: readBudget(query, problems),
    generateSchemeA: query.get("scheme-a") === "generate",
    measureGuards: readOneOf(query, "guards", ["measure"], "guards", problems) !== undefined,
    commonModulus: readOneOf(query, "modulus", ["common"], "modulus", problems) !== undefined,
    sweepLengths: readLengths(query, problems),
    compared: readOneOf(query, "compare", operations, "operation", problems) ?? defaultSelection.compared,
  };
  return { selection, problems };
}

function setList(query: URLSearchParams, name: string, values: readonly string[], defaults: readonly string[]): void {
  if (values.join() !== defaults.join()) query.set(name, values.length === 0 ? "none" : values.join());
}

function readExponent(query: URLSearchParams, problems: string[]): bigint {
  const text = query.get("e");
  if (text === null) return defaultSelection.publicExponent;
  const value = parsePublicExponent(text);
  const problem = value === undefined ? publicExponentNeeded : publicExponentProblem(value);
  if (value !== undefined && problem === undefined) return value;
  problems.push(`e = ${text} in the address: ${problem} Using ${defaultSelection.publicExponent}.`);
  return defaultSelection.publicExponent;
}

function readList<T extends string>(
  query: URLSearchParams,
  name: string,
  known: readonly T[],
  defaults: readonly T[],
  problems: string[],
): readonly T[] {
  const text = query.get(name);
  if (text === null) return defaults;
  if (text === "none") return [];
  const wanted = text.split(",");
  const unknown = wanted.filter((item) => !known.includes(item as T));
  if (unknown.length > 0) problems.push(`Unknown ${name} in the address, left out: ${unknown.join(", ")}.`);
  // The table's order, each once, however the address orders them.
  return known.filter((item) => wanted.includes(item));
}

function readOneOf<T extends string>(
  query: URLSearchParams,
  name: string,
  known: readonly T[],
  what: string,
  problems: string[],
): T | undefined {
  const text = query.get(name);
  const found = known.find((item) => item === text);
  if (text !== null && found === undefined) problems.push(`Unknown ${what} in the address, left out: ${text}.`);
  return found;
}

function readBudget(query: URLSearchParams, problems: string[]): Selection["budget"] {
  for (const kind of ["samples", "seconds"] as const) {
    const text = query.get(kind);
    if (text === null) continue;
    const value = parseWholeNumber(text);
    const problem = numberProblem(kind, value);
    if (problem === undefined) return kind === "samples" ? { kind, samples: value } : { kind, seconds: value };
    problems.push(`${kind} = ${text} in the address: ${problem} Using 10 seconds.`);
  }
  return defaultSelection.budget;
}

function readLengths(query: URLSearchParams, problems: string[]): readonly number[] {
  const text = query.get("sweep");
  if (text === null) return defaultSelection.sweepLengths;
  const { lengths, problem } = parseLengths(text);
  if (problem !== undefined) {
    problems.push(`sweep in the address: ${problem} Using ${defaultSelection.sweepLengths.join(", ")}.`);
  }
  return lengths.length > 0 ? lengths : defaultSelection.sweepLengths;
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
  return lengths.length === 0 ? { lengths, problem: "At least one modulus length is needed." } : { lengths };
}
