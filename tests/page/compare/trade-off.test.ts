import { defaultSelection } from "@rsa-variants/measure/plan/selection";
import { createAssessor } from "@rsa-variants/measure/run/assessor";
import { buildRows } from "@rsa-variants/measure/run/rows";
import { bordersAt, placeRows } from "@rsa-variants/page/compare/charts/regions.ts";
import { load } from "rsa-variants/security";
import { paramLimits } from "rsa-variants/theory";
import { describe, expect, it } from "vitest";
import { runOf } from "./runs.ts";

const assess = createAssessor(await load());

describe("the borders of the trade-off", () => {
  const { weak, acceptable } = bordersAt(2048, assess);

  it("go from the short e of CRT to an e as long as N, where w may be shortest", () => {
    for (const line of [weak, acceptable]) {
      expect(line.map(({ publicExponentLength }) => publicExponentLength).sort((a, b) => a - b)).toEqual(
        line.map(({ publicExponentLength }) => publicExponentLength),
      );
      expect([line[0]?.publicExponentLength, line.at(-1)?.publicExponentLength]).toEqual([17, 2048]);
      const exponents = line.map(({ crtExponentLength }) => crtExponentLength);
      expect(Math.min(...exponents)).toBe(exponents.at(-1));
    }
  });

  it("have what key generation takes at most 36 bits above the acceptable one", () => {
    for (const { publicExponentLength, crtExponentLength } of acceptable) {
      if (publicExponentLength > 1024) continue;
      const publicExponent = (1n << BigInt(publicExponentLength - 1)) + 1n;
      const limits = paramLimits({ variant: "tunable", modulusLength: 2048, publicExponent });
      const usual = limits.crtExponentLength?.default ?? Number.NaN;
      expect(usual - crtExponentLength, `|e| ${publicExponentLength}`).toBeGreaterThanOrEqual(-4);
      if (publicExponentLength >= 384) expect(usual - crtExponentLength).toBeLessThanOrEqual(36);
    }
  });

  it("are missing where no key has the verdict", () => {
    const short = bordersAt(1024, assess);
    expect(short.acceptable).toEqual([]);
    expect(short.weak).toHaveLength(weak.length);
  });

  it("never let a key be acceptable that is broken", () => {
    for (const { publicExponentLength, crtExponentLength } of acceptable) {
      const same = weak.find((each) => each.publicExponentLength === publicExponentLength);
      expect(same?.crtExponentLength).toBeLessThanOrEqual(crtExponentLength);
    }
  });
});

describe("the rows among them", () => {
  const placeOf = (rows: Parameters<typeof placeRows>[0]) =>
    Object.fromEntries(
      placeRows(rows).map(({ row, ...place }) => [row.subject.kind === "variant" && row.subject.variant, place]),
    );

  it("are those with two primes, where theory has them", () => {
    const places = placeOf(buildRows({ selection: defaultSelection }));
    expect(Object.keys(places)).toEqual(["crt", "rebalanced", "scheme-a", "scheme-b", "tunable"]);
    expect(places.crt).toEqual({ theory: { encrypt: 1, decrypt: 1 } });
    expect(places.tunable?.theory.encrypt).toBeCloseTo(384 / 17, 10);
    expect(places.tunable?.theory.decrypt).toBeCloseTo(736 / 1024, 10);
  });

  it("also have where they were measured, as soon as CRT was too", () => {
    const times = { crt: { encrypt: 2, decrypt: 10 }, rebalanced: { encrypt: 300, decrypt: 4 } };
    const run = runOf(defaultSelection, times);
    const places = placeOf(buildRows({ selection: defaultSelection, run }));
    expect(places.rebalanced?.measured).toEqual({ encrypt: 150, decrypt: 0.4 });
    expect(places.rebalanced?.theory.decrypt).toBeCloseTo(320 / 1024, 10);
    expect(places.tunable?.measured).toBeUndefined();
  });
});
