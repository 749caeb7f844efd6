import type { Grid } from "./grid.ts";

/** Pixels around the cells: labels to the left and below. */
const margin = { left: 46, right: 20, top: 10, bottom: 38 };
/** Pixels between the beginnings of labels across, at least. */
const labelWidth = 52;

const rowHeights = { crtExponentLength: 16, primeLength: 16, primes: 28, none: 44 } as const;
/** Every so many rows a label. */
const labelledRows = { crtExponentLength: 4, primeLength: 4, primes: 1 } as const;

/** A value of an axis and where it is, pixels from the left or from the top. */
export interface Tick {
  readonly value: number;
  readonly at: number;
}

/** Where everything of a map is, in pixels from its left upper corner. */
export interface Geometry {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly across: readonly Tick[];
  readonly up: readonly Tick[];
}

/** The geometry of a map that is so many pixels wide. */
export function mapGeometry({ columns, upward, rows }: Grid, width: number): Geometry {
  const cellWidth = (width - margin.left - margin.right) / columns.length;
  const cellHeight = rowHeights[upward ?? "none"];
  const count = upward === undefined ? 1 : rows.length;
  const bottom = margin.top + count * cellHeight;
  const centre = (index: number) => margin.left + (index + 0.5) * cellWidth;
  const every = Math.max(1, Math.ceil(labelWidth / cellWidth));
  // Labels stand at whole multiples of 512, so many of them as there is room for.
  const spacing = [512, 1024, 2048].find((step) => step >= every * ((columns[1] ?? 0) - (columns[0] ?? 0))) ?? 4096;
  const rowStep = upward === undefined ? 0 : labelledRows[upward];
  return {
    width,
    height: bottom + margin.bottom,
    left: margin.left,
    top: margin.top,
    cellWidth,
    cellHeight,
    across: columns.flatMap((value, index) => (value % spacing === 0 ? [{ value, at: centre(index) }] : [])),
    up:
      upward === undefined
        ? []
        : rows.flatMap((value, index) =>
            (index + 1) % rowStep === 0 ? [{ value, at: bottom - (index + 0.5) * cellHeight }] : [],
          ),
  };
}

/** A place on a map. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where parameters are, between the centres of cells too; undefined beside the map. */
export function placeOf(
  grid: Grid,
  geometry: Geometry,
  modulusLength: number,
  upward: number | undefined,
): Place | undefined {
  const column = indexOf(grid.columns, modulusLength);
  const row = grid.upward === undefined ? 0 : indexOf(grid.rows, upward ?? Number.NaN);
  if (column === undefined || row === undefined) return undefined;
  const bottom = geometry.top + Math.max(1, grid.rows.length) * geometry.cellHeight;
  return {
    x: geometry.left + (column + 0.5) * geometry.cellWidth,
    y: bottom - (row + 0.5) * geometry.cellHeight,
  };
}

/** The cell at a place, or nothing beside the cells. */
export function cellAt(grid: Grid, geometry: Geometry, { x, y }: Place): { column: number; row: number } | undefined {
  const count = Math.max(1, grid.rows.length);
  const column = Math.floor((x - geometry.left) / geometry.cellWidth);
  const row = count - 1 - Math.floor((y - geometry.top) / geometry.cellHeight);
  const isInside = column >= 0 && column < grid.columns.length && row >= 0 && row < count;
  return isInside ? { column, row } : undefined;
}

/** The position of a value among evenly spaced ones, a fraction between two; half a step beyond the ends at most. */
function indexOf(values: readonly number[], value: number): number | undefined {
  const [first, second] = values as [number, number];
  const index = (value - first) / (second - first);
  return index >= -0.5 && index <= values.length - 0.5 ? index : undefined;
}
