import { describe, expect, it } from "vitest";
import { largestT, verdict, welch } from "./statistics.mjs";

/** Uniform numbers from a fixed stream (Lehmer's generator). */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** Times like those of a machine: normally distributed around `mean`, with rare interruptions that take much longer. */
function times(count: number, mean: number, random: () => number): number[] {
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: count }, () => {
    const interruption = random() < 0.05 ? -20_000 * Math.log(random()) : 0;
    return mean + 100 * normal() + interruption;
  });
}

describe("Welch's t", () => {
  it("matches the textbook, with classes of different sizes", () => {
    // Means 3 and 6, variances 2.5 and 4: (3 − 6) / √(2.5/5 + 4/3).
    expect(welch([1, 2, 3, 4, 5], [4, 6, 8])).toBeCloseTo(-3 / Math.sqrt(0.5 + 4 / 3), 12);
    expect(welch([4, 6, 8], [1, 2, 3, 4, 5])).toBeCloseTo(3 / Math.sqrt(0.5 + 4 / 3), 12);
  });

  it("handles times that do not vary", () => {
    expect(welch([7, 7], [7, 7, 7])).toBe(0);
    expect(welch([7, 7], [8, 8])).toBe(Number.NEGATIVE_INFINITY);
    expect(() => welch([7], [8, 8])).toThrow("at least two");
  });
});

describe("the largest t", () => {
  it("finds nothing if there is no difference, however often it looks", () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = uniform(seed);
      const { t } = largestT([times(4000, 1_000_000, random), times(4000, 1_000_000, random)]);
      expect(verdict(t), `seed ${seed}: ${t}`).toBe("nothing found");
    }
  });

  it("finds a small shift that interruptions hide from the plain test", () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const random = uniform(seed);
      const samples = [times(4000, 1_000_000, random), times(4000, 1_000_040, random)] as const;
      const { t, kept } = largestT(samples);
      expect(verdict(welch(...samples)), `seed ${seed}`).not.toBe("leaks");
      expect(verdict(t), `seed ${seed}: ${t}`).toBe("leaks");
      expect(t).toBeLessThan(0);
      expect(kept).toBeLessThan(1);
    }
  });

  it("finds a difference that only the slowest show", () => {
    const random = uniform(3);
    const first = times(4000, 1_000_000, random);
    const second = first.map((time, index) => (index % 10 === 0 ? time + 30_000 : time));
    expect(Math.abs(largestT([first, second]).t)).toBeGreaterThan(10);
  });

  it("makes no crops if there are few samples", () => {
    expect(
      largestT([
        [1, 2, 3],
        [1, 2, 3],
      ]),
    ).toEqual({ t: 0, kept: 1 });
  });
});

describe("a verdict", () => {
  it.each([
    [0, "nothing found"],
    [-4.4, "nothing found"],
    [4.5, "undecided"],
    [-10, "undecided"],
    [10.1, "leaks"],
    [Number.NEGATIVE_INFINITY, "leaks"],
  ])("of %d is: %s", (t, text) => {
    expect(verdict(t)).toBe(text);
  });
});
