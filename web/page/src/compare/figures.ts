import type { Selection, Unit } from "@rsa-variants/measure/plan/selection";
import { otherDirection } from "@rsa-variants/measure/run/answer";
import type { Row } from "@rsa-variants/measure/run/rows";
import { isGuarded, type ScaledFigure, scaleFigure, scaleRow } from "@rsa-variants/measure/run/scale";
import type { Operation } from "@rsa-variants/measure/tasks/protocol";
import { formatCount, formatFactor, formatNumber, formatRange } from "@rsa-variants/measure/text/format";
import type { CompareState } from "./state.ts";

/** What the table shows of a row in one operation, in the unit that is chosen, with the time behind it, and the same in each loaded run. */
export type Side = ReturnType<typeof sideOf>;

/** A row in the operation that is compared, and in the other direction, which making a key does not have. */
export type Figures = ReturnType<typeof figuresOf>;

export function figuresOf(row: Row, state: CompareState) {
  const { compared } = state.selection;
  const other = otherDirection(compared);
  return { row, main: sideOf(row, compared, state), other: other && sideOf(row, other, state) };
}

function sideOf(row: Row, operation: Operation, { rows, selection, loaded }: CompareState) {
  const scale = { ...selection, compared: operation };
  const guarded = isGuarded(scale) && row.subject.kind === "variant";
  return {
    ...scaleRow(row, rows, scale),
    operation,
    summary: guarded ? row.guards["decrypt-both-guards"]?.summary : row.summaries[operation],
    loaded: loaded.map((_, at) => {
      const own = row.loaded[at];
      const all = rows.flatMap(({ loaded: each }) => each[at] ?? []);
      return own && scaleFigure(own, all, scale);
    }),
  };
}

/** A value in the unit of the table: "11.9 ×", "0.90 ×", "1/106", "0.169 ms". */
export function ofUnit(value: number, unit: Unit): string {
  if (unit === "ms") return `${formatNumber(value)} ms`;
  if (value < 0.995 && value > 0.5) return formatFactor(value, 2);
  return value >= 0.995 ? formatFactor(value) : `1/${formatNumber(1 / value)}`;
}

/** What was measured, in the unit of the table; a factor that may as well be 1 has no digits. */
export function measuredText({ value, low, high, kind }: ScaledFigure, unit: Unit): string {
  if (kind === "same") return "same";
  return unit !== "ms" && kind === "interval" && low <= 1 && high >= 1 ? `≈ 1${"\u202f"}×` : ofUnit(value, unit);
}

/** How sure a figure is: "12.2 ×, 95 % interval 12.0–12.4". */
export function rangeText({ main: { measured, summary } }: Pick<Figures, "main">, unit: Unit): string {
  if (measured === undefined || summary === undefined) return "";
  const { value, low, high, kind } = measured;
  if (kind === "same" || kind === "itself") return kind === "same" ? "the same computation" : "";
  const range = unit !== "ms" && value <= 0.5 ? `1/${formatRange(1 / high, 1 / low)}` : formatRange(low, high);
  return `${ofUnit(value, unit)}, ${kind === "interval" ? "95 % interval" : `range of ${countText(summary.count)}:`} ${range}`;
}

/** "1 sample", "12,304 samples". */
export function countText(count: number, noun = "sample"): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Sorts the fastest first. What was not measured stands where theory has it, or last. */
function bySpeed(a: Figures, b: Figures, { unit }: Pick<Selection, "unit">): number {
  const sign = unit === "ms" ? 1 : -1;
  const rank = ({ main: { measured, theory } }: Figures) => {
    const value = measured?.value ?? theory;
    return value === undefined ? Number.POSITIVE_INFINITY : sign * value;
  };
  const [first, second] = [rank(a), rank(b)];
  return first === second ? 0 : first - second;
}

/** The order in which rows were shown last, and for which operation and unit. */
export interface RowOrder {
  readonly key: string;
  readonly ids: readonly string[];
}

/**
 * The rows, the fastest first. During a run they keep the places that they had, because rows that jump cannot be read; rows that appear
 * come last, in the order of tables.
 */
export function steadyOrder(all: readonly Figures[], fixed: RowOrder | undefined, selection: Pick<Selection, "unit">) {
  if (fixed === undefined) return [...all].sort((a, b) => bySpeed(a, b, selection));
  const placeOf = ({ row: { id } }: Figures) => (fixed.ids.includes(id) ? fixed.ids.indexOf(id) : fixed.ids.length);
  return [...all].sort((a, b) => placeOf(a) - placeOf(b));
}
