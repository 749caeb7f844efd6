import { type Limits, limitsProblem } from "@rsa-variants/measure/text/numbers";
import {
  numberWord,
  type ReadChoice,
  readWords,
  textWord,
  type Word,
  writeWords,
} from "@rsa-variants/measure/text/url";
import { type DeviceOptions, type Mode, type ModeOptions, modes } from "rsa-variants/xrsa";
import type { PresetText } from "../ui/form.tsx";

/** Who makes the key. */
const keySources = ["library", "device"] as const;

/** Everything a user can choose; all of it is in the address. Lengths are bits, memories bytes. */
export interface Selection {
  readonly modulusLength: number;
  readonly primes: number;
  readonly multiplierLength: number;
  readonly mode: Mode;
  /** Only for the mode `window`; kept while another mode is chosen. */
  readonly windowWidth: number;
  readonly unitRam: number;
  readonly controllerRam: number;
  readonly keySource: (typeof keySources)[number];
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

/** RSA-4096 on the paper's chip by its algorithms. */
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

/** The selection as a query string without the question mark: "n=4096&k=2048&mode=paper". */
export function writeSelection(selection: Selection): string {
  return writeWords(words, selection);
}

/** Reads a query string. What is missing or unusable gets its default; the problems name the latter. */
export function readSelection(text: string): ReadChoice<Selection> {
  return readWords(words, defaultSelection, text);
}

export function deviceOptions({ multiplierLength, unitRam, controllerRam }: Selection): DeviceOptions {
  return { multiplierLength, unitRam, controllerRam };
}

/** What the page calls each mode. */
export const modeTexts: Readonly<Record<Mode, string>> = {
  paper: "as published",
  squarings: "squarings",
  window: "fixed window",
};

export function modeOptions({ mode, windowWidth }: Selection): ModeOptions {
  return mode === "window" ? { mode, windowWidth } : { mode };
}

/** A computation with a name. */
export interface Preset extends PresetText {
  readonly values: Omit<Selection, "keySource">;
}

const { keySource: _library, ...paper } = defaultSelection;
const best = { ...paper, mode: "window", windowWidth: 5 } as const;

function several(modulusLength: number, primes: number, reason: string): Preset {
  return {
    id: `${modulusLength}`,
    name: `RSA-${modulusLength}`,
    summary: `${primes} × ${modulusLength / primes} bits`,
    reason,
    values: { ...best, modulusLength, primes },
  };
}

/** Small enough to step through. */
export const smallExample: Preset = {
  id: "teaching",
  name: "Small example",
  summary: "128 bits on 64",
  reason: "Small enough to show every number. Run it, then play it or step through it.",
  values: { ...paper, modulusLength: 128, multiplierLength: 64 },
};

export const presets: readonly Preset[] = [
  {
    id: "paper",
    name: "As published",
    summary: "4096 bits on 2048",
    reason: "RSA-4096 with the algorithms of the paper. Errors in the paper have been corrected.",
    values: paper,
  },
  {
    id: "best",
    name: "Fastest",
    summary: "5-bit window",
    reason: "A 5-bit window takes less than half as many multiplications as the paper’s method.",
    values: best,
  },
  several(6144, 3, "Three primes, each as long as the multiplier."),
  several(7680, 4, "The paper asks whether this is possible. With four primes, it is."),
  several(8192, 4, "Four primes, each as long as the multiplier."),
  smallExample,
];

/** The presets whose values the selection has; who makes its key does not matter. */
export function matchingPresets(selection: Selection): readonly Preset[] {
  return presets.filter(({ values: { windowWidth, ...values } }) => {
    const isSame = Object.entries(values).every(([name, value]) => selection[name as keyof Selection] === value);
    return isSame && (values.mode !== "window" || selection.windowWidth === windowWidth);
  });
}
