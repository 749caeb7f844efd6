import { describe, expect, it } from "vitest";
import { modPow, powers } from "./support.ts";

describe("the test of primes", () => {
  it("knows long primes and pseudoprimes", () => {
    for (const bits of [61n, 89n, 127n, 521n, 1279n]) {
      expect(powers.isPrime(2n ** bits - 1n, { rounds: Number(bits % 4n) })).toBe(true);
      expect(powers.isPrime(2n ** bits - 1n, { safe: true })).toBe(false);
      expect(powers.isPrime((2n ** bits - 1n) * (2n ** 61n - 1n))).toBe(false);
    }
    // Carmichael numbers, and composites that pass Miller–Rabin with the first bases (Jaeschke 1993; OEIS A014233).
    for (const composite of [561n, 1729n, 3825123056546413051n, 341550071728321n, 318665857834031151167461n]) {
      expect(powers.isPrime(composite, { rounds: 0 })).toBe(false);
    }
  });
});

describe("a random prime", () => {
  it.each([32, 33, 64, 100, 256, 512])("of %i bits has this length", (bits) => {
    const primes = Array.from({ length: 6 }, () => powers.generatePrime({ bits }));
    for (const p of primes) {
      expect(p.toString(2)).toHaveLength(bits);
      expect(powers.isPrime(p)).toBe(true);
      expect(modPow(2n, p - 1n, p)).toBe(1n);
    }
    expect(new Set(primes).size).toBeGreaterThan(1);
  });

  it("can be safe, with both highest bits", () => {
    for (let i = 0; i < 5; i++) {
      const p = powers.generatePrime({ bits: 128, safe: true, topTwoBits: true });
      expect(p.toString(2)).toMatch(/^11[01]{126}$/);
      expect([powers.isPrime(p), powers.isPrime(p / 2n)]).toEqual([true, true]);
    }
    expect(powers.generatePrime({ bits: 96, topTwoBits: true }) >> 94n).toBe(3n);
  });

  it.each([
    [{ remainder: 3n, modulus: 4n }, false],
    [{ remainder: 1n, modulus: 2n ** 89n - 1n }, false],
    [{ remainder: 0n, modulus: 1n }, false],
    [{ remainder: 7n, modulus: 8n }, true],
    [{ remainder: 4n, modulus: 25n }, true],
    [{ remainder: new Uint8Array([2]), modulus: new Uint8Array([3]) }, true],
  ])("is in its class: %o, safe: %s", (condition, safe) => {
    const p = powers.generatePrime({ bits: 150, safe, condition });
    const number = (value: bigint | Uint8Array) => (typeof value === "bigint" ? value : BigInt(value[0] ?? 0));
    expect(p % number(condition.modulus)).toBe(number(condition.remainder));
    expect(powers.isPrime(p, { safe })).toBe(true);
    expect(p.toString(2)).toHaveLength(150);
  });

  it("is coprime to a number but for one", () => {
    const product = 3n * 5n * 7n * 11n;
    for (const safe of [false, true]) {
      const p = powers.generatePrime({ bits: 100, safe, condition: { coprimeTo: product } });
      expect([3n, 5n, 7n, 11n].map((factor) => (p - 1n) % factor === 0n)).toEqual([false, false, false, false]);
    }
  });

  it("reports its progress, and stops", () => {
    const seen: number[] = [];
    powers.generatePrime({ bits: 512, onProgress: ({ tested, expected }) => seen.push(tested, expected) });
    expect(seen[0]).toBe(0);
    expect(seen[1]).toBeGreaterThan(5);
    const stop = new AbortController();
    const reason = new Error("no longer needed");
    const onProgress = () => stop.abort(reason);
    expect(() => powers.generatePrime({ bits: 4096, safe: true, onProgress, signal: stop.signal })).toThrow(reason);
  });
});
