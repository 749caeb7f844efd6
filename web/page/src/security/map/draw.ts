import { verdicts } from "../../common/security/verdicts.ts";
import { s } from "../../common/svg.ts";
import { runsOf, type Verdicts } from "./cells.ts";
import { type Geometry, type Place, placeOf } from "./geometry.ts";
import type { Grid } from "./grid.ts";
import type { Point } from "./points.ts";

const letters = { crtExponentLength: "w", primes: "r", primeLength: "|p|" } as const;

/** What is drawn over the ground of each verdict, so that it is told without its colour; `good` is plain. */
const strokes = {
  broken: ["M0 0 L8 8", "M8 0 L0 8"],
  weak: ["M-2 2 L2 -2", "M0 8 L8 0", "M6 10 L10 6"],
  acceptable: ["M4 4 h0.01"],
  good: [],
} as const;

/** The patterns of the verdicts, under identifiers that begin with a prefix: every drawing needs its own. */
export function verdictPatterns(prefix: string): SVGElement {
  return s(
    "defs",
    {},
    ...verdicts.map((verdict) =>
      s(
        "pattern",
        { id: `${prefix}-${verdict}`, width: 8, height: 8, patternUnits: "userSpaceOnUse" },
        s("rect", { class: `ground ${verdict}`, width: 8, height: 8 }),
        ...strokes[verdict].map((d) => s("path", { class: `stroke ${verdict}`, d })),
      ),
    ),
  );
}

/** A map without what moves on it: cells, axes, and the papers' points. */
export function drawMap(
  grid: Grid,
  geometry: Geometry,
  verdictRows: Verdicts,
  points: readonly Point[],
): SVGSVGElement {
  const { width, height } = geometry;
  return s(
    "svg",
    { class: "map-drawing", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
    verdictPatterns("map"),
    ...cellRuns(geometry, verdictRows),
    ...axes(grid, geometry),
    ...points.flatMap((point) => pointMark(point, placeOf(grid, geometry, point.modulusLength, point.upward))),
  );
}

function cellRuns({ left, top, cellWidth, cellHeight }: Geometry, verdictRows: Verdicts): SVGElement[] {
  return verdictRows.flatMap((row, index) =>
    runsOf(row).map(({ verdict, first, count }) =>
      s("rect", {
        class: "cells",
        fill: `url(#map-${verdict})`,
        x: left + first * cellWidth,
        y: top + (verdictRows.length - 1 - index) * cellHeight,
        width: count * cellWidth,
        height: cellHeight,
      }),
    ),
  );
}

function axes({ upward }: Grid, { left, height, width, across, up }: Geometry): SVGElement[] {
  return [
    ...across.map(({ value, at }) =>
      s("text", { class: "tick", x: at, y: height - 22, "text-anchor": "middle" }, String(value)),
    ),
    s("text", { class: "axis-name", x: width - 10, y: height - 5, "text-anchor": "end" }, "n, bits"),
    ...up.map(({ value, at }) =>
      s("text", { class: "tick", x: left - 7, y: at + 4, "text-anchor": "end" }, String(value)),
    ),
    ...(upward === undefined ? [] : [s("text", { class: "axis-name", x: 4, y: height - 5 }, upwardName(upward))]),
  ];
}

function upwardName(upward: keyof typeof letters): string {
  return upward === "primes" ? "r upwards" : `${letters[upward]} upwards, bits`;
}

function pointMark({ papers }: Point, place: Place | undefined): SVGElement[] {
  if (place === undefined) return [];
  const { x, y } = place;
  const mark = s("path", { class: "paper-point", d: `M${x} ${y - 6} L${x + 6} ${y} L${x} ${y + 6} L${x - 6} ${y} Z` });
  mark.append(s("title", {}, papers.join("; ")));
  return [mark];
}

/** A ring around the parameters chosen, and a frame around the cell that is looked at; both are moved, not drawn anew. */
export interface Marks {
  readonly element: SVGElement;
  show(chosen: Place | undefined, cell: { readonly column: number; readonly row: number } | undefined): void;
}

export function createMarks(grid: Grid, { left, top, cellWidth, cellHeight }: Geometry): Marks {
  const ring = s("circle", { class: "chosen-ring", r: 8 });
  const halo = s("circle", { class: "chosen-halo", r: 8 });
  const frame = s("rect", { class: "cell-frame", width: cellWidth, height: cellHeight });
  const count = Math.max(1, grid.rows.length);
  return {
    element: s("g", {}, frame, halo, ring),
    show(chosen, cell) {
      for (const circle of [halo, ring]) {
        circle.style.display = chosen === undefined ? "none" : "";
        circle.setAttribute("cx", String(chosen?.x ?? 0));
        circle.setAttribute("cy", String(chosen?.y ?? 0));
      }
      frame.style.display = cell === undefined ? "none" : "";
      frame.setAttribute("x", String(left + (cell?.column ?? 0) * cellWidth));
      frame.setAttribute("y", String(top + (count - 1 - (cell?.row ?? 0)) * cellHeight));
    },
  };
}
