import type { PresetText } from "../../ui/form.tsx";
import { type Control, defaultSelection, keyFields, type Selection } from "./selection.ts";

/** A choice of parameters with a name, so that a published table can be repeated with one click. */
export interface Preset extends PresetText {
  readonly values: Pick<Selection, Control | "sweepLengths">;
}

const common = {
  primes: 3,
  crtExponentLength: 160,
  schemeBExponentLength: 198,
  publicExponentLength: defaultSelection.publicExponentLength,
  multiplicity: 1,
  batchPrimes: 2,
  batchSize: 4,
  primeLength: defaultSelection.primeLength,
  publicExponent: defaultSelection.publicExponent,
  sweepLengths: defaultSelection.sweepLengths,
};

function athlon(modulusLength: number): Preset {
  return {
    id: `athlon-${modulusLength}`,
    name: `Paixão, Gazzoni Filho: ${modulusLength}`,
    summary: `n ${modulusLength}, r 3, w 160, b 4`,
    reason: "The R-Prime paper's table 2, measured on an Athlon XP with GMP.",
    values: { ...common, modulusLength, sweepLengths: [768, 1024, 2048] },
  };
}

export const presets: readonly Preset[] = [
  {
    id: "today",
    name: "Today",
    summary: "n 2048, r 3, w 320",
    reason:
      "The modulus length in common use. w is 320, because exponents of 160 bits are broken in theory at this length: they are below an asymptotic bound for lattices (Takayasu, Lu, Peng 2019).",
    values: { ...common, modulusLength: 2048, crtExponentLength: 320 },
  },
  {
    id: "phone",
    name: "Hansen, Larsen, Olsen",
    summary: "n 1024, r 3, w 160",
    reason: "The comparison on a phone of 2007 with a 400 MHz processor.",
    values: { ...common, modulusLength: 1024 },
  },
  athlon(768),
  athlon(1024),
  athlon(2048),
  {
    id: "schemes",
    name: "Schemes A and B",
    summary: "n 1024, w 160 and 198",
    reason: "The comparison of rebalanced variants on a 1.6 GHz laptop, where alone Schemes A and B were measured.",
    values: { ...common, modulusLength: 1024, sweepLengths: [512, 1024, 2048] },
  },
  {
    id: "schemes-256",
    name: "The same paper: 256",
    summary: "n 256, r 3, w 128",
    reason:
      "Its shortest length with times other than 0; w is as long as a prime. Such a modulus is factored in minutes, and measures what is left of the theory in very short numbers.",
    values: {
      ...common,
      modulusLength: 256,
      crtExponentLength: 128,
      schemeBExponentLength: 127,
      sweepLengths: [128, 256, 512],
    },
  },
];

/** The presets that the selection equals. */
export function matchingPresets(selection: Selection): readonly Preset[] {
  return presets.filter(({ values }) => keyFields.every((field) => values[field] === selection[field]));
}
