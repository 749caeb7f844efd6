// What the package adds to attacks: targets and options of JavaScript, outcomes with numbers, errors of the core. What each attack
// finds is tested in crates/cryptanalysis; verify.test.ts and every-attack.test.ts run every attack here.
import { schemeA1024 } from "@rsa-variants/measure/tasks/prepared-key";
import { load } from "rsa-variants";
import { load as loadSecurity } from "rsa-variants/security";
import { describe, expect, it } from "vitest";
import { build, expectRejected, seedOf } from "../support.ts";
import { smallDemonstration, sound } from "./small-keys.ts";

const rsa = await load({ build });
const security = await loadSecurity();

const sorted = (primes: readonly bigint[]) => [...primes].sort((a, b) => (a < b ? -1 : 1));

describe("a demonstration", () => {
  it("has defaults, and its target gives away what its answer says", async () => {
    const { target, params, secret } = await security.demonstration("small-crt-exponents", { seed: seedOf(10) });
    expect(params).toMatchObject({ variant: "scheme-b", modulusLength: 1024, crtExponentLength: 198 });
    const outcome = await security.runAttack("small-crt-exponents", target);
    expect(outcome).toMatchObject({ found: true, crtExponentLength: 204, longestCrtExponent: 204 });
    if (!outcome.found) return;
    expect(sorted(outcome.primes)).toEqual(sorted(secret.primes));
    expect(sorted(outcome.crtExponents)).toEqual(sorted(secret.crtExponents));
  });

  it("says what the check of results did", async () => {
    const made = await smallDemonstration(security, "fault", 50);
    expect(made.withCheck).toMatchObject({ released: false, code: "fault-detected" });
    // In d_p it passes the check of a long e.
    const options = { variant: "rebalanced", modulusLength: 512, seed: seedOf(52) } as const;
    const { target, withCheck } = await security.demonstration("fault", options);
    expect(withCheck).toEqual({ released: true, signature: target.signature });
  });
});

describe("a target", () => {
  it("may be a key of this library", async () => {
    using key = rsa.keyFromComponents(schemeA1024.params, schemeA1024.components);
    const outcome = await security.runAttack("small-crt-exponents", key.publicKey);
    expect(outcome.found && sorted(outcome.primes)).toEqual(sorted(key.components().primes));
  });

  it.each<[change: object, ...fragments: (string | number)[]]>([
    [{ end: "middle" }, "end", "low, high", "middle"],
    [{ knownBits: 1.5 }, "knownBits", 1.5],
    [{ knownBits: 1000 }, "knownBits is 1000 bits"],
    [{ crtExponentParts: 1n }, "crtExponentParts", "array"],
    [{ crtExponentParts: [1n] }, "crtExponentParts must have 2 items, got 1"],
    [{ crtExponentParts: [1n, "2"] }, "crtExponentParts[1]", "string"],
  ])("is refused with the member that is wrong: %o", async (change, ...fragments) => {
    const { target } = await smallDemonstration(security, "partial-exposure", 61);
    await expectRejected(
      security.runAttack("partial-exposure", { ...target, ...change }),
      "invalid-params",
      ...fragments,
    );
  });

  it("that does not suit the attack is refused with the core's code and reason", async () => {
    await expectRejected(security.runAttack("small-private-exponent", sound), "attack-not-applicable", "17 bits");
    const { target } = await smallDemonstration(security, "fault", 51);
    const long = { ...target, message: target.modulus };
    await expectRejected(security.runAttack("fault", long), "message-out-of-range");
    await expectRejected(security.demonstration("fault", { variant: "original" }), "invalid-params", "original");
  });
});

describe("an outcome", () => {
  it("without a find has the reason, the figures and estimates from the time it took", async () => {
    const { target } = await smallDemonstration(security, "meet-in-the-middle", 31);
    const outcome = await security.runAttack("meet-in-the-middle", target, { crtExponentLength: 16 });
    expect(outcome).toMatchObject({ found: false, babySteps: 128, giantSteps: 128 });
    expect(!outcome.found && outcome.reason).toContain("16 bits");
    expect(outcome.estimates.length).toBeGreaterThan(3);
    for (const { crtExponentLength, seconds, memory } of outcome.estimates) {
      const steps = 2 ** ((crtExponentLength - 16) / 2);
      expect(memory / (outcome.memory * steps)).toBeCloseTo(1, 9);
      expect(seconds / ((outcome.seconds * steps * crtExponentLength) / 16)).toBeCloseTo(1, 9);
    }
  });

  it("follows from the seed of the run", async () => {
    const { target, options } = await smallDemonstration(security, "elliptic-curve", 70);
    const run = async () => {
      const {
        seconds: _,
        estimates: __,
        ...outcome
      } = await security.runAttack("elliptic-curve", target, {
        ...options,
        seed: seedOf(71),
      });
      return outcome;
    };
    expect(await run()).toEqual(await run());
  });
});
