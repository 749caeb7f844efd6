import { type Interval, spread } from "../index.ts";
import type { Selection } from "../plan/selection.ts";
import { baselineOf, type LoadedFigures, type Measured, type RangeKind, type Row, speedUpOver } from "./rows.ts";
import {
  type PublishedFigure,
  publishedSpeedUps,
  publishedTimes,
  type TheoreticalBase,
  theoreticalSpeedUp,
} from "./theory.ts";

/** What a table shows: an operation, in a unit, bare or with guards. */
export type Scale = Pick<Selection, "compared" | "unit" | "guarded" | "publicExponent">;

/** A figure in the unit of a table: how many times as fast as what the unit counts from, or milliseconds. */
export interface ScaledFigure extends Interval {
  readonly value: number;
  readonly kind: RangeKind;
}

/** What a row has to show in a unit. */
export interface ScaledRow {
  readonly measured: ScaledFigure | undefined;
  readonly theory: number | undefined;
  readonly published: readonly PublishedFigure[];
}

/** The variant that a unit counts from, if it is one. */
function baseOf({ unit }: Pick<Scale, "unit">): TheoreticalBase | undefined {
  return unit === "plain" ? "original" : unit === "crt" ? "crt" : undefined;
}

/** Whether private operations are shown with their guards. Speed-ups over a variant are those of papers, which have none. */
export function isGuarded({ compared, unit, guarded }: Omit<Scale, "publicExponent">): boolean {
  return guarded && compared === "decrypt" && baseOf({ unit }) === undefined;
}

/** Everything that a row shows in a unit. */
export function scaleRow(row: Row, rows: readonly Row[], scale: Scale): ScaledRow {
  const { compared, unit, publicExponent } = scale;
  const params = row.resolved?.problem === undefined ? row.resolved?.params : undefined;
  const base = baseOf(scale);
  const measured = scaleFigure(row, rows, scale);
  if (params === undefined || unit === "browser") return { measured, theory: undefined, published: [] };
  if (base === undefined) {
    const plain = baselineOf(row.subject, rows, compared)?.summaries[compared]?.time;
    const speedUp = theoreticalSpeedUp(compared, params, publicExponent);
    const theory = plain && speedUp && plain / speedUp;
    return { measured, theory, published: publishedTimes(compared, params) };
  }
  return {
    measured,
    theory: theoreticalSpeedUp(compared, params, publicExponent, base),
    published: publishedSpeedUps(compared, params, base),
  };
}

/** A figure of a row, or of the same row in a loaded run, whose rows are then those of that run. */
export function scaleFigure(
  row: Measured & Pick<LoadedFigures, "guards">,
  all: readonly Measured[],
  scale: Scale,
): ScaledFigure | undefined {
  const { compared, unit } = scale;
  const guarded = isGuarded(scale) && row.subject.kind === "variant";
  const summary = guarded ? row.guards["decrypt-both-guards"]?.summary : row.summaries[compared];
  if (summary === undefined) return undefined;
  if (unit === "ms")
    return { value: summary.time, ...spread(summary), kind: summary.interval ? "interval" : "samples" };
  const base = baseOf(scale);
  const baseline =
    base === undefined
      ? all.find(({ subject }) => subject.kind === "reference" && subject.reference === "webcrypto")
      : baselineOf(row.subject, all, compared, base);
  return baseline && speedUpOver(baseline, { ...row, summaries: { [compared]: summary } }, compared);
}
