import {
  candidatesWithin,
  Expectation,
  expectationText,
  measureRate,
} from "@rsa-variants/page/workbench/keys/expectation.ts";
import type { WorkbenchStore } from "@rsa-variants/page/workbench/state.ts";
import { connect, RsaError } from "rsa-variants";
import { afterAll, describe, expect, it, vi } from "vitest";

vi.mock("rsa-variants", async (original) => {
  const library = await original<typeof import("rsa-variants")>();
  return { ...library, connect: vi.fn(library.connect) };
});

describe("the number of candidates within which keys are found", () => {
  it("is the geometric quantile for one prime", () => {
    for (const share of [0.1, 0.5, 0.9, 0.99]) {
      for (const mean of [1.5, 10, 100, 5000]) {
        const closed = Math.max(1, Math.ceil(Math.log(1 - share) / Math.log(1 - 1 / mean)));
        expect(candidatesWithin(share, 1, mean), `${share} of ${mean}`).toBe(closed);
      }
    }
  });

  it("is what a sum of geometric numbers has, for several primes", () => {
    // The chance of k or more primes among c candidates is that of c candidates being enough.
    const enough = (count: number, primes: number, mean: number) => {
      let missing = 0;
      let probability = (1 - 1 / mean) ** count;
      for (let found = 0; found < primes; found++) {
        missing += probability;
        probability *= (count - found) / (found + 1) / (mean - 1);
      }
      return 1 - missing;
    };
    for (const primes of [2, 3, 8]) {
      for (const share of [0.5, 0.9]) {
        const count = candidatesWithin(share, primes, 60);
        expect(enough(count, primes, 60)).toBeGreaterThanOrEqual(share - 1e-9);
        expect(enough(count - 1, primes, 60)).toBeLessThan(share);
      }
    }
  });

  it("ends for the longest searches, and refuses what has no quantile", () => {
    expect(candidatesWithin(0.9, 2, 600_000)).toBeGreaterThan(2_000_000);
    expect(() => candidatesWithin(1, 2, 60)).toThrow(RangeError);
    expect(() => candidatesWithin(0.5, 0, 60)).toThrow(RangeError);
  });
});

describe("the expectation", () => {
  it("does not stay in measuring when its worker does not close", async () => {
    const rsa = {
      generateKey: () => Promise.reject(new RsaError("invalid-params", "refused")),
      close: () => new Promise<void>(() => {}),
    };
    vi.mocked(connect).mockResolvedValueOnce(rsa as unknown as Awaited<ReturnType<typeof connect>>);
    const state = { expectation: { state: "none" } };
    const store = { state, change: (change: object) => Object.assign(state, change) };
    new Expectation(store as unknown as WorkbenchStore).ask({ variant: "crt", modulusLength: 512 });
    await vi.waitFor(() => expect(state.expectation.state).toBe("refused"), 5000);
  });
});

describe("the rate of candidates", async () => {
  const rsa = await connect({ workers: 1 });
  afterAll(() => rsa.close());

  it("is measured on a real search, with the key's own primes and mean", async () => {
    const rate = await measureRate(rsa, { variant: "multi-prime", modulusLength: 768, primes: 3 }, () =>
      performance.now(),
    );
    expect(rate.primes).toBe(3);
    expect(rate.candidates).toBeGreaterThanOrEqual(4);
    expect(rate.milliseconds).toBeGreaterThan(0);
    // 256-bit primes: ln 2^256 / (e^γ·ln B) for the sieve's B.
    expect(rate.mean).toBeGreaterThan(5);
    expect(rate.mean).toBeLessThan(60);
    expect(expectationText(rate)).toMatch(/^Usually takes about .+\.$/);
  });

  it("refuses parameters before any search", async () => {
    const params = { variant: "multi-prime", modulusLength: 512, primes: 20 } as const;
    await expect(measureRate(rsa, params, () => performance.now())).rejects.toThrow(RsaError);
  });
});
