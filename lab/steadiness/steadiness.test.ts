import { describe, expect, it } from "vitest";
import { rate, valuesOf } from "./judge.mjs";

/** A run that says so of "a" and "b", with intervals of one per cent. */
function said(a: number, b: number, winner: string | undefined) {
  const speedUp = (value: number) => ({ value, low: 0.99 * value, high: 1.01 * value });
  return {
    speedUps: new Map([
      ["a", speedUp(a)],
      ["b", speedUp(b)],
    ]),
    eligible: ["a", "b"],
    winner,
  };
}

describe("the steadiness of runs", () => {
  const values = valuesOf([said(10, 5, "a"), said(12, 5, "a"), said(11, 6, "a")]);

  it("is measured against the medians of the idle runs", () => {
    expect([...values]).toEqual([
      ["a", 11],
      ["b", 5],
    ]);
    expect([...valuesOf([said(10, 5, "a"), said(12, 6, "a")]).values()]).toEqual([11, 5.5]);
  });

  it("counts right winners, close figures and intervals that hold the value", () => {
    expect(rate([said(11, 5, "a")], values)).toEqual({ runs: 1, named: 1, figures: 2, close: 2, held: 2 });
    expect(rate([said(12, 5, "b")], values)).toEqual({ runs: 1, named: 0, figures: 2, close: 2, held: 1 });
    expect(rate([said(20, 1, undefined)], values)).toEqual({ runs: 1, named: 0, figures: 2, close: 0, held: 0 });
  });

  it("takes either of two that tie for the winner", () => {
    const close = valuesOf([said(11, 10.9, "a")]);
    expect(rate([said(11, 11, "b")], close).named).toBe(1);
  });
});
