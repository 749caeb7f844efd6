// @module-tag platform
import { keyParams, load, type Rsa } from "rsa-variants";
import { Device, decryptRawInSoftware, load as loadXrsa, ModularMultiplication, type Xrsa } from "rsa-variants/xrsa";
import { beforeAll, describe, expect, it } from "vitest";
import { build, madeFrom, memoriesOf, seedOf, smallParams, toBytes } from "./support.ts";

let rsa: Rsa;
let xrsa: Xrsa;
/** The memories of both. */
let memories: readonly WebAssembly.Memory[] = [];
beforeAll(async () => {
  memories = await memoriesOf("build", async () => {
    rsa = await load({ build });
    xrsa = await loadXrsa();
  });
  expect(memories).toHaveLength(2);
});

const bytes = () => memories.map(({ buffer }) => buffer.byteLength);

describe("WebAssembly memory", () => {
  it("does not grow over 10,000 operations", () => {
    const key = rsa.generateKey({ variant: "crt", modulusLength: 256 }, madeFrom(80));
    const block = key.publicKey.encryptRaw(toBytes(2n ** 200n + 1n, 32));
    const round = (): void => {
      key.decryptRaw(block);
      key.publicKey.encryptRaw(block);
      key.decryptRawMany([block, block]);
      rsa.modPow(3n, 5n, 2n ** 127n - 1n);
      expect(() => key.decryptRaw(new Uint8Array(33))).toThrow();
      const algorithm = { name: "RSAES-PKCS1-v1_5" } as const;
      const ciphertext = key.publicKey.encrypt(algorithm, new Uint8Array([1]));
      key.decrypt(algorithm, ciphertext);
      key.decryptMany(algorithm, [ciphertext, new Uint8Array(31), ciphertext]);
    };
    for (let i = 0; i < 10; i++) round();
    const before = bytes();
    for (let i = 0; i < 2_000; i++) round();
    expect(bytes()).toEqual(before);
    key.free();
  });

  it("does not grow over keys that are made and freed", async () => {
    const round = async (seed: number): Promise<void> => {
      for (const params of smallParams) {
        const key = rsa.generateKey(
          keyParams({ ...params, modulusLength: 256, ...small(params.variant) }),
          madeFrom(seed),
        );
        rsa.keyFromComponents(key.params, key.components()).free();
        (await rsa.importPrivateKey(await key.export("json"))).free();
        const later = { ...(await key.export("json")), version: 2 } as never;
        await expect(rsa.importPrivateKey(later)).rejects.toThrow();
        key.free();
      }
    };
    for (let i = 0; i < 3; i++) await round(i);
    const before = bytes();
    for (let i = 0; i < 30; i++) await round(i % 3);
    expect(bytes()).toEqual(before);
  });

  it("does not grow over computations on the device that finish, fail, throw or are canceled", () => {
    const device = new Device(xrsa, { multiplierLength: 128 });
    const key = rsa.generateKey({ variant: "crt", modulusLength: 256 }, madeFrom(81));
    const block = toBytes(2n ** 200n + 1n, 32);
    const throwing = (): never => {
      throw new Error("the caller's own");
    };
    const round = (): void => {
      device.plan({ modulusLength: 256 });
      device.decryptRaw(key, block, { trace: "values" });
      device.publicModulus(key.components());
      decryptRawInSoftware(xrsa, key, block);
      const { components } = device.generateKey({ modulusLength: 128 }, { seed: seedOf(82) });
      expect(() => device.decryptRaw(components, block)).toThrow();
      expect(() => device.decryptRaw({ ...components, primes: [] }, block)).toThrow();
      const stop = new AbortController();
      const aborting = {
        mode: "paper",
        signal: stop.signal,
        onProgress: () => stop.abort(new Error("enough")),
      } as const;
      expect(() => device.decryptRaw(key, block, aborting)).toThrow("enough");
      expect(() => device.decryptRaw(key, block, { mode: "paper", onProgress: throwing })).toThrow("the caller's own");
      expect(() => decryptRawInSoftware(xrsa, key, block, { onProgress: throwing })).toThrow("the caller's own");
      expect(() => new Device(xrsa, { multiplierLength: 100 })).toThrow();
      const multiplication = new ModularMultiplication(xrsa, 64);
      multiplication.run("num-bigint", 2);
      multiplication.free();
    };
    for (let i = 0; i < 5; i++) round();
    const before = bytes();
    for (let i = 0; i < 100; i++) round();
    expect(bytes()).toEqual(before);
    key.free();
  });
});

function small(variant: string): {
  primes?: number;
  multiplicity?: number;
  crtExponentLength?: number;
  primeLength?: number;
} {
  if (variant === "multi-prime") return { primes: 3 };
  if (variant === "multi-power") return { primes: 3, multiplicity: 1 };
  if (variant === "r-prime") return { primes: 3, crtExponentLength: 40 };
  if (variant === "tunable") return { crtExponentLength: 60 };
  if (variant === "unbalanced") return { primeLength: 100 };
  return {};
}
