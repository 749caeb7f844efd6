import { load } from "rsa-variants/security";
import { published } from "rsa-variants/theory";
import { describe, expect, it } from "vitest";
import { createAssessor } from "../../../web/page/src/common/security/assessor.ts";
import { verdictsOf as cellVerdicts, runsOf, type Verdicts } from "../../../web/page/src/security/map/cells.ts";
import { cellAt, mapGeometry, placeOf } from "../../../web/page/src/security/map/geometry.ts";
import { type Grid, gridOf, nearestCell, selectionAt } from "../../../web/page/src/security/map/grid.ts";
import { pointsOf } from "../../../web/page/src/security/map/points.ts";
import { allVariants, defaultSelection, type Selection } from "../../../web/page/src/security/params/selection.ts";

const assess = createAssessor(await load());

/** All verdicts at once. */
function verdictsOf(selection: Selection, grid: Grid): Verdicts {
  const work = cellVerdicts(selection, grid, assess);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

const selections = allVariants.map((variant): Selection => ({ ...defaultSelection, variant }));
const rebalanced = defaultSelection;

describe("the grid", () => {
  it("has w upwards for short CRT exponents, r for more primes, |p| for a short prime, and n alone for the rest", () => {
    const upward = (variant: Selection["variant"]) => gridOf({ ...defaultSelection, variant }).upward;
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
      expect(placeOf(grid, mapGeometry(grid, 900), chosen.modulusLength, chosen.crtExponentLength)).toBeDefined();
    }
  });

  it("asks of each cell about parameters that lie there", () => {
    const grid = gridOf(rebalanced);
    const { column, row } = nearestCell(rebalanced, grid);
    expect(selectionAt({ ...rebalanced, publicExponentLength: 1500 }, grid, column, row)).toEqual(rebalanced);
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

  it("are drawn as runs that hold every one of them once", () => {
    const row = ["broken", "broken", undefined, "weak", "weak", "broken", undefined] as const;
    expect(runsOf(row)).toEqual([
      { verdict: "broken", first: 0, count: 2 },
      { verdict: "weak", first: 3, count: 2 },
      { verdict: "broken", first: 5, count: 1 },
    ]);
    expect(runsOf([undefined])).toEqual([]);
    expect(runsOf(["weak", undefined, "weak"])).toHaveLength(2);
  });
});

describe("the geometry", () => {
  it.each([280, 328, 640, 960])("at %i pixels leads from a cell to its place and back", (width) => {
    for (const selection of selections) {
      const grid = gridOf(selection);
      const geometry = mapGeometry(grid, width);
      for (const column of [0, 7, grid.columns.length - 1]) {
        for (const row of grid.upward === undefined ? [0] : [0, grid.rows.length - 1]) {
          const place = placeOf(grid, geometry, grid.columns[column] as number, grid.rows[row]);
          expect(cellAt(grid, geometry, place ?? expect.fail("no place"))).toEqual({ column, row });
        }
      }
      expect(cellAt(grid, geometry, { x: 2, y: 20 })).toBeUndefined();
      expect(cellAt(grid, geometry, { x: width - 1, y: 20 })).toBeUndefined();
      expect(cellAt(grid, geometry, { x: width / 2, y: geometry.height - 2 })).toBeUndefined();
    }
  });

  it.each([280, 960])("at %i pixels has labels that do not touch", (width) => {
    for (const selection of selections) {
      const { across } = mapGeometry(gridOf(selection), width);
      expect(across.length).toBeGreaterThan(1);
      for (const [index, tick] of across.slice(1).entries()) {
        expect(tick.at - (across[index]?.at ?? 0)).toBeGreaterThanOrEqual(40);
      }
      expect((across.at(-1)?.at ?? 0) + 18).toBeLessThanOrEqual(width);
    }
  });

  it("has no place for what is beside the map", () => {
    const grid = gridOf(rebalanced);
    expect(placeOf(grid, mapGeometry(grid, 900), 8192, 160)).toBeUndefined();
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
    const rPrime: Selection = { ...defaultSelection, variant: "r-prime" };
    expect(pointsOf(rPrime, gridOf(rPrime)).length).toBeGreaterThan(0);
    expect(pointsOf({ ...rPrime, primes: 4 }, gridOf(rPrime))).toEqual([]);
    const multiPrime: Selection = { ...rPrime, variant: "multi-prime", primes: 5 };
    expect(pointsOf(multiPrime, gridOf(multiPrime)).every(({ upward }) => upward === 3)).toBe(true);
  });

  it("are there for every variant that papers measured", () => {
    for (const selection of selections.filter(({ variant }) =>
      published.some((figure) => figure.variant === variant),
    )) {
      const grid = gridOf(selection);
      const places = pointsOf(selection, grid).map(({ modulusLength, upward }) =>
        placeOf(grid, mapGeometry(grid, 900), modulusLength, upward),
      );
      expect(places.filter((place) => place !== undefined).length, selection.variant).toBeGreaterThan(0);
    }
  });
});
