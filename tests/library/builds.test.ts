// @module-tag platform
import { builds, connect, load, type Rsa } from "rsa-variants";
import { beforeAll, describe, expect, it } from "vitest";
// Not public: tests it for platforms other than this one.
import { selectBuild } from "../../web/library/dist/builds.js";
import {
  build,
  expectRefused,
  expectRejected,
  madeFrom,
  powerModulo,
  runnable,
  smallParams,
  toBytes,
} from "./support.ts";

describe("the choice of a build", () => {
  const recent = { simd: true, relaxedSimd: true, isFused: true };
  const unfused = { ...recent, isFused: false };
  const older = { ...unfused, relaxedSimd: false };
  const old = { ...older, simd: false };

  it("is the fastest that the platform runs", () => {
    expect(selectBuild("auto", recent)).toBe("relaxed-simd");
    expect(selectBuild("auto", unfused)).toBe("simd");
    expect(selectBuild("auto", older)).toBe("simd");
    expect(selectBuild("auto", old)).toBe("baseline");
  });

  it("is the named build, if it runs", () => {
    expect(selectBuild("relaxed-simd", recent)).toBe("relaxed-simd");
    expect(selectBuild("relaxed-simd", unfused)).toBe("relaxed-simd");
    expect(selectBuild("baseline", recent)).toBe("baseline");
    expect(selectBuild("simd", recent)).toBe("simd");
    expectRefused(() => selectBuild("relaxed-simd", older), "unsupported-build", "relaxed-simd", "simd, baseline");
    expectRefused(() => selectBuild("simd", old), "unsupported-build", "simd", "baseline");
  });

  it.skipIf(runnable.length === builds.length)(
    "refuses a build that this platform lacks, before any work",
    async () => {
      const lacking = builds.filter((each) => !runnable.includes(each));
      for (const each of lacking) {
        const source = () => expect.fail("asked for a source");
        await expectRejected(load({ build: each, source }), "unsupported-build", each, "baseline");
        await expectRejected(connect({ build: each, source }), "unsupported-build", each, "baseline");
      }
    },
  );
});

describe("the builds", () => {
  let loaded: Rsa[];
  beforeAll(async () => {
    loaded = await Promise.all(runnable.map((each) => load({ build: each })));
  });

  it("can run at the same time", () => {
    expect(loaded.map((rsa) => rsa.build)).toEqual(runnable);
    expect(new Set(loaded).size).toBe(runnable.length);
  });

  it("have the engines that run here, fastest first", async () => {
    const { engines } = await load({ build });
    const fast = build === "simd" || (build === "relaxed-simd" && (await fusesMultiplyAdd()));
    expect(engines).toEqual(fast ? ["lanes", "scalar", "num-bigint"] : ["scalar", "num-bigint"]);
  });

  it("agree at the bounds of their limbs", () => {
    const ones = (bits: number) => (1n << BigInt(bits)) - 1n;
    // Around whole limbs of 25, 29 and 50 bits, where the top limb is tiny or full.
    const lengths = [25, 29, 50].flatMap((limb) =>
      [3, 4, 5, 7, 8, 12].flatMap((count) => [-2, -1, 0, 1].map((d) => limb * count + d)),
    );
    for (const bits of [...lengths, 1023, 1024, 2048]) {
      const ends = (1n << BigInt(bits - 1)) | 1n;
      const stripes = ((ones(bits) / ones(100)) * ones(50)) | ends;
      for (const modulus of [ones(bits), ends, stripes & ones(bits)]) {
        for (const base of [0n, 1n, modulus - 1n, modulus, 2n * modulus - 1n, ones(bits - 1)]) {
          const expected = powerModulo(base, 0xffffn, modulus);
          for (const rsa of loaded) {
            for (const engine of rsa.engines) {
              const power = rsa.modPow(base, 0xffffn, modulus, { engine });
              expect(power, `${rsa.build} ${engine}: ${base} modulo ${modulus}`).toBe(expected);
            }
          }
        }
      }
    }
  });

  it("agree on many messages at once, which share the lanes", () => {
    for (let modulusLength = 190; modulusLength < 600; modulusLength += 13) {
      for (const { rsa, key } of loaded.map((rsa) => ({
        rsa,
        key: rsa.generateKey({ variant: "crt", modulusLength }, madeFrom(modulusLength % 251)),
      }))) {
        const { modulus, primes, privateExponent } = key.components();
        const messages = [0n, 1n, 2n, modulus - 1n, ...primes, ...primes.map((prime) => modulus - prime)];
        const length = Math.ceil(modulusLength / 8);
        const expected = messages.map((message) => toBytes(powerModulo(message, privateExponent, modulus), length));
        for (const engine of rsa.engines) {
          const answers = key.decryptRawMany(
            messages.map((message) => toBytes(message, length)),
            { engine },
          );
          expect(answers, `${rsa.build} ${engine} ${modulusLength}`).toEqual(expected);
        }
        key.free();
      }
    }
  });

  it("make the same keys from a seed, and decrypt alike on every engine", () => {
    for (const [i, params] of smallParams.entries()) {
      const keys = loaded.flatMap((rsa) => ({ rsa, key: rsa.generateKey(params, madeFrom(200 + i)) }));
      const [first] = keys.map(({ key }) => key);
      const block = first?.publicKey.encryptRaw(toBytes(2n ** 100n + 7n, 60)) ?? expect.fail("no build runs");
      const answer = first?.decryptRaw(block, { engine: "num-bigint" });
      for (const { rsa, key } of keys) {
        expect(key.components(), rsa.build).toEqual(first?.components());
        for (const engine of rsa.engines) {
          expect(key.decryptRaw(block, { engine }), `${params.variant} ${rsa.build} ${engine}`).toEqual(answer);
        }
      }
      for (const { key } of keys) key.free();
    }
  });
});

/**
 * Whether the relaxed multiply-add of this machine rounds once: (1 + 2⁻³⁰)² − (1 + 2⁻²⁹) is then 2⁻⁶⁰, and otherwise 0.
 * The module has one function: splat three numbers, f64x2.relaxed_madd, first lane.
 */
async function fusesMultiplyAdd(): Promise<boolean> {
  const operand = (local: number) => [0x20, local, 0xfd, 0x14];
  const body = [0, ...operand(0), ...operand(1), ...operand(2), 0xfd, 0x87, 0x02, 0xfd, 0x21, 0, 0x0b];
  const section = (id: number, ...content: number[]) => [id, content.length, ...content];
  const module = new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 3, 0x7c, 0x7c, 0x7c, 1, 0x7c),
    ...section(3, 1, 0),
    ...section(7, 1, 1, 0x66, 0, 0),
    ...section(10, 1, body.length, ...body),
  ]);
  const { instance } = await WebAssembly.instantiate(module);
  const [multiplyAdd] = Object.values(instance.exports) as [(a: number, b: number, c: number) => number];
  return multiplyAdd(1 + 2 ** -30, 1 + 2 ** -30, -1 - 2 ** -29) !== 0;
}
