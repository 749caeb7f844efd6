import { load, type Rsa } from "rsa-variants";
import {
  Device,
  estimatedOperationsPerSecond,
  load as loadXrsa,
  type ModeOptions,
  modes,
  published,
  type Report,
  type Xrsa,
} from "rsa-variants/xrsa";
import { beforeAll, describe, expect, it } from "vitest";
import { build, madeFrom, toBytes } from "../support.ts";

let rsa: Rsa;
let xrsa: Xrsa;
let device: Device;
beforeAll(async () => {
  rsa = await load({ build });
  xrsa = await loadXrsa();
  device = new Device(xrsa);
});

/** ⊗ of a private operation of 4096 bits on a multiplier of 2048. */
const counts: readonly [options: ModeOptions, multiplications: number][] = [
  [{ mode: "paper" }, 12_302],
  [{ mode: "squarings" }, 8230],
  [{ mode: "window", windowWidth: 3 }, 5506],
  [{ mode: "window", windowWidth: 4 }, 5176],
  [{ mode: "window", windowWidth: 5 }, 5006],
];

function stepsOf({ sections }: Report) {
  return sections.map(({ step, prime, multiplications }) => [step, prime, multiplications]);
}

describe("a private operation of 4096 bits on a multiplier of 2048", () => {
  it.each(counts)("takes with %j %i multiplications", (options, multiplications) => {
    expect(device.plan({ modulusLength: 4096 }, options).total.multiplications).toBe(multiplications);
  });

  it("takes 4,936 with a window of 6 bits, for which the default controller has too little RAM", () => {
    const larger = new Device(xrsa, { controllerRam: 2 * device.controllerRam });
    const plan = larger.plan({ modulusLength: 4096 }, { windowWidth: 6 });
    expect(plan.total.multiplications).toBe(4936);
    expect(plan.controllerRam).toBeGreaterThan(device.controllerRam);
  });

  it("follows the paper's steps, with its counts except for the conversions counted twice", () => {
    const plan = device.plan({ modulusLength: 4096 }, { mode: "paper" });
    expect(stepsOf(plan)).toEqual([
      ["r-squared", 1, 2047],
      ["reduction", 1, 1],
      ["exponentiation", 1, 4099],
      ["r-squared", 0, 2047],
      ["reduction", 0, 1],
      ["exponentiation", 0, 4099],
      ["recombination", 0, 4],
      ["product", 0, 4],
    ]);
    expect(plan).toMatchObject({ multiplierLength: 2048, operandLength: 2048 });
  });

  it("fits the paper's chip, by default in the mode window with 5 bits", () => {
    expect(device).toMatchObject({ multiplierLength: 2048, unitRam: 3072, controllerRam: 16384 });
    const plan = device.plan({ modulusLength: 4096 });
    expect(plan).toEqual(device.plan({ modulusLength: 4096 }, { mode: "window", windowWidth: 5 }));
    for (const [ram, limit] of [
      [plan.unitRam, device.unitRam],
      [plan.controllerRam, device.controllerRam],
    ] as const) {
      expect(ram).toBeGreaterThan(0);
      expect(ram).toBeLessThanOrEqual(limit);
    }
  });

  it("matches the plan", () => {
    const key = rsa.generateKey({ variant: "crt", modulusLength: 4096 }, madeFrom(300));
    const block = key.publicKey.encryptRaw(toBytes(2n ** 4000n + 1n, 512));
    for (const [options] of counts) {
      const { message, report, trace } = device.decryptRaw(key, block, options);
      expect(message).toEqual(toBytes(2n ** 4000n + 1n, 512));
      expect(report).toEqual(device.plan({ modulusLength: 4096 }, options));
      expect(trace).toBeUndefined();
    }
    key.free();
  });
});

describe("a report", () => {
  it("adds its sections up", () => {
    for (const mode of modes) {
      const { total, sections } = device.plan({ modulusLength: 6144, primes: 3 }, { mode });
      for (const kind of Object.keys(total) as (keyof typeof total)[]) {
        expect(total[kind], kind).toBeGreaterThan(0);
        expect(
          sections.reduce((sum, section) => sum + section[kind], 0),
          kind,
        ).toBe(total[kind]);
      }
    }
  });

  it("gives the length of the operands, that of the primes in whole words", () => {
    const lengths = [
      [128, 2, 64],
      [130, 2, 96],
      [1000, 3, 352],
      [7680, 4, 1920],
    ] as const;
    for (const [modulusLength, primes, operandLength] of lengths) {
      expect(device.plan({ modulusLength, primes })).toMatchObject({ multiplierLength: 2048, operandLength });
    }
  });

  it("has sections for every further prime", () => {
    for (const [modulusLength, primes] of [
      [6144, 3],
      [7680, 4],
      [8192, 4],
    ] as const) {
      const steps = stepsOf(device.plan({ modulusLength, primes })).map(([step, prime]) => [step, prime]);
      const first = ["r-squared", "reduction", "exponentiation"];
      const further = [...first, "recombination", "product"];
      const order = [0, ...Array.from({ length: primes - 2 }, (_, i) => i + 2)];
      expect(steps).toEqual([
        ...first.map((step) => [step, 1]),
        ...order.flatMap((prime) => further.map((step) => [step, prime])),
      ]);
    }
  });
});

describe("the paper's figures", () => {
  it("differ from ours by one conversion for each prime", () => {
    const { total } = device.plan({ modulusLength: 4096 }, { mode: "paper" });
    expect(published.correctedMultiplications).toBe(total.multiplications);
    expect(published.multiplications - total.multiplications).toBe(2);
    expect(published.source.authors).toContain("Dang");
  });

  it("give an estimate for every mode", () => {
    expect(estimatedOperationsPerSecond(12_302)).toBeCloseTo(2.2, 10);
    expect(estimatedOperationsPerSecond(5006)).toBeCloseTo(5.41, 2);
    // About 27,000 ⊗ a second.
    expect(estimatedOperationsPerSecond(1)).toBeCloseTo(27_064, 0);
  });
});
