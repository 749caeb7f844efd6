import { load, type Rsa } from "rsa-variants";
import { Device, load as loadXrsa, type Xrsa } from "rsa-variants/xrsa";
import { beforeAll, describe, expect, it } from "vitest";
import { bitLength, build, seedOf, toBytes } from "../support.ts";

let rsa: Rsa;
let xrsa: Xrsa;
beforeAll(async () => {
  rsa = await load({ build });
  xrsa = await loadXrsa();
});

describe("a key made on the device", () => {
  it.each([
    [128, 2, 64],
    [256, 2, 128],
    [259, 2, 160],
    [300, 3, 128],
    [512, 4, 128],
    [1024, 2, 512],
  ])(
    "of %i bits with %i primes on %i bits is one that the library takes",
    (modulusLength, primes, multiplierLength) => {
      const device = new Device(xrsa, { multiplierLength });
      const { components, report } = device.generateKey({ modulusLength, primes }, { seed: seedOf(modulusLength) });
      expect(components.primes).toHaveLength(primes);
      expect(bitLength(components.modulus)).toBe(modulusLength);
      expect(components.publicExponents).toEqual([65537n]);
      const params =
        primes === 2
          ? ({ variant: "crt", modulusLength } as const)
          : ({ variant: "multi-prime", modulusLength, primes } as const);
      const key = rsa.keyFromComponents(params, components);
      const message = toBytes(2n ** 100n + 1n, Math.ceil(modulusLength / 8));
      const block = key.publicKey.encryptRaw(message);
      expect(key.decryptRaw(block)).toEqual(message);
      expect(device.decryptRaw(key, block).message).toEqual(message);
      expect(device.publicModulus(components).modulus).toBe(components.modulus);
      key.free();

      const steps = new Set(report.sections.map(({ step }) => step));
      expect([...steps]).toEqual(
        expect.arrayContaining(["primality", "crt-exponents", "crt-coefficients", "public-modulus"]),
      );
      expect(report.total.multiplications).toBeGreaterThan(modulusLength);
    },
  );

  it("depends on its seed, and is random without one", () => {
    const device = new Device(xrsa, { multiplierLength: 128 });
    const make = (seed?: Uint8Array) => device.generateKey({ modulusLength: 256 }, { seed });
    expect(make(seedOf(1))).toEqual(make(seedOf(1)));
    expect(make(seedOf(1)).components.modulus).not.toBe(make(seedOf(2)).components.modulus);
    expect(make().components.modulus).not.toBe(make().components.modulus);
  });

  it("has the requested public exponent, and is the same in every mode", () => {
    const device = new Device(xrsa, { multiplierLength: 128 });
    for (const publicExponent of [3n, 17n, 2n ** 32n - 1n]) {
      const made = (["paper", "squarings", "window"] as const).map((mode) =>
        device.generateKey({ modulusLength: 256, publicExponent }, { mode, seed: seedOf(7) }),
      );
      const [first] = made;
      expect(first?.components.publicExponents).toEqual([publicExponent]);
      for (const { components } of made) expect(components).toEqual(first?.components);
      const params = { variant: "crt", modulusLength: 256, publicExponent } as const;
      rsa.keyFromComponents(params, first?.components ?? expect.fail("no key")).free();
    }
  });

  it("reports its candidates", () => {
    const device = new Device(xrsa, { multiplierLength: 256 });
    const candidates: number[] = [];
    const multiplications: number[] = [];
    const { report } = device.generateKey(
      { modulusLength: 512 },
      {
        seed: seedOf(9),
        onProgress: (progress) => {
          expect(progress).not.toHaveProperty("expected");
          if (progress.candidates !== undefined) candidates.push(progress.candidates);
          multiplications.push(progress.multiplications);
        },
      },
    );
    expect(candidates.length).toBeGreaterThan(2);
    expect(multiplications).toEqual(multiplications.toSorted((a, b) => a - b));
    expect(multiplications.at(-1)).toBeLessThanOrEqual(report.total.multiplications);
  });
});
