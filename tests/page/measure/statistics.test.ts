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

it("the median is the middle, or between the two in the middle", () => {
  expect(median([5, 1, 10])).toBe(5);
  expect(median([9, 1, 10, 5])).toBe(7);
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
  ])("of the quantile %f holds it in 95 of 100 samples of %i with the noise of the recorded run", (at, count) => {
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

describe("the interval of several keys", () => {
  const gauss = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  /** How many intervals hold the time of all keys, which differ by this share, with and without a word on whose the samples are. */
  function coverage(count: number, difference: number): readonly [withKeys: number, without: number] {
    const of = shapes.slice(0, 20);
    const keyed = () => Math.exp(difference * gauss());
    const truths = of.map((shape) => {
      const many = Array.from({ length: 20_000 }, (_, i) => quantile(shape, (i + 0.5) / 20_000) * keyed());
      many.sort((a, b) => a - b);
      return quantile(many, undisturbed);
    });
    const trials = 20_000;
    const held = [0, 0] as [number, number];
    for (let trial = 0; trial < trials; trial += 1) {
      const keys = Array.from({ length: count }, () => 5 + Math.floor(10 * Math.random()));
      const samples = keys.flatMap((size) => {
        const key = keyed();
        return draw(of[trial % of.length] ?? [], size).map((sample) => sample * key);
      });
      for (const [at, known] of [keys, []].entries()) {
        const { interval } = summarize(samples, undisturbed, known) ?? expect.unreachable();
        const truth = truths[trial % of.length] as number;
        if (interval && interval.low <= truth && truth <= interval.high) held[at as 0 | 1] += 1;
      }
    }
    return [held[0] / trials, held[1] / trials];
  }

  it("holds the time of all keys as often as that of one if they do not differ, and nearly as often if they do", () => {
    const [alike] = coverage(10, 0);
    expect(alike).toBeGreaterThan(0.94);
    expect(alike).toBeLessThan(0.97);
    const [withKeys, without] = coverage(10, 0.02);
    expect(withKeys).toBeGreaterThan(0.9);
    expect(without).toBeLessThan(0.8);
  });

  it("is that of the samples for fewer than six keys, and where a file says something else", () => {
    const samples = Array.from({ length: 60 }, (_, at) => 10 + Math.floor(at / 10) + (at % 10) / 100);
    const plain = summarize(samples, undisturbed)?.interval ?? expect.unreachable();
    for (const keys of [[30, 30], [10, 10, 10, 10, 10, 9], []])
      expect(summarize(samples, undisturbed, keys)?.interval).toEqual(plain);
    const [all, one] = [[10, 10, 10, 10, 10, 10], []].map((keys) => summarize(samples, undisturbed, keys) as Summary);
    expect(all?.interval?.high).toBeGreaterThan(plain.high);
    // So is that of a quotient.
    const steady = summarize(
      Array.from({ length: 60 }, (_, at) => 5 + (at % 7) / 100),
      undisturbed,
    ) as Summary;
    const [wide, narrow] = [all, one].map((each) => speedUp(each as Summary, steady));
    expect((wide?.high ?? 0) / (wide?.low ?? 1)).toBeGreaterThan(1.2 * ((narrow?.high ?? 0) / (narrow?.low ?? 1)));
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

it("a speed-up lies between the ends of both ranges", () => {
  const result = speedUp(summary([8, 10, 10, 10, 12]), summary([1, 2, 2, 2, 4]));
  expect(result).toEqual({ value: 5, low: 2, high: 12 });
});

describe("the interval of a speed-up", () => {
  /** How many of the trials have an interval that holds the quotient of the true times. */
  function coverage(from: number, to: number, noise: () => number, trials: number): number {
    const truths = shapes.map((shape) => {
      const many = Array.from({ length: 20_000 }, () => quantile(shape, Math.random()) * noise());
      return quantile(
        many.sort((a, b) => a - b),
        undisturbed,
      );
    });
    let held = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      const count = from + Math.floor((to - from + 1) * Math.random());
      const slow = Array.from({ length: count }, noise);
      const [one, other] = [trial % shapes.length, (7 * trial + 3) % shapes.length];
      const [base, own] = [one, other].map((at) => {
        const samples = draw(shapes[at] ?? [], count).map((sample, round) => sample * (slow[round] as number));
        return summarize(samples, undisturbed) ?? expect.unreachable();
      });
      const { low, high } = speedUp(base as Summary, own as Summary);
      const truth = (truths[one] as number) / (truths[other] as number);
      if (low <= truth && truth <= high) held += 1;
    }
    return held / trials;
  }

  it.each([
    [14, 25],
    [26, 100],
    [101, 200],
  ])("holds it in 95 of 100 pairs of %i to %i rounds with the noise of the recorded run", (from, to) => {
    const held = coverage(from, to, () => 1, 20_000);
    expect(held).toBeGreaterThan(0.94);
    expect(held).toBeLessThan(0.96);
  });

  it("holds it no less often where rounds are slow as a whole, and is narrower for their being pairs", () => {
    const busy = () => (Math.random() < 0.4 ? 1.5 + Math.random() : 1);
    expect(coverage(14, 60, busy, 3000)).toBeGreaterThan(0.94);
    const slow = Array.from({ length: 60 }, () => Math.exp(Math.random() / 2));
    const [base, own] = [1, 2].map((time) => slow.map((each) => each * time * (1 + Math.random() / 1000)));
    const rounds = [base, own].map((samples) => summarize(samples ?? [], undisturbed) as Summary);
    // The same samples in another order are not pairs.
    const apart = [base, own?.toReversed()].map((samples) => summarize(samples ?? [], undisturbed) as Summary);
    const [paired, unpaired] = [rounds, apart].map(([a, b]) => speedUp(a as Summary, b as Summary));
    expect(paired?.value).toBeCloseTo(unpaired?.value ?? 0, 10);
    expect(Math.log((paired?.high ?? 1) / (paired?.low ?? 1))).toBeLessThan(0.01);
    expect(Math.log((unpaired?.high ?? 1) / (unpaired?.low ?? 1))).toBeGreaterThan(0.02);
    // The same samples have the same interval.
    expect(speedUp(rounds[0] as Summary, summarize([...(own ?? [])], undisturbed) as Summary)).toEqual(paired);
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
