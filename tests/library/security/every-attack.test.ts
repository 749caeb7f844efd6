import { type AttackName, type AttackProgress, attacks, load as loadSecurity } from "rsa-variants/security";
import { describe, expect, it } from "vitest";
import { expectRejected } from "../support.ts";
import { small, smallDemonstration, sound } from "./small-keys.ts";

const security = await loadSecurity();

const names = Object.keys(small) as AttackName[];

const make = <Name extends AttackName>(name: Name, seed: number) => smallDemonstration(security, name, seed);

describe("every attack", () => {
  it("says what it is", () => {
    expect(attacks.map(({ name }) => name)).toEqual(names);
    expect(security.attacks).toBe(attacks);
    for (const { title, breaks, needs, cost, defense, source } of attacks) {
      for (const text of [title, source.authors, source.title, source.publishedIn]) expect(text).not.toBe("");
      for (const sentence of [breaks, needs, cost, defense]) expect(sentence).toMatch(/^[A-Zw].*\.$/);
      expect(source.year).toBeGreaterThan(1977);
    }
    const known = security
      .assess({ variant: "scheme-b", modulusLength: 1024, crtExponentLength: 198 })
      .findings.map(({ source }) => source);
    for (const name of ["small-crt-exponents", "meet-in-the-middle"]) {
      expect(known).toContainEqual(attacks.find((attack) => attack.name === name)?.source);
    }
  });

  it.each(names)("%s: a seed leads to the same key", async (name) => {
    expect(await make(name, 2)).toEqual(await make(name, 2));
    expect(await make(name, 3)).not.toEqual(await make(name, 2));
  });

  it.each(names)("%s: tells how far it is and is cancelled", async (name) => {
    const { target, options } = await make(name, 4);
    const reports: AttackProgress[] = [];
    const abortingOptions = () => {
      const stop = new AbortController();
      const onProgress = (progress: AttackProgress) => {
        reports.push(progress);
        stop.abort(new Error("enough"));
      };
      return { signal: stop.signal, onProgress };
    };
    await expect(security.runAttack(name, target, { ...options, ...abortingOptions() })).rejects.toThrow("enough");
    await expect(security.demonstration(name, { ...small[name], ...abortingOptions() })).rejects.toThrow("enough");
    expect(reports).toHaveLength(2);
    for (const { step, done, expected = 1 } of reports) {
      expect(step).toMatch(/\d/);
      expect(done).toBeLessThanOrEqual(expected);
    }
    const thrown = new Error("the caller's own");
    const call = security.runAttack(name, target, {
      ...options,
      onProgress: () => {
        throw thrown;
      },
    });
    await expect(call).rejects.toBe(thrown);
  });

  it.each(names)("%s: refuses what is no target and no options", async (name) => {
    const { target } = await make(name, 5);
    for (const [bad, fragment] of [
      [null, "target"],
      [{ ...target, modulus: 15 }, "modulus must be a bigint"],
      [{ ...target, modulus: -15n }, "modulus must not be negative"],
    ] as const) {
      await expectRejected(security.runAttack(name, bad as typeof target), "invalid-params", fragment);
    }
    await expectRejected(security.runAttack(name, { ...target, modulus: target.modulus + 1n }), "invalid-modulus");
    await expectRejected(security.runAttack(name, target, 7 as unknown as object), "invalid-params", "options");
    await expectRejected(security.runAttack(name, target, { onProgress: 7 } as object), "invalid-params", "onProgress");
    await expectRejected(security.demonstration(name, { seed: new Uint8Array(33) }), "invalid-params", 32, 33);
    await expectRejected(security.demonstration(name, { modulusLength: 100 }), "invalid-params", "modulusLength", 100);
  });

  it("is one of the list", async () => {
    for (const name of ["sieve", "toString"] as unknown as AttackName[]) {
      await expectRejected(security.runAttack(name, sound), "invalid-params", name, "debian-seed");
      await expectRejected(security.demonstration(name), "invalid-params", name, "debian-seed");
    }
  });
});
