import { type KeyParams, load, type Rsa } from "rsa-variants";
import { beforeAll, describe, expect, it } from "vitest";
import { build, expectRefused, madeFrom, toBytes } from "./support.ts";

let rsa: Rsa;
beforeAll(async () => {
  rsa = await load({ build });
});
const params: KeyParams = { variant: "batch", modulusLength: 512, batchSize: 2 };

describe("a freed key", () => {
  it("refuses every use with a clear error", () => {
    const key = rsa.generateKey(params, madeFrom(70));
    const { publicKey } = key;
    key.free();
    const block = toBytes(1n, 64);
    expectRefused(() => key.decryptRaw(block), "use-after-free", "private key");
    expectRefused(() => key.decryptRawMany([block]), "use-after-free");
    expectRefused(() => key.decryptRawBatch([block, block]), "use-after-free");
    expectRefused(() => key.components(), "use-after-free");
    expectRefused(() => key.check(), "use-after-free", "this private key was freed");
    expectRefused(() => publicKey.encryptRaw(block), "use-after-free", "public key");
  });

  it("can be freed again, and keeps its public properties", () => {
    const key = rsa.generateKey(params, madeFrom(71));
    key.free();
    key.free();
    expect(key.params.batchSize).toBe(2);
    expect(key.publicKeys).toHaveLength(2);
  });

  it("does not affect a public key made from its numbers", () => {
    const key = rsa.generateKey(params, madeFrom(72));
    const publicKey = rsa.publicKey(key.publicKey.modulus, key.publicKey.publicExponent);
    key.free();
    expect(publicKey.encryptRaw(toBytes(1n, 64))).toEqual(toBytes(1n, 64));
    publicKey.free();
    expectRefused(() => publicKey.encryptRaw(toBytes(1n, 64)), "use-after-free");
  });

  it("is freed by Symbol.dispose where the runtime has it", () => {
    const key = rsa.generateKey(params, madeFrom(73));
    if (typeof Symbol.dispose === "symbol") key[Symbol.dispose]();
    else key.free();
    expectRefused(() => key.components(), "use-after-free");
  });
});

describe("the properties of a key", () => {
  it("cannot be changed by the caller", () => {
    const key = rsa.generateKey(params, madeFrom(74));
    expect(Object.isFrozen(key.params)).toBe(true);
    expect(Object.isFrozen(key.publicKeys)).toBe(true);
    expect(key.components()).not.toBe(key.components());
    key.free();
  });

  it("contain every value that applies, and no other", () => {
    const filled = (given: KeyParams): KeyParams => rsa.checkParams(given);
    expect(filled({ variant: "original", modulusLength: 1024 })).toEqual({
      variant: "original",
      modulusLength: 1024,
      publicExponent: 65537n,
    });
    expect(filled({ variant: "r-prime", modulusLength: 2048 })).toMatchObject({ primes: 3, crtExponentLength: 224 });
    expect(filled({ variant: "scheme-b", modulusLength: 1024 })).toMatchObject({ crtExponentLength: 288 });
    expect(filled({ variant: "batch", modulusLength: 1024 })).toMatchObject({ primes: 2, batchSize: 4 });
    expect(filled({ variant: "multi-power", modulusLength: 1024 })).toMatchObject({
      primes: 4,
      publicExponent: 65537n,
    });
    // w is limited to what fits.
    expect(filled({ variant: "rebalanced", modulusLength: 256 })).toMatchObject({ crtExponentLength: 128 });
    expect(filled({ variant: "crt", modulusLength: 1024 })).not.toHaveProperty("primes");
  });
});
