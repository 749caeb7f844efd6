import { describe, expect, it } from "vitest";
import { modPow, numbers, oddModulus, powers, toBytes } from "./support.ts";

/** Lengths around the edges of limbs of 29 and 50 bits, with every number of limbs modulo four. */
const lengths = [64, 65, 94, 144, 145, 194, 195, 244, 294, 521, 1024, 2048, 3072];

const mod = (x: bigint, n: bigint): bigint => ((x % n) + n) % n;

describe.each(lengths)("elements modulo a number of %i bits", (bits) => {
  const random = numbers(bits);
  const moduli = [oddModulus(bits, random), (1n << BigInt(bits)) - 1n, (1n << BigInt(bits - 1)) + 1n];

  it.each(moduli)("compute like BigInt modulo %s", (n) => {
    using group = powers.modulus(n);
    expect([group.value, group.bitLength]).toEqual([n, bits]);
    const values = [0n, 1n, n - 1n, n, n + 5n, random(bits), random(2 * bits + 100)];
    for (const a of values) {
      for (const b of values) {
        const [x, y] = [group.element(a), group.element(b)];
        expect(x.add(y).toBigInt()).toBe(mod(a + b, n));
        expect(x.subtract(y).toBigInt()).toBe(mod(a - b, n));
        expect(x.multiply(y).toBigInt()).toBe(mod(a * b, n));
        expect(x.equals(y)).toBe(mod(a, n) === mod(b, n));
        // Operands can be numbers, too.
        expect(
          x
            .multiply(b)
            .add(toBytes(b, Math.ceil((2 * bits + 100) / 8)))
            .toBigInt(),
        ).toBe(mod(a * b + b, n));
      }
      const x = group.element(a);
      expect(x.square().toBigInt()).toBe(mod(a * a, n));
      expect(x.negate().toBigInt()).toBe(mod(-a, n));
      expect(x.toBytes()).toEqual(toBytes(mod(a, n), Math.ceil(bits / 8)));
      expect(x.toBigInt()).toBe(mod(a, n)); // unchanged
    }
  });

  it("stay right in long chains, also of sums", () => {
    const [n, a] = [moduli[0] as bigint, random(bits)];
    using group = powers.modulus(n);
    const start = group.element(a);
    let [x, value] = [start, a];
    for (let step = 0; step < 300; step++) {
      switch (step % 6) {
        case 0:
        case 1:
          [x, value] = [x.add(x), value + value];
          break;
        case 2:
          [x, value] = [x.subtract(start), value - a];
          break;
        case 3:
          [x, value] = [x.negate(), -value];
          break;
        case 4:
          [x, value] = [x.multiply(x), value * value];
          break;
        default:
          [x, value] = [start.add(x).square(), (a + value) ** 2n];
      }
      value = mod(value, n);
      expect(x.toBigInt()).toBe(value);
    }
  });
});

describe("the inverse", () => {
  it("is that of the element, for prime and composite moduli", () => {
    for (const n of [2n ** 89n - 1n, 3n * (2n ** 127n - 1n), 2n ** 521n - 1n]) {
      using group = powers.modulus(n);
      for (const x of [1n, 2n, n - 1n, 65537n, 5n ** 30n]) {
        expect(group.element(x).invert().multiply(x).toBigInt()).toBe(1n);
      }
    }
  });
});

describe("repeated squarings", () => {
  it.each([64, 194, 521, 2048])("modulo a number of %i bits are a power of a power of two", (bits) => {
    const random = numbers(bits);
    const [n, x] = [oddModulus(bits, random), random(bits)];
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
