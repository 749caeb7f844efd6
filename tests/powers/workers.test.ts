import { connect } from "modular-powers";
import { afterAll, describe, expect, it } from "vitest";
import { build, expectRejected, modPow, oddModulus, powers, randomNumber, toBytes } from "./support.ts";

const workers = await connect({ build, workers: 2 });
afterAll(() => workers.close());
const n = oddModulus(1024, randomNumber);
const list = (count: number, bits: number) => Array.from({ length: count }, () => randomNumber(bits));
const anything = (value: unknown) => value as never;

describe("a modulus in workers", () => {
  it("computes single powers, of numbers and of bytes", async () => {
    const group = workers.modulus(n);
    expect([group.value, group.bitLength, workers.size, workers.build]).toEqual([n, 1024, 2, build]);
    const [base, exponent] = [randomNumber(1100), randomNumber(160)];
    const expected = modPow(base, exponent, n);
    expect(await group.pow(base, exponent, { exponentLength: 160 })).toBe(expected);
    const secret = toBytes(exponent, 20);
    expect(await group.pow(base, secret, { exponentLength: 160 })).toBe(expected);
    expect(secret).toEqual(toBytes(exponent, 20)); // the caller's bytes stay
    expect(await group.pow(base, exponent, { publicExponent: true })).toBe(expected);
    expect(await group.pow(base, exponent)).toBe(expected);
  });

  it.each([0, 1, 2, 7, 100, 301])("computes a list of %i powers, with progress", async (count) => {
    using group = workers.modulus(n);
    const [bases, exponents] = [list(count, 1024), list(count, 60)];
    const seen: number[] = [];
    const onProgress = ({ done, total }: { done: number; total: number }) => {
      expect(total).toBe(count);
      seen.push(done);
    };
    const results = await group.powMany(bases, exponents, { exponentLength: 60, onProgress });
    expect(results).toEqual(bases.map((base, index) => modPow(base, exponents[index] as bigint, n)));
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
    expect(seen.at(-1)).toBe(count);
    using table = await group.fixedBase(7n, { exponentLength: 64 });
    using sameHere = powers.modulus(n).fixedBase(7n, { exponentLength: 64 });
    expect(table.memory).toBe(sameHere.memory);
    expect(await table.powMany(exponents)).toEqual(exponents.map((exponent) => modPow(7n, exponent, n)));
    const product = bases.reduce(
      (product, base, index) => (product * modPow(base, exponents[index] as bigint, n)) % n,
      1n,
    );
    expect(await group.productPow(bases, exponents)).toBe(product);
  });

  it("squares repeatedly, with progress, and stops at once", async () => {
    const group = workers.modulus(n);
    const expected = powers.modulus(n).squareRepeatedly(5n, 30_000).toBigInt();
    const seen: number[] = [];
    expect(await group.squareRepeatedly(5n, 30_000, { onProgress: ({ done }) => void seen.push(done) })).toBe(expected);
    expect(seen.length).toBeGreaterThan(0);
    const reason = new Error("enough");
    const stop = new AbortController();
    const running = group.squareRepeatedly(5n, 1e13, { signal: stop.signal, onProgress: () => stop.abort(reason) });
    await expect(running).rejects.toBe(reason);
    expect(await group.pow(2n, 10n)).toBe(1024n); // in a new worker, which gets the modulus again
  });

  it("an abort ends a list in all workers", async () => {
    const group = workers.modulus(n);
    const stop = new AbortController();
    const reason = new Error("stop");
    const running = group.powMany(list(20_000, 1024), list(20_000, 1024), {
      signal: stop.signal,
      onProgress: () => stop.abort(reason),
    });
    await expect(running).rejects.toBe(reason);
    const aborted = AbortSignal.abort(reason);
    await expect(group.pow(1n, 1n, { signal: aborted })).rejects.toBe(reason);
    await expect(group.powMany([1n], [1n], { signal: aborted })).rejects.toBe(reason);
    await expect(group.productPow([1n], [1n], { signal: aborted })).rejects.toBe(reason);
    expect(await group.pow(3n, 4n)).toBe(81n);
  });

  it("refuses what only workers have", async () => {
    const group = workers.modulus(n);
    await expect(group.fixedBase(2n, { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
    await expectRejected(
      (await group.fixedBase(2n)).powMany([1n], anything({ progress: 1 })),
      "invalid-params",
      "progress",
    );
    await expectRejected(group.fixedBase(2n, anything({ size: 1 })), "invalid-params", "size", "not an option");
    const exponents = [...list(99, 8), 300n];
    const powersOf = group.powMany(list(100, 9), exponents, { exponentLength: 8 });
    await expectRejected(powersOf, "invalid-params", "exponents", "exponents[99]");
    await expectRejected(connect({ workers: 0 }), "invalid-params", "workers", "got 0");
    await expectRejected(connect(anything({ worker: 5 })), "invalid-params", "worker", "function");
  });

  it("is not used after it was freed, but calls that wait are completed", async () => {
    const group = workers.modulus(n);
    const table = await group.fixedBase(3n, { exponentLength: 8 });
    const running = [group.pow(2n, 10n), table.pow(4n)];
    group.free();
    table.free();
    group.free();
    expect(await Promise.all(running)).toEqual([1024n, 81n]);
    await expectRejected(group.pow(2n, 10n), "use-after-free", undefined, "modulus was freed");
    await expectRejected(table.pow(1n), "use-after-free", undefined, "table was freed");
    await expectRejected(group.fixedBase(2n), "use-after-free", undefined, "modulus was freed");
  });
});

describe("primes in workers", () => {
  it("are tested, and numbers found from remainders", async () => {
    expect(await workers.isPrime(2n ** 521n - 1n)).toBe(true);
    expect(await workers.isPrime(2n ** 521n - 3n, { rounds: 1 })).toBe(false);
    expect(await workers.isPrime(23n, { safe: true })).toBe(true);
    expect(
      await workers.crt([
        { remainder: 2n, modulus: 3n },
        { remainder: 3n, modulus: 5n },
      ]),
    ).toBe(8n);
  });

  it.each([
    { bits: 64 },
    { bits: 1024, condition: { remainder: 3n, modulus: 4n } },
    { bits: 160, safe: true },
    { bits: 640, safe: true, topTwoBits: true },
  ])("are searched by all workers: %o", async (params) => {
    const seen: number[] = [];
    const p = await workers.generatePrime({ ...params, onProgress: ({ tested }) => void seen.push(tested) });
    expect(p.toString(2)).toHaveLength(params.bits);
    expect(powers.isPrime(p, { safe: params.safe ?? false })).toBe(true);
    if (params.condition !== undefined) expect(p % params.condition.modulus).toBe(params.condition.remainder);
    if (params.topTwoBits) expect(p >> BigInt(params.bits - 2)).toBe(3n);
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
  });

  it("a search ends at once when it is aborted, and workers stay usable", async () => {
    const stop = new AbortController();
    const reason = new Error("no longer needed");
    let reports = 0;
    const onProgress = () => {
      if (++reports === 3) stop.abort(reason);
    };
    const search = workers.generatePrime({ bits: 4096, safe: true, signal: stop.signal, onProgress });
    await expect(search).rejects.toBe(reason);
    expect(await workers.isPrime(2n ** 127n - 1n)).toBe(true);
  });
});
