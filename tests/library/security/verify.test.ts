import { type AttackName, type AttackOutcome, load, verifyOutcome } from "rsa-variants/security";
import { describe, expect, it } from "vitest";
import { seedOf } from "../support.ts";
import { small, smallDemonstration } from "./small-keys.ts";

const security = await load();

const names = Object.keys(small) as AttackName[];
const holds = (checks: readonly { readonly holds: boolean }[]) => checks.every((check) => check.holds);

/** What can be wrong with an outcome. */
const parts = ["primes", "factors", "message", "privateExponent", "privateExponents", "crtExponents"] as const;

async function expectChecked(name: AttackName, options: object): Promise<void> {
  const made = await security.demonstration(name, { ...small[name], ...options, seed: seedOf(7) });
  const { target } = made;
  const isSeeded = name === "meet-in-the-middle" || name === "elliptic-curve";
  const seed = isSeeded ? { seed: seedOf(7) } : {};
  const outcome = await security.runAttack(name, target, { ...made.options, ...seed });
  if (!outcome.found) throw new Error(outcome.reason);
  expect(verifyOutcome(target, outcome).length).toBeGreaterThan(0);
  expect(verifyOutcome(target, outcome).filter((check) => !check.holds)).toEqual([]);
  const changed = (change: object) => holds(verifyOutcome(target, { ...outcome, ...change }));
  for (const part of parts) {
    const value = (outcome as { readonly [Part in typeof part]?: bigint | readonly bigint[] })[part];
    if (value === undefined) continue;
    const isNumber = typeof value === "bigint";
    expect(changed({ [part]: isNumber ? value + 2n : value.map((each, i) => (i === 0 ? each + 2n : each)) })).toBe(
      false,
    );
    if (!isNumber) expect(changed({ [part]: value.slice(1) }), part).toBe(false);
    if (!isNumber) expect(changed({ [part]: [] }), part).toBe(false);
  }
  // Trivial factors divide, too.
  if ("primes" in outcome) expect(changed({ primes: [1n, target.modulus] })).toBe(false);
}

describe("what an attack found", () => {
  it.each(names)("is checked, and refused if it is wrong: %s", (name) => expectChecked(name, {}));

  it("by an owner of a common modulus, too", () => expectChecked("common-modulus", { attacker: "owner" }));
});

describe("the check of an outcome", () => {
  const target = { modulus: 3n * 5n * 7n, publicExponent: 5n };
  const ecm = {
    curves: 1,
    multiplications: 1,
    bounds: { first: 1, second: 1, expectedCurves: 1 },
    estimates: [],
    seconds: 1,
  };
  const found = (primes: readonly bigint[], unfactored: readonly bigint[]): AttackOutcome<"elliptic-curve"> => ({
    found: true,
    primes,
    unfactored,
    ...ecm,
  });

  it("multiplies", () => {
    expect(verifyOutcome(target, found([3n, 5n, 7n], []))).toEqual([
      { statement: "the product of the primes is the modulus", holds: true },
      { statement: "each prime passes Fermat’s test", holds: true },
    ]);
  });

  it("includes the part that is not factored", () => {
    expect(verifyOutcome(target, found([5n], [21n]))[0]).toEqual({
      statement: "the product of all factors is the modulus",
      holds: true,
    });
    expect(holds(verifyOutcome(target, found([5n], [])))).toBe(false);
    expect(holds(verifyOutcome(target, found([5n], [7n])))).toBe(false);
  });

  it("divides where the rest is not known", () => {
    const partly = (primes: bigint[]): AttackOutcome<"meet-in-the-middle"> => ({
      found: true,
      primes,
      complete: false,
      primesWithCrtExponent: [7n],
      crtExponents: [5n],
      ...{ babySteps: 1, giantSteps: 1, memory: 1, estimates: [], seconds: 1 },
    });
    expect(verifyOutcome(target, partly([7n]))).toContainEqual({
      statement: "the primes divide the modulus",
      holds: true,
    });
    expect(holds(verifyOutcome(target, partly([7n])))).toBe(true);
    expect(holds(verifyOutcome(target, partly([7n, 7n])))).toBe(false);
    expect(holds(verifyOutcome(target, partly([11n])))).toBe(false);
  });

  it("knows what is not prime", () => {
    expect(holds(verifyOutcome(target, found([15n, 7n], [])))).toBe(false);
    expect(holds(verifyOutcome({ ...target, modulus: 6n }, found([2n, 3n], [])))).toBe(true);
  });

  it("is not deceived", () => {
    for (const primes of [[105n], [1n, 105n], [3n, 5n, 11n], [-15n, -7n], [2n], [0n, 5n], []]) {
      expect(verifyOutcome(target, found(primes, []))[0]?.holds, primes.join()).toBe(false);
    }
  });

  it("says nothing of an attack that found nothing", async () => {
    const { target } = await smallDemonstration(security, "small-private-exponent", 1);
    const outcome = { found: false, reason: "no", convergents: 1, seconds: 1 } as const;
    expect(verifyOutcome(target, outcome)).toEqual([]);
  });
});
