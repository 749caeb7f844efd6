import { Expectation, expectationText, measureRate, medianOf } from "@rsa-variants/page/workbench/keys/expectation.ts";
import type { WorkbenchStore } from "@rsa-variants/page/workbench/state.ts";
import { connect, RsaError } from "rsa-variants";
import { afterAll, describe, expect, it, vi } from "vitest";

vi.mock("rsa-variants", async (original) => {
  const library = await original<typeof import("rsa-variants")>();
  return { ...library, connect: vi.fn(library.connect) };
});

it("the expected time is the median of a sum of geometric numbers", () => {
  const mean = 60;
  for (const primes of [1, 2, 3, 8]) {
    const rate = { primes, mean, milliseconds: 1, candidates: 9 };
    // The chance of k or more primes among c candidates is that of c candidates being enough.
    const count = Math.round(medianOf(rate));
    let missing = 0;
    let probability = (1 - 1 / mean) ** count;
    for (let found = 0; found < primes; found++) {
      missing += probability;
      probability *= (count - found) / (found + 1) / (mean - 1);
    }
    expect(missing, `${primes}`).toBeCloseTo(0.5, 1.5);
  }
});

it("the expectation does not stay in measuring when its worker does not close", async () => {
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
