import {
  intervalPlaces,
  median,
  powerLaw,
  quantile,
  type Summary,
  speedUp,
  summarize,
  undisturbed,
} from "@rsa-variants/measure";
import { readRunFile } from "@rsa-variants/measure/run/file";
import recordedText from "@rsa-variants/page/compare/recorded.json?raw";
import { describe, expect, it } from "vitest";

function summary(samples: readonly number[]): Summary {
  const result = summarize(samples);
  if (result === undefined) throw new Error("no samples");
  return result;
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

/** The probability of `from` to `to` successes among `count`. */
function binomial(count: number, chance: number, from: number, to: number): number {
  let [sum, term] = [0, (1 - chance) ** count];
  for (let successes = 0; successes <= to; successes += 1) {
    if (successes >= from) sum += term;
    term *= ((count - successes) / (successes + 1)) * (chance / (1 - chance));
  }
  return sum;
}

/** Samples with the shape of noise that was recorded: its order statistics, and evenly between them. */
function draw(shape: readonly number[], count: number): number[] {
  return Array.from({ length: count }, () => quantile(shape, Math.random()));
}

const shapes = readRunFile(recordedText)
  .measurements.filter(({ operation, samples }) => operation !== "keygen" && samples.length === 16)
  .map(({ samples }) => [...samples].sort((a, b) => a - b));

describe("the interval", () => {
  it.each([
    [undisturbed, 14],
    [0.5, 6],
  ])("of the quantile %f exists from %i samples on", (at, least) => {
    for (let count = 0; count < least; count += 1) expect(intervalPlaces(count, at)).toBeUndefined();
    expect(intervalPlaces(least, at)?.[0]).toBeLessThan(1);
  });

  it("lies between the textbook ranks", () => {
    // Conover, Practical Nonparametric Statistics: for 10 samples the 2nd and the 9th, for 20 the 6th and the 15th, which cover more.
    for (const [count, low] of [
      [10, 1],
      [20, 5],
    ] as const) {
      const [from = 0, to = 0] = intervalPlaces(count, 0.5) ?? [];
      expect(from).toBeGreaterThanOrEqual(low);
      expect(from).toBeLessThan(low + 1);
      expect(from + to).toBeCloseTo(count - 1, 10);
    }
  });

  it("works where 2^-count is no longer a number", () => {
    const [low, high] = intervalPlaces(5000, 0.5) as readonly [number, number];
    // Normal approximation: 2500 ± 0.98·√5000.
    expect(low).toBeGreaterThan(2425);
    expect(low).toBeLessThan(2435);
    expect(high).toBeCloseTo(4999 - low, 6);
  });

  it.each([
    [undisturbed, [14, 17, 25, 60, 400]],
    [0.5, [6, 7, 10, 40, 400]],
  ])("of the quantile %f lies between ranks that cover more and ranks that cover less, exactly", (at, counts) => {
    for (const count of counts) {
      const [low, high] = intervalPlaces(count, at) as readonly [number, number];
      // The quantile is between the samples of ranks a < b, counted from 0, if more than a and at most b samples are below it.
      const wide = binomial(count, at, Math.floor(low) + 1, Math.ceil(high));
      const narrow = binomial(count, at, Math.ceil(low) + 1, Math.floor(high));
      expect(wide, `${count}`).toBeGreaterThanOrEqual(0.95 - 1e-9);
      expect(narrow, `${count}`).toBeLessThanOrEqual(0.95 + 1e-9);
    }
  });

  it("holds the value less often where times fall into two groups, as Methods says", () => {
    // A fifth of the samples is quick, so the gap is just at the quantile.
    const bimodal = () => (Math.random() < 0.2 ? 1 + 0.001 * Math.random() : 1.05 + 0.01 * Math.random());
    let held = 0;
    for (let trial = 0; trial < 20_000; trial += 1) {
      const { interval } = summarize(Array.from({ length: 18 }, bimodal), undisturbed) ?? expect.unreachable();
      const { low, high } = interval ?? expect.unreachable();
      if (low <= 1.001 && high >= 1.001) held += 1;
    }
    expect(held / 20_000).toBeGreaterThan(0.85);
    expect(held / 20_000).toBeLessThan(0.94);
  });

  it.each([
    [undisturbed, 14],
    [undisturbed, 17],
    [undisturbed, 25],
    [undisturbed, 60],
    [0.5, 6],
    [0.5, 10],
    [0.5, 40],
  ])("of the quantile %f holds it in 95 %% of samples of %i with the noise of the recorded run", (at, count) => {
    const trials = 20_000;
    let held = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      const shape = shapes[trial % shapes.length] ?? [];
      const { interval } = summarize(draw(shape, count), at) ?? expect.unreachable();
      const { low, high } = interval ?? expect.unreachable();
      const truth = quantile(shape, at);
      if (low <= truth && truth <= high) held += 1;
    }
    expect(held / trials).toBeGreaterThan(0.94);
    expect(held / trials).toBeLessThan(0.96);
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
  it("bounds a speed-up by the ends of both ranges", () => {
    const result = speedUp(summary([8, 10, 10, 10, 12]), summary([1, 2, 2, 2, 4]));
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
