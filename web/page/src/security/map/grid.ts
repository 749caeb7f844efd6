import { hasParam } from "rsa-variants";
import { leastPrimes } from "../../common/variants.ts";
import { limits, type Selection } from "../params/selection.ts";

/** The parameter that a map has upwards. */
export type UpwardField = "crtExponentLength" | "primes" | "primeLength";

/** The parameters that a map asks about: n across, and upwards what the variant has besides; every cell is one of its own. */
export interface Grid {
  readonly columns: readonly number[];
  readonly upward: UpwardField | undefined;
  /** The least first; empty where nothing goes upwards. */
  readonly rows: readonly number[];
}

/** Up to this n in steps of `fine`, beyond in steps of `coarse`. */
const usualLength = 4096;
const fine = 128;
const coarse = 256;
const rowCount = 20;
/** The longest short prime of a map, likewise. */
const usualPrime = 1280;
/** The longest w of a map: well above what is needed at the usual lengths, which is more where e is short. */
const usualExponents = { shortE: 1280, others: 640 };

/** The map around a selection. */
export function gridOf(selection: Selection): Grid {
  const { variant, modulusLength, crtExponentLength, primeLength } = selection;
  const isLong = modulusLength > usualLength;
  const step = isLong ? coarse : fine;
  const columns = range(limits.modulusLength.min, isLong ? limits.modulusLength.max : usualLength, step);
  const lengths = (upward: UpwardField, usual: number, chosen: number): Grid => {
    let top = isLong ? 2 * usual : usual;
    while (top < chosen) top *= 2;
    return { columns, upward, rows: range(top / rowCount, top, top / rowCount) };
  };
  if (hasParam(variant, "crtExponentLength")) {
    const usual = usualExponents[["scheme-a", "scheme-b", "tunable"].includes(variant) ? "shortE" : "others"];
    return lengths("crtExponentLength", usual, crtExponentLength);
  }
  if (hasParam(variant, "primeLength")) return lengths("primeLength", usualPrime, primeLength);
  if (hasParam(variant, "primes")) {
    return { columns, upward: "primes", rows: range(leastPrimes(variant), limits.primes.max, 1) };
  }
  return { columns, upward: undefined, rows: [] };
}

/** The selection of a cell; e as key generation makes it, because a length of it means something at one n alone. */
export function selectionAt(selection: Selection, grid: Grid, column: number, row: number): Selection {
  const { upward } = grid;
  return {
    ...selection,
    modulusLength: grid.columns[column] as number,
    ...(upward === undefined ? {} : { [upward]: grid.rows[row] }),
    publicExponentLength: undefined,
  };
}

/** The cell that is nearest to a selection. */
export function nearestCell(selection: Selection, { columns, upward, rows }: Grid): { column: number; row: number } {
  return {
    column: nearest(columns, selection.modulusLength),
    row: upward === undefined ? 0 : nearest(rows, selection[upward]),
  };
}

function nearest(values: readonly number[], wanted: number): number {
  const distances = values.map((value) => Math.abs(value - wanted));
  return distances.indexOf(Math.min(...distances));
}

function range(first: number, last: number, step: number): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}
