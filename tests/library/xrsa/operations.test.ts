import { type KeyParams, load, type PrivateKey, type Rsa } from "rsa-variants";
import { load as loadInline } from "rsa-variants/inline";
import { Device, load as loadXrsa, type ModeOptions, type Xrsa } from "rsa-variants/xrsa";
import { beforeAll, describe, expect, it } from "vitest";
import { build, exhaustive, madeFrom, messagesBelow, runnable, toBytes } from "../support.ts";

let rsa: Rsa;
let xrsa: Xrsa;
beforeAll(async () => {
  rsa = await load({ build });
  xrsa = await loadXrsa();
});

const allModes: readonly ModeOptions[] = [
  { mode: "paper" },
  { mode: "squarings" },
  ...[2, 3, 4, 5, 6].map((windowWidth) => ({ windowWidth })),
];

/** Expects that the device gives the same results as the key itself, in each of these modes. */
function expectEqualAnswers(device: Device, key: PrivateKey, modes: readonly ModeOptions[], messages: number): void {
  const { modulus, primes } = key.components();
  const length = Math.ceil(key.params.modulusLength / 8);
  for (const number of [...messagesBelow(modulus, messages), ...primes]) {
    const block = toBytes(number, length);
    const answer = key.decryptRaw(block);
    for (const options of modes) {
      const { message } = device.decryptRaw(key, block, options);
      expect(message, `${JSON.stringify(options)} ${number} modulo ${modulus}`).toEqual(answer);
    }
  }
}

function withKey(params: KeyParams, seed: number, use: (key: PrivateKey) => void): void {
  const key = rsa.generateKey(params, madeFrom(seed));
  use(key);
  key.free();
}

describe("the device", () => {
  it("gives the library's results, with many small keys", () => {
    const device = new Device(xrsa, { multiplierLength: 160 });
    for (let i = 0; i < (exhaustive ? 60 : 14); i++) {
      const modes = [allModes[i % allModes.length] ?? {}];
      const primes = 2 + (i % 4);
      withKey({ variant: "crt", modulusLength: 128 + i }, i, (key) => expectEqualAnswers(device, key, modes, 5));
      withKey({ variant: "multi-prime", modulusLength: 64 * primes + 3 * i, primes }, i, (key) =>
        expectEqualAnswers(device, key, modes, 5),
      );
    }
  });

  it("gives the library's results with short CRT exponents, in fewer steps", () => {
    const device = new Device(xrsa, { multiplierLength: 256 });
    const variants: readonly KeyParams[] = [
      { variant: "rebalanced", modulusLength: 512, crtExponentLength: 80 },
      { variant: "r-prime", modulusLength: 515, primes: 3, crtExponentLength: 64 },
      { variant: "scheme-a", modulusLength: 256, crtExponentLength: 40 },
      { variant: "scheme-b", modulusLength: 512, crtExponentLength: 100 },
    ];
    for (const params of variants) {
      withKey(params, 400, (key) => {
        expectEqualAnswers(device, key, allModes, 3);
        const { modulusLength, primes } = params;
        const short = device.decryptRaw(key, new Uint8Array(1)).report.total.multiplications;
        const whole = device.decryptRaw(key.components(), new Uint8Array(1)).report.total.multiplications;
        expect(short).toBeLessThan(whole);
        expect(whole).toBe(device.plan({ modulusLength, primes }).total.multiplications);
      });
    }
  });

  it("gives the library's results with the paper's lengths, and half of them", () => {
    const modes = allModes.filter(({ windowWidth }) => windowWidth !== 6);
    withKey({ variant: "crt", modulusLength: 2048 }, 310, (key) =>
      expectEqualAnswers(new Device(xrsa, { multiplierLength: 1024 }), key, modes, 0),
    );
    withKey({ variant: "crt", modulusLength: 4096 }, 311, (key) => expectEqualAnswers(new Device(xrsa), key, [{}], 0));
  });

  // With the real lengths, 6144 and 7680 bits on 2048, making the keys takes ten seconds.
  const scale = exhaustive ? 1 : 4;
  it(`reaches ${6144 / scale} and ${7680 / scale} bits with three and four primes on ${2048 / scale}`, () => {
    const device = new Device(xrsa, { multiplierLength: 2048 / scale });
    for (const [modulusLength, primes] of [
      [6144 / scale, 3],
      [7680 / scale, 4],
    ] as const) {
      const key = rsa.generateKey({ variant: "multi-prime", modulusLength, primes }, madeFrom(320));
      const message = toBytes(3n ** BigInt(3800 / scale), modulusLength / 8);
      const { message: answer, report } = device.decryptRaw(key, key.publicKey.encryptRaw(message));
      expect(answer).toEqual(message);
      expect(report).toEqual(device.plan({ modulusLength, primes }));
      key.free();
    }
    const plan = new Device(xrsa).plan({ modulusLength: 8192, primes: 4 });
    expect(plan.total.multiplications).toBeGreaterThan(4 * 2500);
  });

  it("accepts a key's numbers as well as a key", () => {
    const key = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(330));
    const device = new Device(xrsa, { multiplierLength: 256 });
    const block = key.publicKey.encryptRaw(toBytes(77n, 64));
    expect(device.decryptRaw(key.components(), block)).toEqual(device.decryptRaw(key, block));
    expect(device.decryptRaw(key, block.subarray(0)).message).toEqual(toBytes(77n, 64));
    key.free();
  });

  it("accepts keys of every build and entry", async () => {
    const device = new Device(xrsa, { multiplierLength: 256 });
    const libraries = await Promise.all([...runnable.map((each) => load({ build: each })), loadInline({ build })]);
    for (const library of libraries) {
      const key = library.generateKey({ variant: "rebalanced", modulusLength: 512 }, madeFrom(331));
      const { message } = device.decryptRaw(key, key.publicKey.encryptRaw(toBytes(5n, 64)));
      expect(message, library.build).toEqual(toBytes(5n, 64));
      key.free();
    }
  });

  it("computes N from the primes", () => {
    for (const [modulusLength, primes] of [
      [512, 2],
      [521, 2],
      [700, 3],
      [1024, 4],
    ] as const) {
      const key = rsa.generateKey({ variant: "multi-prime", modulusLength, primes }, madeFrom(340));
      const { modulus, report } = new Device(xrsa, { multiplierLength: 288 }).publicModulus(key);
      expect(modulus).toBe(key.publicKey.modulus);
      expect(report.sections.map(({ step }) => step)).toContain("public-modulus");
      expect(report.total.multiplications).toBeGreaterThanOrEqual(4 * (primes - 1));
      key.free();
    }
  });
});

describe("progress", () => {
  it("goes up to what was expected", () => {
    const key = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(350));
    const device = new Device(xrsa, { multiplierLength: 512 });
    const block = toBytes(2n, 128);
    const expected = device.plan({ modulusLength: 1024 }, { mode: "paper" }).total.multiplications;
    let last = 0;
    let sections = 0;
    const { report } = device.decryptRaw(key, block, {
      mode: "paper",
      onProgress: (progress) => {
        expect(progress.expected).toBe(expected);
        expect(progress.multiplications).toBeGreaterThanOrEqual(last);
        expect(progress.multiplications).toBeLessThanOrEqual(expected);
        expect(progress.section.multiplications).toBeLessThanOrEqual(progress.multiplications);
        expect(progress).not.toHaveProperty("candidates");
        const of = device.plan({ modulusLength: 1024 }, { mode: "paper" }).sections;
        expect(of.map(({ step }) => step)).toContain(progress.section.step);
        last = progress.multiplications;
        sections++;
      },
    });
    expect(sections).toBeGreaterThan(5);
    expect(report.total.multiplications).toBe(expected);
    key.free();
  });
});
