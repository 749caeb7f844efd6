import type { KeyParams } from "rsa-variants";
import type { PresetText } from "../../common/presets.ts";
import { defaultSelection, type Selection, withParams } from "./selection.ts";
import { writeSelection } from "./url.ts";

/** Parameters with a name. */
export interface Preset extends PresetText {
  readonly params: KeyParams;
}

export const presets: readonly Preset[] = [
  {
    id: "crt-2048",
    name: "CRT",
    summary: "n 2048",
    reason: "What most keys in use are: two primes of 1024 bits.",
    params: { variant: "crt", modulusLength: 2048 },
  },
  {
    id: "crt-3072",
    name: "CRT",
    summary: "n 3072",
    reason: "What standards recommend for secrets that must last beyond 2030.",
    params: { variant: "crt", modulusLength: 3072 },
  },
  {
    id: "multi-prime-3",
    name: "Multi-prime",
    summary: "n 2048, r 3",
    reason: "Three primes, as Paixão and Gazzoni Filho measured them in 2005.",
    params: { variant: "multi-prime", modulusLength: 2048, primes: 3 },
  },
  {
    id: "multi-prime-4",
    name: "Multi-prime",
    summary: "n 2048, r 4",
    reason: "One prime more: primes of 512 bits are within reach of elliptic curves sooner than N of the sieve.",
    params: { variant: "multi-prime", modulusLength: 2048, primes: 4 },
  },
  {
    id: "multi-power",
    name: "Multi-power",
    summary: "n 2048, r 3",
    reason: "N = p²·q, as Paixão and Gazzoni Filho measured it in 2005, before class groups were turned on squares.",
    params: { variant: "multi-power", modulusLength: 2048, primes: 3 },
  },
  {
    id: "rebalanced-160",
    name: "Rebalanced",
    summary: "n 2048, w 160",
    reason: "As Paixão and Gazzoni Filho measured it in 2005: 160 bits were thought to be enough at every length.",
    params: { variant: "rebalanced", modulusLength: 2048, crtExponentLength: 160 },
  },
  {
    id: "rebalanced-320",
    name: "Rebalanced",
    summary: "n 2048, w 320",
    reason: "Exponents long enough to be out of the lattices’ reach, and of a margin above it.",
    params: { variant: "rebalanced", modulusLength: 2048, crtExponentLength: 320 },
  },
  {
    id: "rebalanced-1024",
    name: "Rebalanced",
    summary: "n 1024, w 160",
    reason: "As Hansen, Larsen and Olsen measured it on a phone in 2009.",
    params: { variant: "rebalanced", modulusLength: 1024, crtExponentLength: 160 },
  },
  {
    id: "r-prime",
    name: "R-Prime",
    summary: "n 2048, r 3, w 160",
    reason: "The variant that Paixão and Gazzoni Filho proposed in 2005, with their lengths.",
    params: { variant: "r-prime", modulusLength: 2048, primes: 3, crtExponentLength: 160 },
  },
  {
    id: "scheme-a",
    name: "Scheme A",
    summary: "n 1024, w 160",
    reason: "As Sun and Wu proposed it in 2005, with a public exponent of 568 bits.",
    params: { variant: "scheme-a", modulusLength: 1024, crtExponentLength: 160 },
  },
  {
    id: "scheme-b",
    name: "Scheme B",
    summary: "n 1024, w 198",
    reason: "As Sun and Wu proposed it in 2005, with a public exponent of 512 bits.",
    params: { variant: "scheme-b", modulusLength: 1024, crtExponentLength: 198 },
  },
];

/** The presets whose parameters the selection has. */
export function matchingPresets(selection: Selection): readonly Preset[] {
  const address = writeSelection(selection);
  return presets.filter(({ params }) => writeSelection(withParams(defaultSelection, params)) === address);
}
