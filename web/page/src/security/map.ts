import { hasParam } from "rsa-variants";
import type { Verdict } from "rsa-variants/security";
import { published, type SourceId } from "rsa-variants/theory";
import { shortSources } from "../core/citations.ts";
import { leastPrimes } from "../core/key-choice.ts";
import type { Assessor } from "../core/security/assessor.ts";
import { limits, questionOf, type Selection } from "./params/selection.ts";

/** The parameter that a map has upwards. */
export type UpwardField = "crtExponentLength" | "primes" | "primeLength";

/** The parameters of a map's cells: n across, and another parameter of the variant upwards. */
export interface Grid {
  readonly columns: readonly number[];
  readonly upward: UpwardField | undefined;
  /** The least first; empty if nothing goes upwards. */
  readonly rows: readonly number[];
}

/** Up to this n in steps of `fine`, beyond it in steps of `coarse`. */
const usualLength = 4096;
const fine = 128;
const coarse = 256;
const rowCount = 20;
/** The longest short prime of a map up to that n. */
const usualPrime = 1280;
/** The longest w of a map: well above what is needed at the usual lengths. A short e needs more. */
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

/** A cell of a grid. */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

/** The selection of a cell, with the default e: a chosen length of e makes sense at one n only. */
export function selectionAt(selection: Selection, grid: Grid, { column, row }: Cell): Selection {
  const { upward } = grid;
  return {
    ...selection,
    modulusLength: grid.columns[column] as number,
    ...(upward === undefined ? {} : { [upward]: grid.rows[row] }),
    publicExponentLength: undefined,
  };
}

/** The cell that is nearest to a selection. */
export function nearestCell(selection: Selection, { columns, upward, rows }: Grid): Cell {
  return {
    column: nearest(columns, selection.modulusLength),
    row: upward === undefined ? 0 : nearest(rows, selection[upward]),
  };
}

function nearest(values: readonly number[], wanted: number): number {
  const distances = values.map((value) => Math.abs(value - wanted));
  return distances.indexOf(Math.min(...distances));
}

/** The cell a step away, or the last before the edge. */
export function neighbour(grid: Grid, from: Cell, step: Cell): Cell {
  const within = (index: number, count: number) => Math.max(0, Math.min(count - 1, index));
  return {
    column: within(from.column + step.column, grid.columns.length),
    row: within(from.row + step.row, rowCountOf(grid)),
  };
}

/** How many rows of cells a grid has. */
export function rowCountOf({ rows }: Grid): number {
  return Math.max(1, rows.length);
}

/** A place on a map, as fractions of its width and its height from the top left. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where parameters are, also between the centres of cells; undefined outside the map. */
export function placeOf(grid: Grid, modulusLength: number, upward: number | undefined): Place | undefined {
  const x = fractionOf(grid.columns, modulusLength);
  const y = grid.upward === undefined ? 0.5 : fractionOf(grid.rows, upward ?? Number.NaN);
  return x === undefined || y === undefined ? undefined : { x, y: 1 - y };
}

/** Where a value is among evenly spaced ones, at most half a step beyond the ends. */
function fractionOf(values: readonly number[], value: number): number | undefined {
  const [first, second] = values as [number, number];
  const fraction = ((value - first) / (second - first) + 0.5) / values.length;
  return fraction >= 0 && fraction <= 1 ? fraction : undefined;
}

/** Pixels of a row, by what goes upwards. */
const rowHeights = { crtExponentLength: 16, primeLength: 16, primes: 28, none: 44 } as const;

/** The height of a map's cells in pixels; their width is that of the page. */
export function heightOf(grid: Grid): number {
  return rowCountOf(grid) * rowHeights[grid.upward ?? "none"];
}

/** A value of n at the map's edge. */
export interface Tick {
  readonly value: number;
  /** A fraction of the width. */
  readonly at: number;
  /** Whether a narrow map has no room for it. */
  readonly isMinor: boolean;
}

/** The labels across: whole multiples of 512. */
export function ticksOf(columns: readonly number[]): readonly Tick[] {
  const major = columns.at(-1) === usualLength ? 1024 : 2048;
  return columns.flatMap((value, index) =>
    value % 512 === 0 ? [{ value, at: (index + 0.5) / columns.length, isMinor: value % major !== 0 }] : [],
  );
}

/** The cell at a place; undefined outside the map. */
export function cellAt(grid: Grid, { x, y }: Place): Cell | undefined {
  const count = rowCountOf(grid);
  const column = Math.floor(x * grid.columns.length);
  const row = count - 1 - Math.floor(y * count);
  const isInside = column >= 0 && column < grid.columns.length && row >= 0 && row < count;
  return isInside ? { column, row } : undefined;
}

function range(first: number, last: number, step: number): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}

/** The verdicts of a grid, a list for each row; undefined if such keys do not exist. */
export type Verdicts = readonly (readonly (Verdict | undefined)[])[];

/** Asks about every cell. There are hundreds, so it can be interrupted after each. */
export function* verdictsOf(selection: Selection, grid: Grid, assess: Assessor): Generator<void, Verdicts> {
  const result: (Verdict | undefined)[][] = [];
  for (let row = 0; row < rowCountOf(grid); row += 1) {
    const verdicts: (Verdict | undefined)[] = [];
    for (const column of grid.columns.keys()) {
      const answer = assess(questionOf(selectionAt(selection, grid, { column, row })));
      verdicts.push("assessment" in answer ? answer.assessment.verdict : undefined);
      yield;
    }
    result.push(verdicts);
  }
  return result;
}

/** Neighbours of a row with the same verdict. */
export interface Run {
  readonly verdict: Verdict;
  readonly first: number;
  readonly count: number;
}

/** A row as runs, which are fewer than its cells; keys that do not exist are left out. */
export function runsOf(row: readonly (Verdict | undefined)[]): Run[] {
  const runs: { verdict: Verdict; first: number; count: number }[] = [];
  for (const [column, verdict] of row.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && last.verdict === verdict && last.first + last.count === column) last.count += 1;
    else if (verdict !== undefined) runs.push({ verdict, first: column, count: 1 });
  }
  return runs;
}

/** Parameters that papers measured. */
export interface Point {
  readonly modulusLength: number;
  /** The value upwards; absent if nothing goes upwards. */
  readonly upward?: number;
  /** Short names of the papers. */
  readonly papers: readonly string[];
}

/** The points of papers on a map of the selection's variant, with its r unless r goes upwards. */
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
