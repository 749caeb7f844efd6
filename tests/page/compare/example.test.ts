import {
  costOf,
  defaultChoice,
  greatestMessage,
  primes,
  problemOf,
  workedExamples,
  workOf,
} from "@rsa-variants/page/compare/example/calculations.ts";
import { exercisesOn } from "@rsa-variants/page/compare/example/exercises.ts";
import { describe, expect, it } from "vitest";

const examples = workedExamples(defaultChoice);
const of = (name: string) => examples.find(({ variant }) => variant === name);

describe("the worked example", () => {
  it("decrypts the chosen message by every variant, for any choice", () => {
    const lists = [primes.two, primes.three] as const;
    for (let at = 0; at < 60; at++) {
      const pick = (list: readonly bigint[], step: number) => list[(at * step + step) % list.length] as bigint;
      const choice = {
        message: 2n + BigInt(at * 523),
        two: [pick(lists[0], 1), pick(lists[0], 2)] as const,
        three: [pick(lists[1], 1), pick(lists[1], 2), pick(lists[1], 4)] as const,
      };
      if (problemOf(choice) !== undefined) continue;
      for (const { variant, messages } of workedExamples(choice)) {
        const expected = variant === "unbalanced" ? choice.message % choice.three[0] : choice.message;
        expect(messages[0], `${variant} ${choice.two} ${choice.three}`).toBe(expected);
      }
      for (const { answer } of exercisesOn(choice, workedExamples(choice)))
        expect(answer).not.toMatch(/undefined|NaN|\b1 (squaring|multiplication)s/);
    }
    expect(examples.map(({ variant }) => variant)).toContain("r-prime");
    expect(of("batch")?.messages).toEqual([31_415n, 2_718n]);
  });

  it("writes the numbers that it computes with", () => {
    expect(of("crt")?.key).toBe("p = 251, q = 233, N = 58483, e = 17");
    expect(of("crt")?.steps.at(-1)?.numbers).toMatch(
      /^h = \(\d+ − \d+\)·\d+ mod 233 = \d+; M = \d+ \+ 251·\d+ = 31415$/,
    );
    expect(of("crt")?.steps[0]?.given).toMatch(/^C mod p = \d+ mod 251 = \d+; d_p = \d+$/);
    expect(of("crt")?.encryption[0]).toMatchObject({ formula: "C = M^(e) mod N" });
    for (const { steps } of examples) {
      for (const { given = "" } of steps) {
        const [, c, modulus, residue] = / = (\d+) mod (\d+) = (\d+);/.exec(given) ?? [];
        if (c !== undefined) expect(BigInt(c) % BigInt(modulus ?? 1), given).toBe(BigInt(residue ?? -1));
      }
      for (const { numbers } of steps.filter(({ formula }) => /^\S+ = [AC]\^/.test(formula))) {
        const [, base, exponent, modulus, result] = /^(\d+)\^\((\d+)\) mod (\d+) = (\d+)$/.exec(numbers) ?? [];
        expect(BigInt(base ?? -1) ** BigInt(exponent ?? 0) % BigInt(modulus ?? 1), numbers).toBe(BigInt(result ?? -1));
      }
    }
  });

  it("counts what squaring and multiplying takes", () => {
    let [result, squarings, multiplications] = [3n, 0, 0];
    for (const bit of 45n.toString(2).slice(1)) {
      result = (result * result) % 101n;
      squarings++;
      if (bit === "0") continue;
      result = (result * 3n) % 101n;
      multiplications++;
    }
    expect(result).toBe(3n ** 45n % 101n);
    expect(workOf(45n, 101n)).toEqual({ squarings, multiplications, bits: 7 });
    expect(costOf([workOf(45n, 101n)])).toBe((squarings + multiplications) * 49);
    const plain = of("original")?.cost ?? 0;
    for (const variant of ["crt", "multi-prime", "multi-power", "rebalanced", "r-prime", "unbalanced"]) {
      expect(of(variant)?.cost, variant).toBeLessThan(plain / 2);
    }
    expect(of("r-prime")?.cost).toBeLessThan(of("rebalanced")?.cost ?? 0);
  });

  it("says why numbers cannot be used", () => {
    const most = greatestMessage(defaultChoice);
    expect(problemOf({ ...defaultChoice, message: most })).toBeUndefined();
    expect(problemOf({ ...defaultChoice, message: most + 1n })).toContain(`between 2 and ${most}`);
    expect(problemOf({ ...defaultChoice, message: 43n * 500n })).toContain("multiple of 43");
    expect(problemOf({ ...defaultChoice, message: 0n })).toContain("between 2");
    expect(problemOf({ ...defaultChoice, two: [251n, 251n] })).toContain("differ");
  });
});
