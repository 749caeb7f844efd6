import { type Mode, modes } from "rsa-variants/xrsa";
import { numberWord, readWords, textWord, type Word, writeWords } from "../../core/url.ts";
import { type Limits, limitsProblem } from "../../core/whole-number.ts";

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

const options = { defaults: defaultSelection };

function number(name: string, field: NumberName, isAlways = false): Word<Selection> {
  return numberWord<Selection, NumberName>(name, field, numberProblem, { ...options, isAlways });
}

/** The words of the address: the paper's letters where it has them. */
const words: readonly Word<Selection>[] = [
  number("n", "modulusLength", true),
  number("r", "primes"),
  number("k", "multiplierLength", true),
  textWord("mode", "mode", modes, { ...options, isAlways: true }),
  number("window", "windowWidth"),
  number("unit", "unitRam"),
  number("controller", "controllerRam"),
  textWord("key", "keySource", keySources, options),
];

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
  return writeWords(words, selection);
}

/** An address as read: the selection, and a sentence for everything in it that was ignored. */
export interface ReadSelection {
  readonly selection: Selection;
  readonly problems: readonly string[];
}

/** Reads a query string. Whatever is missing or unusable gets its default; the latter is reported. */
export function readSelection(text: string): ReadSelection {
  const { choice, problems } = readWords(words, defaultSelection, text);
  return { selection: choice, problems };
}
