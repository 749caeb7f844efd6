import type { KeyChoice } from "@rsa-variants/measure/plan/key-choice";
import { allVariants } from "@rsa-variants/measure/plan/key-choice";
import { createAssessor } from "@rsa-variants/measure/run/assessor";
import {
  cellAt,
  verdictsOf as cellVerdicts,
  type Grid,
  gridOf,
  nearestCell,
  neighbor,
  placeOf,
  pointsOf,
  rowCountOf,
  selectionAt,
  ticksOf,
  type Verdicts,
} from "@rsa-variants/page/security/map.ts";
import { defaultSelection } from "@rsa-variants/page/security/selection.ts";
import { load } from "rsa-variants/security";
import { published } from "rsa-variants/theory";
import { describe, expect, it } from "vitest";

const assess = createAssessor(await load());

/** All verdicts at once. */
function verdictsOf(selection: KeyChoice, grid: Grid): Verdicts {
  const work = cellVerdicts(selection, grid, assess);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

const selections = allVariants.map((variant): KeyChoice => ({ ...defaultSelection, variant }));
const rebalanced: KeyChoice = {
  ...defaultSelection,
  variant: "rebalanced",
  modulusLength: 2048,
  crtExponentLength: 160,
};

describe("the grid", () => {
  it("has w upwards for short CRT exponents, r for more primes, |p| for a short prime, and n alone for the rest", () => {
    const upward = (variant: KeyChoice["variant"]) => gridOf({ ...defaultSelection, variant }).upward;
    expect(allVariants.map(upward)).toEqual([
      undefined,
      undefined,
      "primes",
      "primes",
      "crtExponentLength",
      "crtExponentLength",
      "crtExponentLength",
      "crtExponentLength",
      "crtExponentLength",
      "primes",
      "primeLength",
    ]);
  });

  it("holds what is chosen", () => {
    for (const chosen of [
      rebalanced,
      { ...rebalanced, modulusLength: 8192, crtExponentLength: 4096 },
      { ...rebalanced, modulusLength: 512, crtExponentLength: 16 },
      { ...rebalanced, crtExponentLength: 700 },
    ]) {
      const grid = gridOf(chosen);
      expect(grid.columns.length).toBeLessThan(40);
      expect(grid.rows.length).toBeLessThanOrEqual(20);
      expect(placeOf(grid, chosen.modulusLength, chosen.crtExponentLength)).toBeDefined();
    }
  });

  it("asks of each cell about parameters that lie there", () => {
    const grid = gridOf(rebalanced);
    const cell = nearestCell(rebalanced, grid);
    expect(selectionAt({ ...rebalanced, publicExponentLength: 1500 }, grid, cell)).toEqual(rebalanced);
  });
});

describe("the cells", () => {
  it("have the verdict that the parameters have alone, and none where there are no such keys", () => {
    const grid = gridOf(rebalanced);
    const rows = verdictsOf(rebalanced, grid);
    const at = (n: number, w: number) => rows[grid.rows.indexOf(w)]?.[grid.columns.indexOf(n)];
    expect(at(2048, 160)).toBe("broken");
    expect(at(1024, 160)).toBe("weak");
    expect(at(2048, 256)).toBe("weak");
    expect(at(2048, 320)).toBe("acceptable");
    expect(at(512, 256)).toBe("broken");
    expect(at(512, 288)).toBeUndefined();
  });

  it("of every variant can be made", () => {
    for (const selection of selections) {
      const grid = gridOf(selection);
      const rows = verdictsOf(selection, grid);
      expect(rows).toHaveLength(Math.max(1, grid.rows.length));
      expect(
        rows.flat().some((verdict) => verdict === "acceptable"),
        selection.variant,
      ).toBe(true);
      expect(
        rows.flat().some((verdict) => verdict === "broken"),
        selection.variant,
      ).toBe(true);
    }
  });
});

describe("the geometry", () => {
  it("leads from a cell to its place and back", () => {
    for (const selection of selections) {
      const grid = gridOf(selection);
      for (const column of [0, 7, grid.columns.length - 1]) {
        for (const row of [0, rowCountOf(grid) - 1]) {
          const place = placeOf(grid, grid.columns[column] as number, grid.rows[row]);
          expect(cellAt(grid, place ?? expect.fail("no place"))).toEqual({ column, row });
        }
      }
      for (const place of [
        { x: -0.01, y: 0.5 },
        { x: 1.01, y: 0.5 },
        { x: 0.5, y: -0.01 },
        { x: 0.5, y: 1.01 },
      ]) {
        expect(cellAt(grid, place)).toBeUndefined();
      }
    }
  });

  it("has its corner cells where the least and the greatest are", () => {
    const grid = gridOf(rebalanced);
    expect(cellAt(grid, { x: 0.001, y: 0.999 })).toEqual({ column: 0, row: 0 });
    expect(cellAt(grid, { x: 0.999, y: 0.001 })).toEqual({
      column: grid.columns.length - 1,
      row: grid.rows.length - 1,
    });
  });

  it("goes from cell to cell, and no further than the edge", () => {
    const grid = gridOf(rebalanced);
    expect(neighbor(grid, { column: 3, row: 4 }, { column: 1, row: 0 })).toEqual({ column: 4, row: 4 });
    expect(neighbor(grid, { column: 0, row: 0 }, { column: -1, row: 0 })).toEqual({ column: 0, row: 0 });
    const [column, row] = [grid.columns.length - 1, grid.rows.length - 1];
    expect(neighbor(grid, { column, row }, { column: 0, row: 1 })).toEqual({ column, row });
  });

  it.each([
    ["of a phone", 262, true],
    ["of a large screen", 890, false],
  ])("has labels that do not touch at the width %s", (_name, width, isNarrow) => {
    for (const modulusLength of [2048, 8192]) {
      const { columns } = gridOf({ ...rebalanced, modulusLength });
      const ticks = ticksOf(columns).filter(({ isMinor }) => !(isNarrow && isMinor));
      expect(ticks.length).toBeGreaterThan(2);
      for (const [index, tick] of ticks.slice(1).entries()) {
        expect((tick.at - (ticks[index]?.at ?? 0)) * width).toBeGreaterThanOrEqual(40);
      }
    }
  });

  it("has no place for what is outside the map", () => {
    const grid = gridOf(rebalanced);
    expect(placeOf(grid, 8192, 160)).toBeUndefined();
  });
});

describe("the papers' points", () => {
  it("are the parameters of the library's published figures", () => {
    const points = pointsOf(rebalanced, gridOf(rebalanced));
    expect(points.map(({ modulusLength, upward }) => `${modulusLength}/${upward}`).sort()).toEqual([
      "1024/160",
      "2048/160",
      "768/160",
    ]);
    const shared = points.find(({ modulusLength }) => modulusLength === 1024);
    expect(shared?.papers.join()).toMatch(/Hansen.+2009/);
    expect(shared?.papers.join()).toMatch(/Paixão.+2005/);
  });

  it("of R-Prime are those with the r that is chosen", () => {
    const rPrime: KeyChoice = { ...defaultSelection, variant: "r-prime" };
    expect(pointsOf(rPrime, gridOf(rPrime)).length).toBeGreaterThan(0);
    expect(pointsOf({ ...rPrime, primes: 4 }, gridOf(rPrime))).toEqual([]);
    const multiPrime: KeyChoice = { ...rPrime, variant: "multi-prime", primes: 5 };
    expect(pointsOf(multiPrime, gridOf(multiPrime)).every(({ upward }) => upward === 3)).toBe(true);
  });

  it("are there for every variant that papers measured", () => {
    for (const selection of selections.filter(({ variant }) =>
      published.some((figure) => figure.variant === variant),
    )) {
      const grid = gridOf(selection);
      const places = pointsOf(selection, grid).map(({ modulusLength, upward }) => placeOf(grid, modulusLength, upward));
      expect(places.filter((place) => place !== undefined).length, selection.variant).toBeGreaterThan(0);
    }
  });
});
