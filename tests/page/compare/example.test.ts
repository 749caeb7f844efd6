import { workedExamples } from "@rsa-variants/page/compare/example.tsx";
import { describe, expect, it } from "vitest";

describe("the worked example", () => {
  const examples = workedExamples();

  it("decrypts to the same message by every variant", () => {
    expect(examples.map(({ message }) => message)).toEqual(examples.map(() => 31_415n));
    expect(examples.length).toBeGreaterThanOrEqual(5);
  });

  it("writes the numbers that it computes with", () => {
    const crt = examples.find(({ variant }) => variant === "crt");
    expect(crt?.key).toBe("p = 251, q = 233, N = 58483, e = 17");
    expect(crt?.steps.at(-1)?.numbers).toMatch(/^h = \d+, \d+ \+ 251·\d+ = 31415$/);
    for (const { steps } of examples) {
      for (const { numbers } of steps.filter(({ formula }) => formula.includes("= C^"))) {
        const [, base, exponent, modulus, result] = /^(\d+)\^\((\d+)\) mod (\d+) = (\d+)$/.exec(numbers) ?? [];
        expect(BigInt(base ?? -1) ** BigInt(exponent ?? 0) % BigInt(modulus ?? 1), numbers).toBe(BigInt(result ?? -1));
      }
    }
  });

  it("costs less by every trick than without any", () => {
    const [plain, ...others] = examples.map(({ cost }) => cost);
    for (const cost of others) expect(cost).toBeLessThan(plain ?? 0);
  });
});
