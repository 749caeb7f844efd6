// @module-tag platform

import { schemeA1024 } from "@rsa-variants/measure/tasks/prepared-key";
import { type KeyComponents, type KeyParams, load, type PrivateKey, type Rsa } from "rsa-variants";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bitLength,
  build,
  greatestCommonDivisor,
  madeFrom,
  messagesBelow,
  multiplicity,
  powerModulo,
  seedOf,
  smallParams,
  toBytes,
  toNumber,
} from "./support.ts";

let rsa: Rsa;
beforeAll(async () => {
  rsa = await load({ build });
});

const makers: { name: string; make: () => PrivateKey }[] = [
  ...smallParams.map((params, i) => ({
    name: `${params.variant}, n ${params.modulusLength}`,
    make: () => rsa.generateKey(params, madeFrom(i)),
  })),
  {
    name: "scheme-a (prepared)",
    make: () => rsa.keyFromComponents(schemeA1024.params, schemeA1024.components),
  },
];

for (const { name, make } of makers) {
  describe(name, () => {
    let key: PrivateKey;
    let components: KeyComponents;
    let bytes: number;
    /** Messages of every kind; without 0 for multi-power, where a multiple of p is not decrypted uniquely. */
    const messages = (count: number): bigint[] =>
      messagesBelow(bound(), count).filter((each) => each > 0n || key.params.variant !== "multi-power");
    /** The bound of messages. */
    const bound = () => {
      const { messageLength } = key.publicKey;
      return messageLength === undefined ? components.modulus : 2n ** BigInt(messageLength);
    };
    beforeAll(() => {
      key = make();
      components = key.components();
      bytes = Math.ceil(key.params.modulusLength / 8);
    });
    afterAll(() => key.free());

    it("has a modulus of exactly n bits, the product of its primes", () => {
      expect(bitLength(components.modulus)).toBe(key.params.modulusLength);
      const product = components.primes.reduce((n, prime) => n * prime ** BigInt(multiplicity(components, prime)), 1n);
      expect(product).toBe(components.modulus);
      expect(new Set(components.primes).size).toBe(components.primes.length);
    });

    it("has exponents that belong together", () => {
      const { primes, crtExponents, crtCoefficients, privateExponent, publicExponents } = components;
      // The original variant computes only with d.
      expect(crtExponents).toHaveLength(key.params.variant === "original" ? 0 : primes.length);
      expect(crtCoefficients).toHaveLength(key.params.variant === "original" ? 0 : primes.length - 1);
      primes.forEach((prime, i) => {
        const order = prime - 1n;
        if (crtExponents.length > 0) expect(crtExponents[i]).toBe(privateExponent % order);
        // A batch's private exponent is inverse to the product of the public ones.
        const product = publicExponents.reduce((e, each) => e * each, 1n);
        expect((product * privateExponent) % order).toBe(1n);
        for (const e of publicExponents) expect(greatestCommonDivisor(e, order)).toBe(1n);
      });
    });

    it("has the requested lengths", () => {
      const { variant, primes = 2, crtExponentLength, publicExponent, batchSize = 1 } = key.params;
      const total = components.primes.reduce((sum, prime) => sum + multiplicity(components, prime), 0);
      expect(total).toBe(primes);
      expect(key.publicKeys).toHaveLength(batchSize);
      if (publicExponent !== undefined) expect(components.publicExponents).toEqual([publicExponent]);
      if (crtExponentLength !== undefined) {
        // The schemes draw d_p between k and 2k for a k of w bits.
        const longest = variant.startsWith("scheme") ? crtExponentLength + 1 : crtExponentLength;
        for (const exponent of components.crtExponents) {
          expect(bitLength(exponent)).toBeGreaterThanOrEqual(crtExponentLength);
          expect(bitLength(exponent)).toBeLessThanOrEqual(longest);
        }
        expect(new Set(components.crtExponents).size).toBe(components.crtExponents.length);
      }
    });

    it("shows its public keys", () => {
      expect(key.publicKey).toBe(key.publicKeys[0]);
      key.publicKeys.forEach((publicKey, i) => {
        expect(publicKey.modulus).toBe(components.modulus);
        expect(publicKey.modulusLength).toBe(key.params.modulusLength);
        expect(publicKey.publicExponent).toBe(components.publicExponents[i]);
      });
    });

    it("encrypts as BigInt does", () => {
      for (const message of messagesBelow(bound(), 2)) {
        const ciphertext = key.publicKey.encryptRaw(toBytes(message, bytes));
        expect(ciphertext).toHaveLength(bytes);
        expect(toNumber(ciphertext)).toBe(powerModulo(message, key.publicKey.publicExponent, components.modulus));
      }
    });

    it("decrypts as BigInt does, on every engine", () => {
      const isBatch = key.params.variant === "batch";
      // Unbalanced keys decrypt only ciphertexts of short messages.
      const isUnbalanced = key.params.variant === "unbalanced";
      const encrypted = (message: bigint) => powerModulo(message, key.publicKey.publicExponent, components.modulus);
      for (const ciphertext of isUnbalanced ? messages(2).map(encrypted) : messages(2)) {
        const answers = rsa.engines.map((engine) => key.decryptRaw(toBytes(ciphertext, bytes), { engine }));
        for (const answer of answers) {
          expect(answer).toHaveLength(bytes);
          const message = toNumber(answer);
          // A batch key decrypts a single ciphertext for its first exponent.
          if (isBatch) expect(powerModulo(message, key.publicKey.publicExponent, components.modulus)).toBe(ciphertext);
          else expect(message).toBe(powerModulo(ciphertext, components.privateExponent, components.modulus));
        }
      }
    });

    it("decrypts what it encrypted, including edge cases", () => {
      for (const message of messages(5)) {
        const block = toBytes(message, bytes);
        expect(key.decryptRaw(key.publicKey.encryptRaw(block))).toEqual(block);
      }
    });

    it("decrypts many at once to the same messages as one by one", () => {
      const blocks = messages(4).map((message) => key.publicKey.encryptRaw(toBytes(message, bytes)));
      const expected = blocks.map((block) => key.decryptRaw(block));
      for (const engine of rsa.engines) expect(key.decryptRawMany(blocks, { engine })).toEqual(expected);
      expect(key.decryptRawMany([])).toEqual([]);
    });

    it("is the same when made again from its numbers", () => {
      const same = rsa.keyFromComponents(key.params, components);
      try {
        same.check();
        expect(same.params).toEqual(key.params);
        expect(same.components()).toEqual(components);
        const block = key.publicKey.encryptRaw(toBytes(12345n, bytes));
        expect(toNumber(same.decryptRaw(block))).toBe(12345n);
      } finally {
        same.free();
      }
    });
  });
}

describe("key generation", () => {
  const components = (params: KeyParams, seed?: Uint8Array): KeyComponents => {
    const key = rsa.generateKey(params, { seed, allowBroken: true });
    try {
      return key.components();
    } finally {
      key.free();
    }
  };
  const params: KeyParams = { variant: "crt", modulusLength: 512 };

  it("follows the seed", () => {
    expect(components(params, seedOf(1))).toEqual(components(params, seedOf(1)));
    expect(components(params, seedOf(1))).not.toEqual(components(params, seedOf(2)));
    // A seed is padded with zeros to 32 bytes.
    expect(components(params, new Uint8Array([7]))).toEqual(components(params, new Uint8Array([7, 0])));
  });

  it("is random without a seed", () => {
    expect(components(params).modulus).not.toBe(components(params).modulus);
  });

  it("makes scheme-a keys", () => {
    const schemeA: KeyParams = { variant: "scheme-a", modulusLength: 256, crtExponentLength: 40 };
    const key = rsa.generateKey(schemeA, madeFrom(3));
    key.check();
    expect(bitLength(key.publicKey.publicExponent)).toBe(256 / 2 + 56);
    const block = toBytes(99n, 32);
    expect(key.decryptRaw(key.publicKey.encryptRaw(block))).toEqual(block);
    key.free();
  });

  it("reports progress and can be canceled by the callback", () => {
    const phases = new Set<string>();
    let primes = 0;
    const key = rsa.generateKey(
      { variant: "multi-prime", modulusLength: 768, primes: 3 },
      {
        ...madeFrom(4),
        onProgress: ({ phase, done, expected }) => {
          phases.add(phase);
          expect(done).toBeGreaterThanOrEqual(0);
          expect(expected).toBeGreaterThan(0);
          if (phase === "primes") primes = Math.max(primes, done);
        },
      },
    );
    key.free();
    expect(phases).toEqual(new Set(["primes", "candidates"]));
    expect(primes).toBe(3);

    const stop = new AbortController();
    const failure = new Error("of the caller");
    const throwing = () => {
      throw failure;
    };
    expect(() => rsa.generateKey(params, { ...madeFrom(5), onProgress: throwing })).toThrow(failure);
    const aborting = { signal: stop.signal, onProgress: () => stop.abort(failure) };
    expect(() => rsa.generateKey(params, { ...madeFrom(5), ...aborting })).toThrow(failure);
    expect(() => rsa.generateKey(params, { ...madeFrom(5), signal: stop.signal })).toThrow(failure);
  });

  it("passes on what the progress callback throws", () => {
    const own = new RangeError("mine");
    expect(() =>
      rsa.generateKey(params, {
        ...madeFrom(6),
        onProgress: () => {
          throw own;
        },
      }),
    ).toThrow(own);
  });
});
