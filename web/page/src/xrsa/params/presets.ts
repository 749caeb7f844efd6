import type { PresetText } from "../../common/presets.ts";
import { defaultSelection, type Selection } from "./selection.ts";

/** A computation with a name, so that it can be repeated with one click. */
export interface Preset extends PresetText {
  readonly values: Omit<Selection, "keySource">;
}

const { keySource: _library, ...paper } = defaultSelection;
const best = { ...paper, mode: "window", windowWidth: 5 } as const;

function several(modulusLength: number, primes: number, reason: string): Preset {
  return {
    id: `${modulusLength}`,
    name: `RSA-${modulusLength}`,
    summary: `${primes} primes of ${modulusLength / primes} bits`,
    reason,
    values: { ...best, modulusLength, primes },
  };
}

export const presets: readonly Preset[] = [
  {
    id: "paper",
    name: "The paper",
    summary: "n 4096 on k 2048, its algorithms",
    reason: "RSA-4096 on the paper’s part by the paper’s algorithms, their errors mended.",
    values: paper,
  },
  {
    id: "best",
    name: "The best",
    summary: "the same, window of 5 bits",
    reason: "R² by squarings and a fixed window of 5 bits, the widest that the part’s controller holds.",
    values: best,
  },
  several(
    7680,
    4,
    "The paper asks whether 7680 bits are possible on a multiplier of 2048: they are, with four primes, through Garner’s formula.",
  ),
  several(8192, 4, "Four primes as long as the multiplier: as far as four primes go."),
  several(6144, 3, "Three primes as long as the multiplier."),
  {
    id: "teaching",
    name: "For teaching",
    summary: "n 128 on k 64, step by step",
    reason: "So small that every number fits on the screen: run it, then step through it with the arrow keys.",
    values: { ...paper, modulusLength: 128, multiplierLength: 64 },
  },
];

/** The presets whose values the selection has, wherever its key comes from. */
export function matchingPresets(selection: Selection): readonly Preset[] {
  return presets.filter(({ values }) => {
    const { windowWidth, ...others } = values;
    const same = Object.entries(others).every(([name, value]) => selection[name as keyof Selection] === value);
    return same && (values.mode !== "window" || selection.windowWidth === windowWidth);
  });
}
