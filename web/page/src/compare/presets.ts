import {
  type Control,
  defaultSelection,
  isSameKeys,
  type NumberName,
  numberNames,
  type Selection,
} from "@rsa-variants/measure/plan/selection";
import { shortSources } from "@rsa-variants/measure/text/sources";
import type { SourceId } from "rsa-variants/theory";
import type { PresetText } from "../ui/fields.tsx";

/** A published comparison that can be repeated with one click. */
export interface Preset extends PresetText {
  /** The paper that is repeated. */
  readonly source?: SourceId;
  readonly values: Pick<Selection, Control | "sweepLengths">;
}

/** The page's own settings as a preset changes them; the papers have w = 160. */
function valuesWith(change: Partial<Preset["values"]>): Preset["values"] {
  const { publicExponent, sweepLengths } = defaultSelection;
  const numbers = Object.fromEntries(numberNames.map((name) => [name, defaultSelection[name]]));
  return {
    ...(numbers as Record<NumberName, number>),
    publicExponent,
    sweepLengths,
    crtExponentLength: 160,
    ...change,
  };
}

export const presets: readonly Preset[] = [
  {
    id: "today",
    text: "Defaults: n 2048, r 3, w 320",
    reason:
      "The usual modulus length today. w is 320 because exponents of 160 bits are broken in theory at this length: they are below an asymptotic bound for lattices (Takayasu, Lu, Peng 2019).",
    values: valuesWith({ crtExponentLength: 320 }),
  },
  {
    id: "phone",
    text: `${shortSources["hansen-2009"]}: n 1024, r 3, w 160`,
    reason: "Measured on a phone from 2007 with a 400 MHz processor.",
    source: "hansen-2009",
    values: valuesWith({ modulusLength: 1024 }),
  },
  ...[768, 1024, 2048].map((modulusLength) => ({
    id: `athlon-${modulusLength}`,
    text: `${shortSources["paixao-2005"]}: n ${modulusLength}, r 3, w 160, b 4`,
    reason: "Table 2 of the R-Prime paper, measured on an Athlon XP with GMP.",
    source: "paixao-2005" as const,
    values: valuesWith({ modulusLength, sweepLengths: [768, 1024, 2048] }),
  })),
  {
    id: "schemes",
    text: `${shortSources["ijafrc-2014"]}: Schemes A and B, n 1024, w 160 and 198`,
    reason: "A comparison of rebalanced variants on a 1.6 GHz laptop: the only one that measured Schemes A and B.",
    source: "ijafrc-2014",
    values: valuesWith({ modulusLength: 1024, sweepLengths: [512, 1024, 2048] }),
  },
  {
    id: "schemes-256",
    text: `${shortSources["ijafrc-2014"]}: n 256, r 3, w 80`,
    reason:
      "The paper’s shortest length with times above 0. Its w of 160 is impossible there. Such a modulus is factored in minutes; it shows how much of the theory holds for very short numbers.",
    source: "ijafrc-2014",
    values: valuesWith({
      modulusLength: 256,
      crtExponentLength: 80,
      schemeBExponentLength: 127,
      sweepLengths: [128, 256, 512],
    }),
  },
];

/** The presets that the selection equals: those with its series of lengths, if there are any, because several papers have the same keys. */
export function matchingPresets(selection: Selection): readonly Preset[] {
  const same = presets.filter(({ values }) => isSameKeys(values, selection));
  const exact = same.filter(({ values }) => values.sweepLengths.join() === selection.sweepLengths.join());
  return exact.length > 0 ? exact : same;
}

/** The shared parameters in a line: "n 2048, r 3, w 320, b 4". */
export function paramsInShort({ modulusLength, primes, crtExponentLength, batchSize }: Selection): string {
  return `n ${modulusLength}, r ${primes}, w ${crtExponentLength}, b ${batchSize}`;
}
