import { load } from "rsa-variants";
import {
  decryptRawInSoftware,
  load as loadXrsa,
  ModularMultiplication,
  multiplicationWays,
  softwareCostOf,
  wordProductsOf,
  type Xrsa,
} from "rsa-variants/xrsa";
import { describe, expect, it } from "vitest";
import { build, expectRefused, madeFrom, messagesBelow, toBytes } from "../support.ts";

const rsa = await load({ build });
const xrsa = await loadXrsa();

describe("the naive method", () => {
  it("gives the library's results, with the same counts for every message of a size", () => {
    for (const [modulusLength, primes] of [
      [256, 2],
      [384, 3],
    ] as const) {
      using key = rsa.generateKey({ variant: "multi-prime", modulusLength, primes }, madeFrom(500));
      const counted = new Set<number>();
      for (const number of messagesBelow(key.publicKey.modulus, 1)) {
        const block = toBytes(number, modulusLength / 8);
        const { message, multiplications, wordProducts } = decryptRawInSoftware(xrsa, key, block);
        expect(message).toEqual(key.decryptRaw(block));
        expect(decryptRawInSoftware(xrsa, key.components(), block).message).toEqual(message);
        expect(multiplications).toBeGreaterThanOrEqual(modulusLength);
        expect(wordProducts).toBeGreaterThan(multiplications * (modulusLength / 32) ** 2);
        counted.add(wordProducts);
      }
      expect(counted.size).toBe(1);
    }
  });

  it("has a cost that follows from the length of the modulus", () => {
    for (const modulusLength of [128, 130, 257]) {
      using key = rsa.generateKey({ variant: "crt", modulusLength }, { ...madeFrom(503), allowBroken: true });
      const { message: _message, ...cost } = decryptRawInSoftware(xrsa, key, new Uint8Array([2]));
      expect(softwareCostOf(modulusLength)).toEqual(cost);
    }
    for (const length of [0, -1, 1.5]) expectRefused(() => softwareCostOf(length), "invalid-params", length);
  });

  it("is measured in the word products of ⊗", () => {
    expect(wordProductsOf(32)).toBe(3);
    expect(wordProductsOf(2048)).toBe(8256);
    for (const length of [0, 31, 100]) expectRefused(() => wordProductsOf(length), "invalid-params", 32, length);
    expectRefused(() => wordProductsOf(64.5), "invalid-params", 64.5);
  });

  it("throws the same errors as the device", () => {
    const key = rsa.generateKey({ variant: "crt", modulusLength: 256 }, madeFrom(502));
    const { modulus } = key.publicKey;
    expectRefused(() => decryptRawInSoftware(xrsa, key, toBytes(modulus, 32)), "message-out-of-range", 256);
    expectRefused(() => decryptRawInSoftware(xrsa, key, new Uint8Array(33)), "invalid-length", 33, 32);
    expectRefused(() => decryptRawInSoftware(xrsa, key, "1" as unknown as Uint8Array), "invalid-params", "string");
    const components = { ...key.components(), modulus: modulus + 2n };
    expectRefused(() => decryptRawInSoftware(xrsa, components, new Uint8Array(1)), "inconsistent-key");
    key.free();
    expectRefused(() => decryptRawInSoftware(xrsa, key, new Uint8Array(1)), "use-after-free");
  });
});

describe("modular multiplication", () => {
  it("has the same result with every method and count", () => {
    for (const length of [64, 96, 512, 2048, 4096]) {
      using multiplication = new ModularMultiplication(xrsa, length);
      for (const way of multiplicationWays) multiplication.run(way, 3);
      const results = multiplicationWays.map((way) => multiplication.result(way));
      expect(new Set(results).size, results.join()).toBe(1);
      expect(results[0]).toBeGreaterThan(0n);
      expect(results[0]).toBeLessThan(1n << BigInt(length));
    }
  });

  it("uses random numbers", () => {
    const [a, b] = [64, 64].map((length) => {
      using multiplication = new ModularMultiplication(xrsa, length);
      multiplication.run("num-bigint", 1);
      const result = multiplication.result("num-bigint");
      return result;
    });
    expect(a).not.toBe(b);
  });

  it("refuses other lengths, methods and counts", () => {
    expectRefused(() => new ModularMultiplication(xrsa, 2 ** 31), "invalid-params", 32, 64, 4096, 2 ** 31);
    expectRefused(() => new ModularMultiplication(xrsa, 64.5), "invalid-params", "length", 64.5);
    expectRefused(() => new ModularMultiplication({} as Xrsa, 64), "invalid-params", "xrsa");
    const multiplication = new ModularMultiplication(xrsa, 64);
    expectRefused(() => multiplication.run("fast" as "num-bigint", 1), "invalid-params", "fast", "one-montgomery");
    expectRefused(() => multiplication.result("fast" as "num-bigint"), "invalid-params", "fast");
    expectRefused(() => multiplication.run("num-bigint", -1), "invalid-params", "count", -1);
    multiplication.free();
    multiplication.free();
    expectRefused(() => multiplication.run("num-bigint", 1), "use-after-free", "modular multiplication");
  });
});
