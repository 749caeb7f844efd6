import { type Mode, modes } from "rsa-variants/xrsa";
import { readNumbers, repeatedWords } from "../../common/address.ts";
import { type Limits, limitsProblem } from "../../common/whole-number.ts";

/** Where the key comes from: the ordinary library, or the device itself. */
export type KeySource = "library" | "device";

const keySources: readonly KeySource[] = ["library", "device"];

/** Everything a user can choose, all of which is in the place's address. Lengths are bits, memories bytes. */
export interface Selection {
  readonly modulusLength: number;
  readonly primes: number;
  readonly multiplierLength: number;
  readonly mode: Mode;
  /** Only for the mode `window`; kept while another mode is chosen. */
  readonly windowWidth: number;
  readonly unitRam: number;
  readonly controllerRam: number;
  readonly keySource: KeySource;
}

/** What a field accepts at all; whether values fit together is for the library to judge. */
export const limits = {
  modulusLength: { min: 128, max: 16384, step: 128 },
  primes: { min: 2, max: 8, step: 1 },
  multiplierLength: { min: 64, max: 4096, step: 32 },
  windowWidth: { min: 2, max: 6, step: 1 },
  unitRam: { min: 32, max: 1_048_576, step: 32 },
  controllerRam: { min: 256, max: 1_048_576, step: 256 },
} as const satisfies Partial<Record<keyof Selection, Limits>>;

export type NumberName = keyof typeof limits;

export const numberNames = Object.keys(limits) as readonly NumberName[];

/** RSA-4096 on the paper's part by its algorithms. */
export const defaultSelection: Selection = {
  modulusLength: 4096,
  primes: 2,
  multiplierLength: 2048,
  mode: "paper",
  windowWidth: 5,
  unitRam: 3072,
  controllerRam: 16384,
  keySource: "library",
};

/** Why a number cannot be used, or nothing. */
export function numberProblem(name: NumberName, value: number): string | undefined {
  return limitsProblem(value, limits[name]);
}

/** The address's parameters: the paper's letters where it has them. */
const parameters = {
  n: "modulusLength",
  r: "primes",
  k: "multiplierLength",
  mode: "mode",
  window: "windowWidth",
  unit: "unitRam",
  controller: "controllerRam",
  key: "keySource",
} as const satisfies Record<string, keyof Selection>;

const { mode: _mode, key: _key, ...numberParameters } = parameters;
const wordParameters = [
  ["mode", modes],
  ["key", keySources],
] as const;

/** The parameters that an address always has, so that it says what it shows. */
const always: readonly string[] = ["n", "k", "mode"];

/** An address as read: the selection, and a sentence for everything in it that was ignored. */
export interface ReadSelection {
  readonly selection: Selection;
  readonly problems: readonly string[];
}

/**
 * The selection as a query string without the question mark. What equals the default is left out, except n, k and the mode.
 *
 * @example
 * ```ts
 * writeSelection(defaultSelection); // "n=4096&k=2048&mode=paper"
 * ```
 */
export function writeSelection(selection: Selection): string {
  const written = Object.entries(parameters).filter(
    ([name, field]) => always.includes(name) || selection[field] !== defaultSelection[field],
  );
  return new URLSearchParams(written.map(([name, field]) => [name, String(selection[field])])).toString();
}

/** Reads a query string. Whatever is missing or unusable gets its default; the latter is reported. */
export function readSelection(text: string): ReadSelection {
  const query = new URLSearchParams(text);
  const problems = repeatedWords(query, Object.keys(parameters));
  const numbers = readNumbers(query, numberParameters, numberProblem, defaultSelection, problems);
  const words: Record<string, string> = {};
  for (const [name, known] of wordParameters) {
    const given = query.get(name);
    if (given === null) continue;
    if ((known as readonly string[]).includes(given)) words[parameters[name]] = given;
    else problems.push(`Ignored ${name} = ${given} in the address. Known: ${known.join(", ")}.`);
  }
  const unknown = [...new Set(query.keys())].filter((name) => !Object.hasOwn(parameters, name));
  if (unknown.length > 0) problems.push(`Ignored unknown parameters in the address: ${unknown.join(", ")}.`);
  return { selection: { ...defaultSelection, ...numbers, ...words }, problems };
}
