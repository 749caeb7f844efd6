// What papers measured at different modulus lengths, and how charts mark it: a paper has a letter and a dash, and the colors are
// those of the variants.

import { speedUpFigures } from "@rsa-variants/measure/run/theory";
import { isPlainVariant } from "@rsa-variants/measure/tasks/subject";
import { sourceInBrief } from "@rsa-variants/measure/text/sources";
import type { Variant } from "rsa-variants";
import type { SourceId } from "rsa-variants/theory";

/** The mark of a paper in every chart. */
export const paperMarks: Readonly<Record<SourceId, { readonly letter: string; readonly dash: readonly number[] }>> = {
  "hansen-2009": { letter: "H", dash: [2, 2] },
  "paixao-2005": { letter: "P", dash: [7, 3] },
  "biswas-2003": { letter: "B", dash: [10, 3, 2, 3] },
  "ijafrc-2014": { letter: "J", dash: [4, 3] },
  "dang-2021": { letter: "D", dash: [1, 3] },
};

/** What a legend says about a paper's letter. */
export function paperText(source: SourceId): string {
  return `${paperMarks[source].letter}  ${sourceInBrief(source)}`;
}

/** What a paper measured of a variant, by modulus length. */
export interface PaperSeries {
  readonly source: SourceId;
  readonly variant: Variant;
  /** Ascending. How many times as fast as plain RSA. */
  readonly points: readonly { readonly modulusLength: number; readonly value: number }[];
}

export type Direction = "encrypt" | "decrypt";

/** How many times as fast as plain RSA, measured on the same machine. */
export function paperSpeedUps(variants: readonly Variant[], direction: Direction): PaperSeries[] {
  const others = variants.filter((variant) => !isPlainVariant(variant));
  return others.flatMap((variant) => {
    const figures = speedUpFigures(direction, variant);
    const sources = [...new Set(figures.map(({ source }) => source))];
    return sources.map((source) => {
      const points = figures
        .filter((figure) => figure.source === source)
        .map(({ modulusLength, value }) => ({ modulusLength, value }))
        .sort((a, b) => a.modulusLength - b.modulusLength);
      return { source, variant, points };
    });
  });
}
