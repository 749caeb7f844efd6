import {
  median,
  powerLaw,
  quantile,
  quantileRanks,
  type Summary,
  speedUp,
  summarize,
  undisturbed,
} from "@rsa-variants/measure";
import { describe, expect, it } from "vitest";

function summary(samples: readonly number[]): Summary {
  const result = summarize(samples);
  if (result === undefined) throw new Error("no samples");
  return result;
}

/** The probability that no more than `most` of `count` samples are below a quantile, term by term. */
function atMost(count: number, most: number, quantile: number): number {
  let [term, sum] = [(1 - quantile) ** count, 0];
  for (let k = 0; k <= most; k += 1) {
    sum += term;
    term *= ((count - k) / (k + 1)) * (quantile / (1 - quantile));
  }
  return sum;
}

/** The probability that the interval between two order statistics holds the median, by Pascal's triangle. */
function coverage(count: number, low: number, high: number): number {
  let row = [1n];
  for (let i = 0; i < count; i += 1) row = [1n, ...row.slice(1).map((value, j) => value + (row[j] as bigint)), 1n];
  const inside = row.slice(low + 1, high + 1).reduce((sum, value) => sum + value, 0n);
  return Number((inside * 1_000_000n) / 2n ** BigInt(count)) / 1_000_000;
}

describe("quantile", () => {
  it("is linear between neighbors", () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(quantile([1, 2, 3, 4, 5], 0.25)).toBe(2);
    expect(quantile([7], 0.9)).toBe(7);
  });

  it("refuses an empty list", () => {
    expect(() => quantile([], 0.5)).toThrow(RangeError);
  });
});

describe("median", () => {
  it("is the middle, or between the two in the middle", () => {
    expect(median([5, 1, 10])).toBe(5);
    expect(median([9, 1, 10, 5])).toBe(7);
  });
});

describe("quantileRanks", () => {
  it("has none below six samples, whose extremes hold the median too rarely", () => {
    for (let count = 0; count < 6; count += 1) expect(quantileRanks(count, 0.5)).toBeUndefined();
  });

  it("gives the textbook ranks", () => {
    // Conover, Practical Nonparametric Statistics: for 10 samples the 2nd and the 9th, for 20 the 6th and the 15th.
    expect(quantileRanks(6, 0.5)).toEqual([0, 5]);
    expect(quantileRanks(10, 0.5)).toEqual([1, 8]);
    expect(quantileRanks(20, 0.5)).toEqual([5, 14]);
  });

  it.each([6, 7, 11, 25, 60, 133, 300])(
    "covers 95 %% with %i samples, and the next narrower pair does not",
    (count) => {
      const [low, high] = quantileRanks(count, 0.5) as readonly [number, number];
      expect(low + high).toBe(count - 1);
      expect(coverage(count, low, high)).toBeGreaterThanOrEqual(0.95);
      expect(coverage(count, low + 1, high - 1)).toBeLessThan(0.95);
    },
  );

  it("works where 2^-count is no longer a number", () => {
    const [low, high] = quantileRanks(5000, 0.5) as readonly [number, number];
    // Normal approximation: 2500 ± 0.98·√5000.
    expect(low).toBeGreaterThan(2425);
    expect(low).toBeLessThan(2435);
    expect(high).toBe(4999 - low);
  });
});

describe("quantileRanks of a low quantile", () => {
  it.each([17, 25, 60, 133, 300])("leaves at most 2.5 %% outside at either end with %i samples", (count) => {
    const [low, high] = quantileRanks(count, undisturbed) as readonly [number, number];
    expect(atMost(count, low, undisturbed)).toBeLessThanOrEqual(0.025);
    expect(atMost(count, low + 1, undisturbed)).toBeGreaterThan(0.025);
    expect(1 - atMost(count, high, undisturbed)).toBeLessThanOrEqual(0.025);
    expect(1 - atMost(count, high - 1, undisturbed)).toBeGreaterThan(0.025);
  });

  it("begins at the least of a few samples", () => {
    expect(quantileRanks(6, undisturbed)).toEqual([0, 3]);
    expect(quantileRanks(16, undisturbed)?.[0]).toBe(0);
  });
});

describe("summarize", () => {
  it("is not misled by samples that other work made longer", () => {
    const quiet = [10, 10.1, 10.2, 10.3, 10.1, 10.2, 10, 10.3, 10.1, 10.2];
    const busy = quiet.map((time, at) => (at % 3 === 0 ? time : 2.5 * time));
    expect(summarize(busy, undisturbed)?.time).toBeCloseTo(summarize(quiet, undisturbed)?.time ?? 0, 0);
    expect(summary(busy).time).toBeGreaterThan(20);
  });

  it("keeps outliers and counts them", () => {
    const result = summary([10, 10.1, 10.2, 10.1, 10, 10.2, 10.1, 90]);
    expect(result.outliers).toBe(1);
    expect(result.greatest).toBe(90);
    expect(result.time).toBeCloseTo(10.1);
  });

  it("is nothing without samples", () => {
    expect(summarize([])).toBeUndefined();
  });

  it("does not depend on the order of the samples and leaves them alone", () => {
    const samples = [3, 1, 2, 5, 4, 6, 9];
    expect(summary(samples)).toEqual(summary([...samples].reverse()));
    expect(samples).toEqual([3, 1, 2, 5, 4, 6, 9]);
  });
});

describe("comparisons", () => {
  it("bounds a speed-up by the ends of both intervals", () => {
    const result = speedUp(summary([8, 10, 10, 10, 10, 12]), summary([1, 2, 2, 2, 2, 4]));
    expect(result).toEqual({ value: 5, low: 2, high: 12 });
  });
});

describe("powerLaw", () => {
  it("finds exponent and factor", () => {
    const law = powerLaw([512, 1024, 2048].map((x) => ({ x, y: 3e-9 * x ** 3 })));
    expect(law?.slope).toBeCloseTo(3, 10);
    expect(law?.factor).toBeCloseTo(3e-9, 15);
  });

  it("needs two different lengths", () => {
    expect(powerLaw([{ x: 512, y: 1 }])).toBeUndefined();
    expect(powerLaw([])).toBeUndefined();
  });
});
