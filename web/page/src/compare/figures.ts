import type { Summary } from "@rsa-variants/measure";
import type { Selection } from "@rsa-variants/measure/plan/selection";
import type { Row } from "@rsa-variants/measure/run/rows";
import { isGuarded, type ScaledFigure, type ScaledRow, scaleFigure, scaleRow } from "@rsa-variants/measure/run/scale";
import { formatNumber, formatRange, formatSpeed, formatSpeedRange } from "@rsa-variants/measure/text/format";
import type { State } from "./state.ts";

/** What the table shows of a row, in the unit that is chosen. */
export interface Figures extends ScaledRow {
  readonly row: Row;
  /** Of what was measured; its 95 % interval as text. */
  readonly range: string;
  /** The time behind it. */
  readonly summary: Summary | undefined;
  /** The same in each loaded run. */
  readonly others: readonly (ScaledFigure | undefined)[];
}

export function figuresOf(row: Row, { rows, selection, loaded }: State): Figures {
  const scaled = scaleRow(row, rows, selection);
  const guarded = isGuarded(selection) && row.subject.kind === "variant";
  const { measured } = scaled;
  return {
    ...scaled,
    row,
    range: measured === undefined ? "" : rangeOfUnit(measured, selection),
    summary: guarded ? row.guards["decrypt-both-guards"]?.summary : row.summaries[selection.compared],
    others: loaded.map((_, at) => {
      const own = row.loaded[at];
      const all = rows.flatMap(({ loaded: each }) => each[at] ?? []);
      return own && scaleFigure(own, all, selection);
    }),
  };
}

/** A value in the unit of the table: "11.9 ×", "106 × slower", "0.169 ms". */
export function ofUnit(value: number, { unit }: Pick<Selection, "unit">): string {
  return unit === "ms" ? `${formatNumber(value)} ms` : formatSpeed(value);
}

function rangeOfUnit(figure: ScaledFigure, { unit }: Pick<Selection, "unit">): string {
  return unit === "ms" ? `${formatRange(figure.low, figure.high)} ms` : formatSpeedRange(figure);
}

/** Sorts the fastest first; what was not measured comes last. */
export function bySpeed(a: Figures, b: Figures, { unit }: Pick<Selection, "unit">): number {
  const rank = ({ measured }: Figures) =>
    measured === undefined ? Number.POSITIVE_INFINITY : unit === "ms" ? measured.value : -measured.value;
  const [first, second] = [rank(a), rank(b)];
  return first === second ? 0 : first - second;
}
