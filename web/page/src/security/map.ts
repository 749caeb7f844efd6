import type { KeyChoice } from "@rsa-variants/measure/plan/key-choice";
import type { Assessor } from "@rsa-variants/measure/run/assessor";
import { shortSources } from "@rsa-variants/measure/text/sources";
import { factsOf, hasParam } from "rsa-variants";
import type { Verdict } from "rsa-variants/security";
import { paramLimits, published, type SourceId } from "rsa-variants/theory";
import { limits, questionOf } from "./selection.ts";

type UpwardField = "crtExponentLength" | "primes" | "primeLength";

/** A map's cells: n across, and another parameter of the variant upwards. */
export interface Grid {
  readonly columns: readonly number[];
  readonly upward: UpwardField | undefined;
  /** The least first; empty if nothing goes upwards. */
  readonly rows: readonly number[];
}

/** The longest n, short prime and w of a usual map: well above what is needed. A short e needs a longer w. */
const usualLength = 4096;
const usualPrime = 1280;
const usualExponents = { shortE: 1280, others: 640 };
const rowCount = 20;

/** The map around a selection. */
export function gridOf(selection: KeyChoice): Grid {
  const { variant, modulusLength, crtExponentLength, primeLength } = selection;
  const isLong = modulusLength > usualLength;
  const { min, max } = limits.modulusLength;
  const columns = isLong ? range(min, max, 256) : range(min, usualLength, 128);
  const lengths = (upward: UpwardField, usual: number, chosen: number): Grid => {
    let top = isLong ? 2 * usual : usual;
    while (top < chosen) top *= 2;
    return { columns, upward, rows: range(top / rowCount, top, top / rowCount) };
  };
  if (hasParam(variant, "crtExponentLength")) {
    const usual = usualExponents[factsOf(variant).crtExponentRoom === undefined ? "others" : "shortE"];
    return lengths("crtExponentLength", usual, crtExponentLength);
  }
  if (hasParam(variant, "primeLength")) return lengths("primeLength", usualPrime, primeLength);
  const primes = paramLimits({ variant, modulusLength: max }).primes;
  if (primes !== undefined) return { columns, upward: "primes", rows: range(primes.least, primes.most, 1) };
  return { columns, upward: undefined, rows: [] };
}

export interface Cell {
  readonly column: number;
  readonly row: number;
}

/** The selection of a cell, with the default e: a chosen length of e makes sense at only one n. */
export function selectionAt(selection: KeyChoice, grid: Grid, { column, row }: Cell): KeyChoice {
  const { upward } = grid;
  return {
    ...selection,
    modulusLength: grid.columns[column] as number,
    ...(upward === undefined ? {} : { [upward]: grid.rows[row] }),
    publicExponentLength: undefined,
  };
}

export function nearestCell(selection: KeyChoice, { columns, upward, rows }: Grid): Cell {
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
export function neighbor(grid: Grid, from: Cell, step: Cell): Cell {
  const within = (index: number, count: number) => Math.max(0, Math.min(count - 1, index));
  return {
    column: within(from.column + step.column, grid.columns.length),
    row: within(from.row + step.row, rowCountOf(grid)),
  };
}

export function rowCountOf({ rows }: Grid): number {
  return Math.max(1, rows.length);
}

/** A place on a map, as fractions of its width and height from the top left. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where parameters are, also between cells; undefined outside the map. */
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

/** Pixels. */
const rowHeights = { crtExponentLength: 16, primeLength: 16, primes: 28, none: 44 } as const;

/** The height of a map in pixels; its width is that of the page. */
export function heightOf(grid: Grid): number {
  return rowCountOf(grid) * rowHeights[grid.upward ?? "none"];
}

/** The labels across, whole multiples of 512, each at a fraction of the width. A narrow map has no room for the minor ones. */
export function ticksOf(columns: readonly number[]) {
  const major = columns.at(-1) === usualLength ? 1024 : 2048;
  return columns.flatMap((value, index) =>
    value % 512 === 0 ? [{ value, at: (index + 0.5) / columns.length, isMinor: value % major !== 0 }] : [],
  );
}

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

/** The verdicts of a grid by row; undefined where such keys do not exist. */
export type Verdicts = readonly (readonly (Verdict | undefined)[])[];

/** Asks about hundreds of cells, and can be interrupted after each. */
export function* verdictsOf(selection: KeyChoice, grid: Grid, assess: Assessor): Generator<void, Verdicts> {
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

/** Parameters that papers measured, by the papers' short names. */
export interface Point {
  readonly modulusLength: number;
  /** Absent if nothing goes upwards. */
  readonly upward?: number;
  readonly papers: readonly string[];
}

/** The papers' points on a map of the selection's variant, with its r unless r goes upwards. */
export function pointsOf({ variant, primes }: KeyChoice, { upward }: Grid): readonly Point[] {
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
