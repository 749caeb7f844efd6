import { connect, load } from "modular-powers";
import { describe, expect, it } from "vitest";
import { build, expectRefused, modPow, oddModulus, otherBuilds, powers, randomNumber, toBytes } from "./support.ts";

/** Squares have public powers of their own. */
const lengths = [64, 145, 294, 1024, 2048, 3072].map((bits) => ({ bits, kind: "a number" }));
const squares = [66, 402, 1024, 4096].map((bits) => ({ bits, kind: "a square" }));

describe.each([...lengths, ...squares])("powers modulo $kind of $bits bits", ({ bits, kind }) => {
  // The two highest bits of a root give its square all bits.
  const square = () => (oddModulus(bits / 2, randomNumber) | (3n << BigInt(bits / 2 - 2))) ** 2n;
  const n = kind === "a square" ? square() : oddModulus(bits, randomNumber);
  const bases = [0n, 1n, n - 1n, n + 2n, randomNumber(bits), randomNumber(bits + 200)];
  const exponents = [0n, 1n, 2n, 65537n, (1n << 160n) - 1n, randomNumber(160)];

  it("are those of BigInt, for secret and public exponents, randomNumber, bytes and elements", () => {
    using group = powers.modulus(n);
    const options = { exponentLength: 160 };
    for (const base of bases) {
      for (const exponent of exponents) {
        const expected = modPow(base, exponent, n);
        expect(group.pow(base, exponent, options).toBigInt()).toBe(expected);
        expect(group.pow(group.element(base), toBytes(exponent, 33), options).toBigInt()).toBe(expected);
        expect(group.pow(base, exponent, { publicExponent: true }).toBigInt()).toBe(expected);
      }
    }
  });

  it("have exponents as long as the modulus by default", () => {
    using group = powers.modulus(n);
    const [base, exponent] = [randomNumber(bits), randomNumber(bits) | (1n << BigInt(bits - 1))];
    expect(group.pow(base, exponent).toBigInt()).toBe(modPow(base, exponent, n));
  });

  it("are the same in lists and from a table", () => {
    using group = powers.modulus(n);
    const options = { exponentLength: 160 };
    const all = exponents.map((_, index) => bases[index % bases.length] as bigint);
    const expected = exponents.map((exponent, index) => modPow(all[index] as bigint, exponent, n));
    expect(group.powMany(all, exponents, options).map((power) => power.toBigInt())).toEqual(expected);
    const isPublic = { publicExponent: true } as const;
    expect(group.powMany(all, exponents, isPublic).map((power) => power.toBigInt())).toEqual(expected);
    const base = randomNumber(bits);
    const powersOfBase = exponents.map((exponent) => modPow(base, exponent, n));
    for (const memory of [8192, 1 << 16, 1 << 20]) {
      using table = group.fixedBase(base, { ...options, memory });
      expect(table.memory).toBeLessThanOrEqual(memory);
      expect(table.memory).toBeGreaterThan(0);
      expect(table.exponentLength).toBe(160);
      expect(table.powMany(exponents).map((power) => power.toBigInt())).toEqual(powersOfBase);
      expect(exponents.map((exponent) => table.pow(toBytes(exponent, 25)).toBigInt())).toEqual(powersOfBase);
    }
  });

  it("have products, of no, few and many factors", () => {
    using group = powers.modulus(n);
    for (const count of [0, 1, 2, 5, 70]) {
      const [xs, es] = [0, 1].map((kind) =>
        Array.from({ length: count }, () => randomNumber(kind === 0 ? bits + 9 : 70)),
      );
      const expected = (xs ?? []).reduce((product, x, index) => (product * modPow(x, es?.[index] ?? 0n, n)) % n, 1n);
      expect(group.productPow(xs ?? [], es ?? []).toBigInt()).toBe(expected);
    }
  });
});

it("long lists are computed in parts, with progress", () => {
  using group = powers.modulus(2n ** 89n - 1n);
  const [bases, exponents] = [0, 1].map(() => Array.from({ length: 150 }, () => randomNumber(40))) as [
    bigint[],
    bigint[],
  ];
  const seen: number[] = [];
  const options = { exponentLength: 40, onProgress: ({ done }: { done: number }) => void seen.push(done) };
  const results = group.powMany(bases, exponents, options).map((power) => power.toBigInt());
  expect(results).toEqual(bases.map((base, index) => modPow(base, exponents[index] as bigint, group.value)));
  expect(seen).toEqual([64, 128, 150]);
  const reason = new Error("stop");
  const stop = new AbortController();
  const abort = { ...options, signal: stop.signal, onProgress: () => stop.abort(reason) };
  expect(() => group.powMany(bases, exponents, abort)).toThrow(reason);
  expect(group.powMany([], [])).toEqual([]);
});

it("subgroups and Jacobi symbols are recognized", () => {
  const p = 2n * 1019n * (2n ** 61n - 1n) * 3n + 1n;
  const prime = [p, 2n ** 127n - 1n].find((number) => powers.isPrime(number)) as bigint;
  using group = powers.modulus(prime);
  for (let x = 0n; x < 60n; x++) {
    const euler = modPow(x, (prime - 1n) / 2n, prime);
    expect(group.jacobi(x)).toBe(euler === prime - 1n ? -1 : Number(euler));
    for (const order of [1n, 2n, 127n, (prime - 1n) / 2n, prime - 1n]) {
      expect(group.isInSubgroup(group.element(x), order)).toBe(modPow(x, order, prime) === 1n);
    }
  }
});

it("remainders give the number again", () => {
  const moduli = [2n ** 64n, 2n ** 61n - 1n, 3n ** 50n, 2n ** 521n - 1n, 1n];
  const product = moduli.reduce((product, modulus) => product * modulus);
  for (let i = 0; i < 10; i++) {
    const number = randomNumber(800) % product;
    const residues = moduli.map((modulus) => ({ remainder: (number % modulus) + modulus, modulus }));
    expect(powers.crt(residues)).toBe(number);
  }
  expect(powers.crt([])).toBe(0n);
});

it("inverses modulo even and odd numbers", async () => {
  const moduli = [1n, 2n, 2n ** 64n, 6n ** 80n, 2n ** 521n - 1n, 2n ** 2048n + 2n];
  for (const modulus of moduli) {
    for (let i = 0; i < 20; i++) {
      const value = randomNumber(700);
      let [a, b] = [value, modulus];
      while (b > 0n) [a, b] = [b, a % b];
      if (a === 1n) expect((powers.invert(value, modulus) * value) % modulus).toBe(1n % modulus);
      else expectRefused(() => powers.invert(value, modulus), "not-invertible", undefined, "shares a factor");
    }
  }
  expect(powers.invert(new Uint8Array([0, 3]), new Uint8Array([0, 8]))).toBe(3n);
  expectRefused(() => powers.invert(3n, 0n), "invalid-params", "modulus", "0");
  expectRefused(() => powers.invert(-3n, 8n), "invalid-params", "value", "-3");
  await using workers = await connect({ build, workers: 1 });
  expect(await workers.invert(3n, 2n ** 16n)).toBe(43691n);
});

it("a random element is uniform", () => {
  using group = powers.modulus(5n);
  const counts = [0, 0, 0, 0, 0];
  for (let i = 0; i < 5000; i++) {
    const value = Number(group.randomElement().toBigInt());
    counts[value] = (counts[value] ?? 0) + 1;
  }
  // Four standard deviations are 113; the bytes follow from the seed of the tests.
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(200);
  using long = powers.modulus(2n ** 521n - 1n);
  expect(long.randomElement().equals(long.randomElement())).toBe(false);
});

it("the build is the one that was asked for, and loading twice gives the same object", async () => {
  expect(powers.build).toBe(build);
  expect(await load({ build })).toBe(powers);
  for (const other of otherBuilds) {
    const loaded = await load({ build: other }).catch(({ code }) => code);
    if (loaded === "unsupported-build") continue;
    expect(
      loaded
        .modulus(101n ** 11n)
        .pow(5n, 9n)
        .toBigInt(),
    ).toBe(5n ** 9n);
  }
});
