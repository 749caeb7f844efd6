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
import type { FieldText, PresetText } from "../ui/fields.tsx";

/** Who makes the key. */
const keySources = ["library", "device"] as const;

/** Everything a user can choose; all of it is in the address. Lengths are bits, memories bytes. */
export interface XrsaSelection {
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

/** A number that users choose. */
interface NumberText extends FieldText {
  /** Its word in the address: the paper's letter where it has one. */
  readonly word: string;
  /** Whether the address has it even for the default. */
  readonly isAlways?: boolean;
  /** What the field accepts at all; whether values fit together is for the library to judge. */
  readonly limits: Limits;
  readonly suggestions?: readonly number[];
  /** Its name in a sentence. */
  readonly name: string;
  /** A value of it, on the button that applies it. */
  readonly with: (value: string) => string;
}

export type NumberName = Exclude<keyof XrsaSelection, "mode" | "keySource">;

export const numbers: Readonly<Record<NumberName, NumberText>> = {
  modulusLength: {
    word: "n",
    isAlways: true,
    letter: "n",
    label: "modulus",
    unit: "bits",
    hint: "Length of the modulus N, 128 to 16,384 bits",
    limits: { min: 128, max: 16384, step: 128 },
    suggestions: [128, 1024, 2048, 3072, 4096, 6144, 7680, 8192],
    name: "the modulus",
    with: (bits) => `a ${bits}-bit modulus`,
  },
  primes: {
    word: "r",
    letter: "r",
    label: "primes",
    hint: "Prime factors of N; 2 in the paper",
    limits: { min: 2, max: 8, step: 1 },
    name: "primes",
    with: (count) => `${count} primes`,
  },
  multiplierLength: {
    word: "k",
    isAlways: true,
    letter: "k",
    label: "multiplier",
    unit: "bits",
    hint: "Length of the longest numbers that the chip can multiply",
    limits: { min: 64, max: 4096, step: 32 },
    suggestions: [64, 512, 1024, 2048, 4096],
    name: "the multiplier",
    with: (bits) => `a ${bits}-bit multiplier`,
  },
  windowWidth: {
    word: "window",
    label: "window",
    unit: "bits",
    hint: "Bits of the exponent handled by one multiplication",
    limits: { min: 2, max: 6, step: 1 },
    name: "the window",
    with: (bits) => `a ${bits}-bit window`,
  },
  unitRam: {
    word: "unit",
    label: "unit RAM",
    unit: "bytes",
    hint: "Memory of the unit, the chip’s multiplier; 3072 in the paper",
    limits: { min: 32, max: 1_048_576, step: 32 },
    name: "the unit’s RAM",
    with: (bytes) => `${bytes} bytes of unit RAM`,
  },
  controllerRam: {
    word: "controller",
    label: "controller RAM",
    unit: "bytes",
    hint: "Memory of the controller, the chip’s main processor. It holds the table of the window; 16,384 in the paper",
    limits: { min: 256, max: 1_048_576, step: 256 },
    name: "the controller’s RAM",
    with: (bytes) => `${bytes} bytes of controller RAM`,
  },
};

export const numberNames = Object.keys(numbers) as readonly NumberName[];

/** RSA-4096 on the paper's chip by its algorithms. */
export const defaultSelection: XrsaSelection = {
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
  return limitsProblem(value, numbers[name].limits);
}

const options = { defaults: defaultSelection };

const numberWords = numberNames.map((name) => {
  const { word, isAlways = false } = numbers[name];
  return numberWord<XrsaSelection, NumberName>(word, name, numberProblem, { ...options, isAlways });
});

const words: readonly Word<XrsaSelection>[] = [
  ...numberWords.slice(0, 3),
  textWord("mode", "mode", modes, { ...options, isAlways: true }),
  ...numberWords.slice(3),
  textWord("key", "keySource", keySources, options),
];

/** The selection as a query string without the question mark: "n=4096&k=2048&mode=paper". */
export function writeSelection(selection: XrsaSelection): string {
  return writeWords(words, selection);
}

/** Reads a query string. What is missing or unusable gets its default; the problems name the latter. Without words it is the small example. */
export function readSelection(text: string): ReadChoice<XrsaSelection> {
  const start = new URLSearchParams(text).size === 0 ? smallExample.values : {};
  return readWords(words, { ...defaultSelection, ...start }, text);
}

export function deviceOptions({ multiplierLength, unitRam, controllerRam }: XrsaSelection): DeviceOptions {
  return { multiplierLength, unitRam, controllerRam };
}

export const modeTexts: Readonly<Record<Mode, string>> = {
  paper: "as published",
  squarings: "squarings",
  window: "fixed window",
};

export function modeOptions({ mode, windowWidth }: XrsaSelection): ModeOptions {
  return mode === "window" ? { mode, windowWidth } : { mode };
}

/** A computation with a name. */
export interface Preset extends PresetText {
  readonly values: Omit<XrsaSelection, "keySource">;
}

const { keySource: _library, ...paper } = defaultSelection;
const best = { ...paper, mode: "window", windowWidth: 5 } as const;

function several(modulusLength: number, primes: number, reason: string): Preset {
  return {
    id: `${modulusLength}`,
    text: `RSA-${modulusLength}: ${primes} × ${modulusLength / primes} bits`,
    reason,
    values: { ...best, modulusLength, primes },
  };
}

/** Small enough to step through. */
export const smallExample: Preset = {
  id: "teaching",
  text: "Small example: 128 bits on 64",
  reason: "Small enough to show every number. Run it, then play it or step through it.",
  values: { ...paper, modulusLength: 128, multiplierLength: 64 },
};

export const presets: readonly Preset[] = [
  {
    id: "paper",
    text: "As published: 4096 bits on 2048",
    reason: "RSA-4096 with the algorithms of the paper. Errors in the paper have been corrected.",
    values: paper,
  },
  {
    id: "best",
    text: "Fastest: 5-bit window",
    reason: "A 5-bit window takes less than half as many multiplications as the paper’s method.",
    values: best,
  },
  several(6144, 3, "Three primes, each as long as the multiplier."),
  several(7680, 4, "The paper asks whether this is possible. With four primes, it is."),
  several(8192, 4, "Four primes, each as long as the multiplier."),
  smallExample,
];

/** The preset whose values the selection has; who makes its key does not matter. */
export function matchingPreset(selection: XrsaSelection): Preset | undefined {
  return presets.find(({ values: { windowWidth, ...values } }) => {
    const isSame = Object.entries(values).every(([name, value]) => selection[name as keyof XrsaSelection] === value);
    return isSame && (values.mode !== "window" || selection.windowWidth === windowWidth);
  });
}
