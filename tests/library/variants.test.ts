// @module-tag platform
// Every variant with every engine in every build, against BigInt. What the keys are like is tested in Rust.
import { schemeA1024 } from "@rsa-variants/measure/tasks/prepared-key";
import { type KeyComponents, type KeyParams, load, type PrivateKey } from "rsa-variants";
import { batchExponents } from "rsa-variants/theory";
import { beforeAll, describe, expect, it } from "vitest";
import {
  build,
  expectRefused,
  madeFrom,
  messagesBelow,
  powerModulo,
  restore,
  seedOf,
  smallParams,
  toBytes,
  toNumber,
} from "./support.ts";

const rsa = await load({ build });

const guards = [
  {},
  { blinding: true, faultCheck: false },
  { blinding: false, faultCheck: true },
  { blinding: false, faultCheck: false },
] as const;

const makers: { name: string; make: () => PrivateKey }[] = [
  ...smallParams.map((params, i) => ({
    name: `${params.variant}, n ${params.modulusLength}`,
    make: () => rsa.generateKey(params, madeFrom(i)),
  })),
  {
    name: "scheme-a, n 256",
    make: () => rsa.generateKey({ variant: "scheme-a", modulusLength: 256, crtExponentLength: 40 }, madeFrom(3)),
  },
  {
    name: "scheme-a (prepared)",
    make: () => rsa.keyFromComponents(schemeA1024.params, schemeA1024.components),
  },
];

describe.each(makers)("$name", ({ make }) => {
  let key: PrivateKey;
  let components: KeyComponents;
  let bytes: number;
  let messages: bigint[];
  beforeAll(() => {
    key = make();
    components = key.components();
    bytes = Math.ceil(key.params.modulusLength / 8);
    const { messageLength } = key.publicKey;
    const bound = messageLength === undefined ? components.modulus : 2n ** BigInt(messageLength);
    // Without 0 for multi-power, where a multiple of p is not decrypted uniquely.
    messages = messagesBelow(bound, 5).filter((each) => each > 0n || key.params.variant !== "multi-power");
  });

  it("shows its public keys", () => {
    const { modulus, publicExponents } = components;
    expect(key.publicKey).toBe(key.publicKeys[0]);
    expect(
      key.publicKeys.map(({ modulus, modulusLength, publicExponent }) => [modulus, modulusLength, publicExponent]),
    ).toEqual(publicExponents.map((each) => [modulus, key.params.modulusLength, each]));
  });

  it("encrypts and decrypts as BigInt does, on every engine, with and without guards", () => {
    const { publicExponent } = key.publicKey;
    const blocks = messages.map((message) => toBytes(message, bytes));
    const ciphertexts = messages.map((message) =>
      toBytes(powerModulo(message, publicExponent, components.modulus), bytes),
    );
    for (const engine of rsa.engines) {
      expect(blocks.map((block) => key.publicKey.encryptRaw(block, { engine }))).toEqual(ciphertexts);
      for (const each of guards) {
        const options = { engine, ...each };
        expect(ciphertexts.map((ciphertext) => key.decryptRaw(ciphertext, options))).toEqual(blocks);
        expect(key.decryptRawMany(ciphertexts, options)).toEqual(blocks);
        if (key.publicKeys.length === 1) continue;
        const own = key.publicKeys.map((publicKey, i) => publicKey.encryptRaw(blocks[i] as Uint8Array));
        expect(key.decryptRawBatch(own, options)).toEqual(blocks.slice(0, own.length));
      }
    }
    expect(key.decryptRawMany([])).toEqual([]);
  });

  it("is the same when made again from its numbers", () => {
    using same = rsa.keyFromComponents(key.params, components);
    same.check();
    expect(same.params).toEqual(key.params);
    expect(same.components()).toEqual(components);
    expect(toNumber(same.decryptRaw(key.publicKey.encryptRaw(toBytes(12345n, bytes))))).toBe(12345n);
  });
});

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

  it("follows the seed, and is random without one", () => {
    expect(components(params, seedOf(1))).toEqual(components(params, seedOf(1)));
    expect(components(params, seedOf(1))).not.toEqual(components(params, seedOf(2)));
    // A seed is padded with zeros to 32 bytes.
    expect(components(params, new Uint8Array([7]))).toEqual(components(params, new Uint8Array([7, 0])));
    expect(components(params).modulus).not.toBe(components(params).modulus);
  });

  it("makes batch keys with the public exponents that the formulas know", () => {
    const batchSize = batchExponents.length;
    const { publicExponents } = components({ variant: "batch", modulusLength: 512, batchSize }, seedOf(41));
    expect(publicExponents).toEqual(batchExponents.map(BigInt));
    const more = { variant: "batch", modulusLength: 512, batchSize: batchSize + 1 } as const;
    expectRefused(() => rsa.checkParams(more), "invalid-params", `from 2 to ${batchSize}`);
  });

  it("reports progress and can be canceled by the callback", () => {
    const phases = new Set<string>();
    let primes = 0;
    rsa.generateKey(
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
    expect(phases).toEqual(new Set(["primes", "candidates"]));
    expect(primes).toBe(3);

    const stop = new AbortController();
    const failure = new Error("of the caller");
    const throwing = () => {
      throw failure;
    };
    const fast: KeyParams = { variant: "rebalanced", modulusLength: 512, crtExponentLength: 80 };
    expect(() => rsa.generateKey(params, { ...madeFrom(5), onProgress: throwing })).toThrow(failure);
    expect(() => rsa.generateCommonModulusKeys(fast, 3n, { ...madeFrom(5), onProgress: throwing })).toThrow(failure);
    const aborting = { signal: stop.signal, onProgress: () => stop.abort(failure) };
    expect(() => rsa.generateKey(params, { ...madeFrom(5), ...aborting })).toThrow(failure);
    expect(() => rsa.generateKey(params, { ...madeFrom(5), signal: stop.signal })).toThrow(failure);
  });

  it.each([
    [{ variant: "r-prime", modulusLength: 768, primes: 3, crtExponentLength: 64 }, "multi-prime"],
    [{ variant: "rebalanced", modulusLength: 512, crtExponentLength: 80 }, "crt"],
  ] as const)("of $variant makes two keys with one modulus", (params, variant) => {
    const { fast, compatible } = rsa.generateCommonModulusKeys(params, undefined, madeFrom(134));
    expect(fast.params).toEqual(params);
    expect(compatible.params).toMatchObject({ variant, publicExponent: 65537n });
    expect(compatible.components().primes).toEqual(fast.components().primes);
    const again = rsa.generateCommonModulusKeys(params, 65537n, madeFrom(134));
    expect(again.fast.components()).toEqual(fast.components());
    for (const key of [fast, compatible, again.fast, again.compatible]) {
      key.check();
      key.free();
    }
  });
});

describe("blinding and the check of results", () => {
  it("release no wrong result of a faulty key, unless they are off", () => {
    using good = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(131));
    const components = good.components();
    const [dp = 0n, ...others] = components.crtExponents;
    using faulty = restore(rsa, good.params, { ...components, crtExponents: [dp ^ 2n, ...others] });
    const block = good.publicKey.encryptRaw(toBytes(77n, 64));
    expectRefused(() => faulty.decryptRaw(block), "fault-detected", "result is wrong");
    expectRefused(() => faulty.decryptRaw(block, { blinding: false }), "fault-detected");
    expectRefused(() => faulty.decryptRawMany([block]), "fault-detected", "blocks[0]");
    const signature = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" } as const;
    expectRefused(() => faulty.sign(signature, block), "fault-detected");
    for (const result of faulty.signMany(signature, [block, block, block])) {
      expect(result).toMatchObject({ status: "rejected", reason: { code: "fault-detected" } });
    }
    // The check withholds results that reveal the key: correct modulo one prime, wrong modulo the other.
    const wrong = faulty.decryptRaw(block, { blinding: false, faultCheck: false });
    expect(wrong).not.toEqual(toBytes(77n, 64));
  });

  it("ask the platform for random numbers once for a key", () => {
    using key = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(132));
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
  });
});
