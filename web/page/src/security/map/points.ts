import { published, type SourceId } from "rsa-variants/theory";
import { shortSources } from "../../common/paper-names.ts";
import type { Selection } from "../params/selection.ts";
import type { Grid } from "./grid.ts";

/** Parameters that papers measured. */
export interface Point {
  readonly modulusLength: number;
  /** What the map has upwards; absent where nothing is. */
  readonly upward?: number;
  /** Short names of the papers. */
  readonly papers: readonly string[];
}

/** The points of papers on a map of the selection's variant, with its r where that is not upwards. */
export function pointsOf({ variant, primes }: Selection, { upward }: Grid): readonly Point[] {
  const points = new Map<string, { point: Omit<Point, "papers">; papers: Set<SourceId> }>();
  for (const figure of published) {
    const sameShape = upward === "primes" || figure.primes === undefined || figure.primes === primes;
    if (figure.variant !== variant || !sameShape) continue;
    // No paper measured a short prime.
    const value = upward === undefined || upward === "primeLength" ? undefined : figure[upward];
    if (upward !== undefined && value === undefined) continue;
    const key = `${figure.modulusLength} ${value}`;
    const point = { modulusLength: figure.modulusLength, ...(value === undefined ? {} : { upward: value }) };
    const known = points.get(key) ?? { point, papers: new Set<SourceId>() };
    known.papers.add(figure.source);
    points.set(key, known);
  }
  return [...points.values()].map(({ point, papers }) => ({
    ...point,
    papers: [...papers].map((source) => shortSources[source]),
  }));
}
