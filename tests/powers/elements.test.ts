import { describe, expect, it } from "vitest";
import { modPow, oddModulus, powers, randomNumber, toBytes } from "./support.ts";

/** Lengths at which numbers of some build get another limb or word: of 25, 29, 32, 50 and 64 bits, also less a few bits. */
const edges = [2, 3, 4, 5, 9].flatMap((limbs) =>
  [25, 29, 32, 50, 64].flatMap((bits) => [1, 0, -4].map((more) => limbs * bits + more)),
);
const shortest = Array.from({ length: 32 }, (_, i) => i + 2);
const lengths = [...new Set([...shortest, ...edges, 385, 521, 1025, 2048, 3072])];

const mod = (x: bigint, n: bigint): bigint => ((x % n) + n) % n;

describe.each(lengths)("elements modulo a number of %i bits", (bits) => {
  const moduli = [oddModulus(bits, randomNumber), (1n << BigInt(bits)) - 1n, (1n << BigInt(bits - 1)) + 1n];
  const wordBits = 32 * Math.ceil(bits / 32);

  it.each(moduli)("compute like BigInt modulo %s", (n) => {
    using group = powers.modulus(n);
    expect([group.value, group.bitLength]).toEqual([n, bits]);
    const longest = [(1n << BigInt(wordBits)) - 1n, (1n << BigInt(2 * bits)) - 1n];
    const values = [
      0n,
      1n,
      n - 1n,
      n,
      ...longest,
      randomNumber(bits),
      randomNumber(wordBits),
      randomNumber(2 * bits + 100),
    ];
    for (const a of values) {
      for (const b of values) {
        const [x, y] = [group.element(a), group.element(b)];
        expect(x.add(y).toBigInt()).toBe(mod(a + b, n));
        expect(x.subtract(y).toBigInt()).toBe(mod(a - b, n));
        expect(x.multiply(y).toBigInt()).toBe(mod(a * b, n));
        expect(x.equals(y)).toBe(mod(a, n) === mod(b, n));
        // Operands can be numbers, too.
        const bytes = toBytes(b, Math.ceil((2 * bits + 100) / 8));
        expect(x.multiply(b).add(bytes).toBigInt()).toBe(mod(a * b + b, n));
      }
      const x = group.element(a);
      expect(x.square().toBigInt()).toBe(mod(a * a, n));
      expect(x.negate().toBigInt()).toBe(mod(-a, n));
      expect(x.toBytes()).toEqual(toBytes(mod(a, n), Math.ceil(bits / 8)));
      expect(x.toBigInt()).toBe(mod(a, n)); // unchanged
    }
  });
});

describe("repeated squarings", () => {
  it.each([64, 194, 521, 2048])("modulo a number of %i bits are a power of a power of two", (bits) => {
    const [n, x] = [oddModulus(bits, randomNumber), randomNumber(bits)];
    using group = powers.modulus(n);
    for (const count of [0, 1, 2, 255, 256, 257, 3000]) {
      expect(group.squareRepeatedly(x, count).toBigInt()).toBe(modPow(x, 1n << BigInt(count), n));
    }
    const element = group.element(x).add(1n);
    expect(group.squareRepeatedly(element, 2).toBigInt()).toBe(modPow(x + 1n, 4n, n));
    expect(element.toBigInt()).toBe((x + 1n) % n); // unchanged
  });

  it("report their progress, and stop", () => {
    using group = powers.modulus(2n ** 1279n - 1n);
    const seen: number[] = [];
    const count = 60_000;
    group.squareRepeatedly(3n, count, { onProgress: ({ done, total }) => seen.push(done, total) });
    const done = seen.filter((_, index) => index % 2 === 0);
    expect(done.length).toBeGreaterThan(1);
    expect(done.toSorted((a, b) => a - b)).toEqual(done);
    expect(seen.slice(-2)).toEqual([count, count]);
    const stop = new AbortController();
    const reason = new Error("enough");
    let calls = 0;
    const onProgress = () => {
      calls++;
      stop.abort(reason);
    };
    expect(() => group.squareRepeatedly(3n, 1e12, { onProgress, signal: stop.signal })).toThrow(reason);
    expect(calls).toBe(1);
    const thrown = new Error("thrown by the callback");
    const fails = () => {
      throw thrown;
    };
    expect(() => group.squareRepeatedly(3n, 1e12, { onProgress: fails })).toThrow(thrown);
    expect(() => group.squareRepeatedly(3n, 1, { signal: stop.signal })).toThrow(reason);
  });
});
