// @module-tag platform
import { type KeyParams, load, type Rsa } from "rsa-variants";
import { beforeAll, describe, expect, it } from "vitest";
import { build, expectRefused, madeFrom, restore, smallParams, toBytes } from "./support.ts";

let rsa: Rsa;
beforeAll(async () => {
  rsa = await load({ build });
});

const choices = [
  {},
  { blinding: true, faultCheck: false },
  { blinding: false, faultCheck: true },
  { blinding: false, faultCheck: false },
] as const;

describe("blinding and the check of results", () => {
  it.each(smallParams)("do not change the results of $variant, whichever are on", (params) => {
    const key = rsa.generateKey(params, madeFrom(130));
    const length = Math.ceil(params.modulusLength / 8);
    const messages = key.publicKeys.map((_, i) => toBytes(2n ** 200n + BigInt(i), length));
    const blocks = key.publicKeys.map((publicKey, i) => publicKey.encryptRaw(messages[i] ?? new Uint8Array()));
    for (const guards of choices) {
      // More often than the interval between new blinding factors.
      for (let i = 0; i < 40; i++) expect(key.decryptRaw(blocks[0] as Uint8Array, guards)).toEqual(messages[0]);
      for (const engine of rsa.engines) {
        const many = key.decryptRawMany([blocks[0], blocks[0]] as Uint8Array[], { ...guards, engine });
        expect(many).toEqual([messages[0], messages[0]]);
        if (params.variant === "batch") expect(key.decryptRawBatch(blocks, { ...guards, engine })).toEqual(messages);
      }
    }
    key.free();
  });

  it("release no wrong result of a faulty key", () => {
    const good = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(131));
    const components = good.components();
    const [dp = 0n, ...others] = components.crtExponents;
    const faulty = restore(rsa, good.params, { ...components, crtExponents: [dp ^ 2n, ...others] });
    const block = good.publicKey.encryptRaw(toBytes(77n, 64));
    expectRefused(() => faulty.decryptRaw(block), "fault-detected", "result is wrong");
    expectRefused(() => faulty.decryptRaw(block, { blinding: false }), "fault-detected");
    expectRefused(() => faulty.decryptRawMany([block]), "fault-detected", "blocks[0]");
    const results = faulty.signMany({ name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" }, [block, block, block]);
    for (const result of results)
      expect(result).toMatchObject({ status: "rejected", reason: { code: "fault-detected" } });
    expectRefused(() => faulty.sign({ name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" }, block), "fault-detected");
    // The check withholds results that reveal the key: correct modulo one prime, wrong modulo the other.
    const wrong = faulty.decryptRaw(block, { blinding: false, faultCheck: false });
    expect(wrong).not.toEqual(toBytes(77n, 64));
    good.free();
    faulty.free();
  });

  it("ask the platform for random numbers once for a key", () => {
    const key = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(132));
    const original = crypto.getRandomValues;
    let calls = 0;
    crypto.getRandomValues = function <T extends ArrayBufferView | null>(this: Crypto, bytes: T): T {
      calls++;
      return original.call(crypto, bytes as never) as T;
    } as Crypto["getRandomValues"];
    try {
      for (let i = 0; i < 100; i++) key.decryptRaw(toBytes(3n, 64));
    } finally {
      crypto.getRandomValues = original;
    }
    expect(calls).toBe(1);
    key.free();
  });

  it("are true or false", () => {
    const key = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(133));
    const block = toBytes(1n, 64);
    expectRefused(() => key.decryptRaw(block, { blinding: 0 as never }), "invalid-params", "blinding", 0);
    expectRefused(() => key.decryptRawMany([], { faultCheck: "no" as never }), "invalid-params", "faultCheck", "no");
    key.free();
  });
});

describe("hybrid keys", () => {
  it.each([
    [{ variant: "r-prime", modulusLength: 768, primes: 3, crtExponentLength: 64 }, "multi-prime"],
    [{ variant: "rebalanced", modulusLength: 512, crtExponentLength: 80 }, "crt"],
  ] as const)("of $variant have the same modulus, and each decrypts for its own exponent", (params, variant) => {
    const { fast, compatible } = rsa.generateCommonModulusKeys(params, undefined, madeFrom(134));
    expect(fast.params).toEqual(params);
    expect(compatible.params).toMatchObject({ variant, publicExponent: 65537n });
    expect(compatible.components().primes).toEqual(fast.components().primes);
    expect(compatible.publicKey.modulus).toBe(fast.publicKey.modulus);
    expect(fast.publicKey.publicExponent).not.toBe(65537n);
    for (const key of [fast, compatible]) {
      key.check();
      const block = toBytes(2n ** 200n + 5n, params.modulusLength / 8);
      expect(key.decryptRaw(key.publicKey.encryptRaw(block))).toEqual(block);
    }
    const again = rsa.generateCommonModulusKeys(params, 65537n, madeFrom(134));
    expect(again.fast.components()).toEqual(fast.components());
    for (const key of [fast, compatible, again.fast, again.compatible]) key.free();
  });

  it("exist only for these variants, and are not made if the callback throws", () => {
    const params: KeyParams = { variant: "crt", modulusLength: 512 };
    expectRefused(() => rsa.generateCommonModulusKeys(params, 3n, madeFrom(135)), "wrong-variant", "crt");
    const fast: KeyParams = { variant: "rebalanced", modulusLength: 512, crtExponentLength: 80 };
    expectRefused(() => rsa.generateCommonModulusKeys(fast, 4n, madeFrom(136)), "invalid-params", 4);
    const failure = new Error("of the caller");
    const onProgress = () => {
      throw failure;
    };
    expect(() => rsa.generateCommonModulusKeys(fast, 3n, { allowBroken: true, onProgress })).toThrow(failure);
  });
});
