import type { PresetText } from "../../ui/form.tsx";
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

/** Small enough to be stepped through. */
export const smallExample: Preset = {
  id: "teaching",
  name: "Small example",
  summary: "128 bits on 64",
  reason: "Small enough to show every number. Run it, then step through it with the arrow keys.",
  values: { ...paper, modulusLength: 128, multiplierLength: 64 },
};

export const presets: readonly Preset[] = [
  {
    id: "paper",
    name: "As published",
    summary: "4096 bits on 2048",
    reason: "RSA-4096 with the paper’s algorithms, their errors corrected.",
    values: paper,
  },
  {
    id: "best",
    name: "Fastest",
    summary: "the same, 5-bit window",
    reason: "R² by squarings and a 5-bit window, the widest that fits into the controller.",
    values: best,
  },
  several(6144, 3, "Three primes, each as long as the multiplier."),
  several(7680, 4, "The paper asks whether this is possible. It is, with four primes."),
  several(8192, 4, "Four primes, each as long as the multiplier."),
  smallExample,
];

/** The presets whose values the selection has; who makes its key does not matter. */
export function matchingPresets(selection: Selection): readonly Preset[] {
  return presets.filter(({ values }) => {
    const { windowWidth, ...others } = values;
    const same = Object.entries(others).every(([name, value]) => selection[name as keyof Selection] === value);
    return same && (values.mode !== "window" || selection.windowWidth === windowWidth);
  });
}
