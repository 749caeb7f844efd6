// @module-tag platform
import { type KeyParams, load, type PrivateKey, type Rsa } from "rsa-variants";
import { batchExponents } from "rsa-variants/theory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build, expectRefused, madeFrom, powerModulo, toBytes, toNumber } from "./support.ts";

let rsa: Rsa;
beforeAll(async () => {
  rsa = await load({ build });
});

describe("modPow", () => {
  it("agrees with BigInt at many widths, on every engine", () => {
    for (const bits of [2, 8, 63, 64, 65, 127, 256, 521, 1024, 1536, 2048]) {
      const modulus = (1n << BigInt(bits)) - 1n;
      const sparse = (1n << BigInt(bits - 1)) + 1n;
      for (const base of [0n, 1n, 2n, modulus - 1n, modulus, sparse]) {
        for (const exponent of [0n, 1n, 2n, 65537n, sparse]) {
          for (const engine of rsa.engines) {
            const answer = rsa.modPow(base, exponent, modulus, { engine });
            expect(answer, `${bits} bits, ${engine}`).toBe(powerModulo(base, exponent, modulus));
          }
        }
      }
    }
  });

  it("accepts a base longer than the modulus", () => {
    expect(rsa.modPow(2n ** 300n + 5n, 3n, 1009n)).toBe(powerModulo(2n ** 300n + 5n, 3n, 1009n));
  });
});

describe("blocks", () => {
  it("may be shorter than the modulus: leading zeros are implied", () => {
    const key = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(20));
    const short = key.publicKey.encryptRaw(new Uint8Array([1, 2]));
    expect(short).toEqual(key.publicKey.encryptRaw(toBytes(0x0102n, 64)));
    expect(key.publicKey.encryptRaw(new Uint8Array(0))).toEqual(new Uint8Array(64));
    expect(key.decryptRawMany([new Uint8Array([1]), short])).toEqual([toBytes(1n, 64), toBytes(0x0102n, 64)]);
    key.free();
  });

  it("are not modified", () => {
    const key = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(21));
    const block = toBytes(77n, 64);
    const ciphertext = key.publicKey.encryptRaw(block);
    const copy = ciphertext.slice();
    key.decryptRaw(ciphertext);
    key.decryptRawMany([ciphertext]);
    expect(block).toEqual(toBytes(77n, 64));
    expect(ciphertext).toEqual(copy);
    key.free();
  });
});

describe("a public key without its private key", () => {
  it("encrypts for the private key it was taken from", () => {
    const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 512 }, madeFrom(22));
    const { modulus, publicExponent } = key.publicKey;
    const publicKey = rsa.publicKey(modulus, publicExponent);
    expect(toNumber(key.decryptRaw(publicKey.encryptRaw(toBytes(5n, 64))))).toBe(5n);
    publicKey.free();
    key.free();
  });

  it("accepts an exponent as long as the modulus", () => {
    const modulus = 2n ** 521n - 1n;
    const exponent = 2n ** 520n + 12345n;
    const publicKey = rsa.publicKey(modulus, exponent);
    expect(toNumber(publicKey.encryptRaw(toBytes(3n, 66)))).toBe(powerModulo(3n, exponent, modulus));
    publicKey.free();
  });
});

describe("batch", () => {
  for (const [primes, batchSize] of [
    [2, 2],
    [2, 3],
    [2, 4],
    [2, 8],
    [3, 4],
    [4, 8],
    [8, 3],
  ] as const) {
    it(`decrypts ${batchSize} ciphertexts at once with ${primes} primes, on every engine`, () => {
      const params: KeyParams = { variant: "batch", modulusLength: 512, primes, batchSize };
      const key = rsa.generateKey(params, madeFrom(30 + batchSize));
      const messages = key.publicKeys.map((_, i) => toBytes(2n ** 300n + BigInt(i), 64));
      const blocks = key.publicKeys.map((publicKey, i) => publicKey.encryptRaw(messages[i] ?? new Uint8Array()));
      for (const engine of rsa.engines) expect(key.decryptRawBatch(blocks, { engine })).toEqual(messages);
      key.free();
    });
  }

  it("has the public exponents that the formulas know", () => {
    const batchSize = batchExponents.length;
    const key = rsa.generateKey({ variant: "batch", modulusLength: 512, batchSize }, madeFrom(41));
    expect(key.publicKeys.map(({ publicExponent }) => publicExponent)).toEqual(batchExponents.map(BigInt));
    key.free();
    const more = { variant: "batch", modulusLength: 512, batchSize: batchSize + 1 } as const;
    expectRefused(() => rsa.checkParams(more), "invalid-params", `from 2 to ${batchSize}`);
  });

  describe.each([2, 3])("with four places and %i primes", (primes) => {
    let key: PrivateKey;
    beforeAll(() => {
      key = rsa.generateKey({ variant: "batch", modulusLength: 512, primes, batchSize: 4 }, madeFrom(40));
    });
    afterAll(() => key.free());

    it("decrypts a ciphertext that is not a unit without affecting the others", () => {
      const { modulus } = key.publicKey;
      const { primes: factors } = key.components();
      for (const bad of [0n, ...factors.flatMap((p) => [p, 2n * p, modulus - p, modulus / p])]) {
        const messages = [10n, bad, 12n, 13n].map((message) => toBytes(message, 64));
        const blocks = key.publicKeys.map((publicKey, i) => publicKey.encryptRaw(messages[i] ?? new Uint8Array()));
        expect(key.decryptRawBatch(blocks)).toEqual(messages);
      }
    });

    it("decrypts the edge cases 0, 1 and N − 1", () => {
      const { modulus } = key.publicKey;
      const messages = [0n, 1n, modulus - 1n, 1n].map((message) => toBytes(message, 64));
      const blocks = key.publicKeys.map((publicKey, i) => publicKey.encryptRaw(messages[i] ?? new Uint8Array()));
      expect(key.decryptRawBatch(blocks)).toEqual(messages);
    });

    it("refuses another number of blocks, and any block not below the modulus", () => {
      const one = toBytes(1n, 64);
      expectRefused(() => key.decryptRawBatch([one, one, one]), "invalid-length", 4, 3);
      expectRefused(() => key.decryptRawBatch([one, one, one, one, one]), "invalid-length", 4, 5);
      const tooLarge = toBytes(key.publicKey.modulus, 64);
      expectRefused(() => key.decryptRawBatch([one, one, tooLarge, one]), "message-out-of-range");
    });
  });
});

describe("multi-power", () => {
  it("refuses a ciphertext that is a multiple of p, whose message is not unique", () => {
    const key = rsa.generateKey({ variant: "multi-power", modulusLength: 512 }, madeFrom(50));
    const [p = 0n, q = 0n] = key.components().primes;
    for (const multiple of [0n, p, 5n * p]) {
      expectRefused(() => key.decryptRaw(toBytes(multiple, 64)), "not-invertible", "multi-power");
    }
    expectRefused(() => key.decryptRawMany([toBytes(1n, 64), toBytes(p, 64)]), "not-invertible", "blocks[1]");
    // A multiple of q is decrypted like any other number.
    const block = key.publicKey.encryptRaw(toBytes(3n * q, 64));
    expect(toNumber(key.decryptRaw(block))).toBe(3n * q);
    key.free();
  });
});

describe("multiples of a prime", () => {
  it("are decrypted by every variant without repeated factors", () => {
    for (const variant of ["original", "crt", "multi-prime", "rebalanced", "r-prime", "scheme-b", "tunable"] as const) {
      const key = rsa.generateKey({ variant, modulusLength: 512 }, madeFrom(60));
      for (const prime of key.components().primes) {
        const block = toBytes(3n * prime, 64);
        expect(key.decryptRaw(key.publicKey.encryptRaw(block)), variant).toEqual(block);
      }
      key.free();
    }
  });
});
