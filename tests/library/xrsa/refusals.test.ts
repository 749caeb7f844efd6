import { type KeyComponents, load, type PrivateKey, type Rsa, type RsaErrorCode } from "rsa-variants";
import {
  Device,
  type DeviceOptions,
  estimatedOperationsPerSecond,
  load as loadXrsa,
  type ModeOptions,
  type RunOptions,
  type Xrsa,
} from "rsa-variants/xrsa";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build, expectRefused, madeFrom, seedOf, toBytes } from "../support.ts";

let rsa: Rsa;
let xrsa: Xrsa;
let key: PrivateKey;
let device: Device;
beforeAll(async () => {
  rsa = await load({ build });
  xrsa = await loadXrsa();
  key = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(600));
  device = new Device(xrsa, { multiplierLength: 256 });
});
afterAll(() => key.free());
const block = new Uint8Array([2]);

describe("a device", () => {
  const refused: [options: Record<string, unknown>, ...fragments: (string | number)[]][] = [
    [{ multiplierLength: 64.5 }, "multiplierLength", 64.5],
    [{ multiplierLength: "2048" }, "multiplierLength", 2048],
    [{ unitRam: -1 }, "unitRam", -1],
    [{ controllerRam: 2 ** 32 }, "controllerRam", 2 ** 32],
    [{ controllerRam: null }, "controllerRam", "null"],
  ];
  it.each(refused)("with %j is refused", (options, ...fragments) => {
    const error = expectRefused(() => new Device(xrsa, options as DeviceOptions), "invalid-params", ...fragments);
    expect(error).toMatchObject({ parameter: fragments[0], message: `${error.parameter} ${error.problem}` });
  });

  it("reports which of its options is invalid", () => {
    const plans = {
      multiplierLength: { multiplierLength: 100 },
      unitRam: { unitRam: 0 },
      controllerRam: { controllerRam: 0 },
    } satisfies { [Name in keyof Required<DeviceOptions>]: DeviceOptions };
    for (const [name, options] of Object.entries(plans)) {
      const call = () => new Device(xrsa, options).plan({ modulusLength: 512 });
      const { message, parameter, problem } = expectRefused(call, "invalid-params");
      expect({ parameter, message }).toEqual({ parameter: name, message: `${name} ${problem}` });
    }
  });

  it("with primes longer than its multiplier says that more primes are needed", () => {
    const small = new Device(xrsa, { multiplierLength: 128 });
    const error = expectRefused(() => small.plan({ modulusLength: 512 }), "invalid-params", "at least 4 primes");
    expect(error).toMatchObject({ parameter: "primes", problem: undefined });
  });

  it("with a multiplier of another length than whole words from 64 to 4096 bits is refused", () => {
    for (const multiplierLength of [0, 32, 63, 100, 2047, 4128, 2 ** 31]) {
      const fragments = ["multiplierLength", 32, 64, 4096, multiplierLength];
      expectRefused(() => new Device(xrsa, { multiplierLength }), "invalid-params", ...fragments);
    }
  });

  it("without its module or options is refused", () => {
    for (const other of [undefined, null, {}, "xrsa", rsa]) {
      expectRefused(() => new Device(other as unknown as Xrsa), "invalid-params", "load()", "rsa-variants/xrsa");
    }
    expectRefused(() => new Device(xrsa, 2048 as DeviceOptions), "invalid-params", "multiplierLength", 2048);
  });
});

describe("a run", () => {
  it("with a trace of values of long operands is refused", () => {
    const long = rsa.generateKey({ variant: "crt", modulusLength: 1088 }, madeFrom(601));
    const wide = new Device(xrsa, { multiplierLength: 544 });
    expectRefused(() => wide.decryptRaw(long, block, { trace: "values" }), "invalid-params", 512, 544);
    expect(wide.decryptRaw(long, block, { trace: "operations" }).trace?.length).toBeGreaterThan(1000);
    long.free();
  });

  it("with an invalid progress callback is refused before any work", () => {
    const options = { onProgress: "report" } as unknown as RunOptions;
    expectRefused(() => device.decryptRaw(key, block, options), "invalid-params", "onProgress", "string");
    expectRefused(
      () => rsa.generateKey({ variant: "crt", modulusLength: 8192 }, options as object),
      "invalid-params",
      "onProgress",
    );
  });
});

describe("lengths", () => {
  it("with primes longer than the multiplier are refused, with the number of primes that would fit", () => {
    const small = new Device(xrsa, { multiplierLength: 2048 });
    expectRefused(() => small.plan({ modulusLength: 4097 }), "invalid-params", 2048, 2049, 4097);
    expectRefused(() => small.plan({ modulusLength: 7680 }), "invalid-params", 3840, 2048, 7680, 4);
    expectRefused(() => small.plan({ modulusLength: 8192, primes: 3 }), "invalid-params", 2731, 2048, 4);
    const narrow = new Device(xrsa, { multiplierLength: 224 });
    expectRefused(() => narrow.decryptRaw(key, block), "invalid-params", 256, 224);
    expectRefused(() => narrow.publicModulus(key), "invalid-params", 256, 224);
    expectRefused(() => narrow.generateKey({ modulusLength: 512 }), "invalid-params", 256, 224, 512);
  });

  const shapes: [shape: Record<string, unknown>, ...fragments: (string | number)[]][] = [
    [{}, "modulusLength", "undefined"],
    [{ modulusLength: 127 }, "modulusLength", 127, 128],
    [{ modulusLength: 16385, primes: 8 }, "modulusLength", 16385, 16384],
    [{ modulusLength: 1024.5 }, "modulusLength", 1024.5],
    [{ modulusLength: 512, primes: 1 }, "primes", 1, 2],
    [{ modulusLength: 512, primes: 0 }, "primes", 0, 2],
    [{ modulusLength: 4096, primes: 9 }, "primes", 9, 8],
    [{ modulusLength: 4096, primes: 2 ** 31 }, "primes", 2 ** 31, 8],
    [{ modulusLength: 256, primes: 5 }, 64],
    [{ modulusLength: 512, primes: 2.5 }, "primes", 2.5],
  ];
  it.each(shapes)("%j are refused", (shape, ...fragments) => {
    const given = shape as { modulusLength: number };
    const largest = new Device(xrsa, { multiplierLength: 4096, unitRam: 2 ** 20, controllerRam: 2 ** 20 });
    expectRefused(() => largest.plan(given), "invalid-params", ...fragments);
    expectRefused(() => largest.generateKey(given), "invalid-params", ...fragments);
  });

  it("that are none are refused", () => {
    expectRefused(() => device.plan(512 as unknown as { modulusLength: number }), "invalid-params", "object", 512);
  });
});

describe("the memories", () => {
  const wide = { modulusLength: 4096 };

  it("refuse a window whose table they cannot hold, with the window that they can", () => {
    const standard = new Device(xrsa);
    const { controllerRam } = new Device(xrsa, { controllerRam: 2 ** 16 }).plan(wide, { windowWidth: 6 });
    const fragments = ["controllerRam", 16384, controllerRam, "a window of 5 bits"];
    expectRefused(() => standard.plan(wide, { windowWidth: 6 }), "invalid-params", ...fragments);
    const fits = new Device(xrsa, { controllerRam });
    expect(fits.plan(wide, { windowWidth: 6 }).controllerRam).toBe(controllerRam);
    const lacks = new Device(xrsa, { controllerRam: controllerRam - 1 });
    expectRefused(() => lacks.plan(wide, { windowWidth: 6 }), "invalid-params", controllerRam - 1, controllerRam);
  });

  it("refuse before any work, in every call", () => {
    const onProgress = () => expect.fail("it computed");
    const plan = device.plan({ modulusLength: 512 });
    for (const name of ["unitRam", "controllerRam"] as const) {
      const tight = new Device(xrsa, { multiplierLength: 256, [name]: plan[name] });
      expect(tight.decryptRaw(key, block).report).toEqual(plan);
      const options = { multiplierLength: 256, [name]: plan[name] - 1 };
      const lacks = new Device(xrsa, options);
      const fragments = [name, plan[name], plan[name] - 1];
      expectRefused(() => lacks.plan({ modulusLength: 512 }), "invalid-params", ...fragments);
      expectRefused(() => lacks.decryptRaw(key, block, { onProgress }), "invalid-params", ...fragments);
      const none = new Device(xrsa, { multiplierLength: 256, [name]: 0 });
      expectRefused(() => none.publicModulus(key), "invalid-params", name, 0);
      expectRefused(() => none.generateKey({ modulusLength: 512 }, { onProgress }), "invalid-params", name, 0);
    }
  });
});

describe("modes", () => {
  const refused: [options: Record<string, unknown>, ...fragments: (string | number)[]][] = [
    [{ mode: "fast" }, "mode", "fast", "paper, squarings, window"],
    [{ mode: null }, "mode", "null"],
    [{ windowWidth: 1 }, "windowWidth", 1, 2, 6],
    [{ windowWidth: 7 }, "windowWidth", 7, 2, 6],
    [{ windowWidth: 2 ** 31 }, "windowWidth", 2 ** 31, 6],
    [{ windowWidth: 4.5 }, "windowWidth", 4.5],
    [{ mode: "paper", windowWidth: 4 }, "windowWidth", 4, "paper"],
  ];
  it.each(refused)("%j are refused", (options, ...fragments) => {
    const given = options as ModeOptions;
    const error = expectRefused(() => device.plan({ modulusLength: 512 }, given), "invalid-params", ...fragments);
    expect(error).toMatchObject({ parameter: fragments[0], message: `${error.parameter} ${error.problem}` });
    expectRefused(() => device.decryptRaw(key, block, given), "invalid-params", ...fragments);
    expectRefused(() => device.generateKey({ modulusLength: 512 }, given), "invalid-params", ...fragments);
  });

  it("and traces that are invalid are refused", () => {
    expectRefused(() => device.decryptRaw(key, block, "paper" as RunOptions), "invalid-params", "paper");
    expectRefused(
      () => device.decryptRaw(key, block, { trace: "all" } as unknown as RunOptions),
      "invalid-params",
      "all",
    );
    expectRefused(
      () => device.decryptRaw(key, block, { trace: true } as unknown as RunOptions),
      "invalid-params",
      "true",
    );
  });
});

describe("blocks", () => {
  it("that are invalid, longer than the modulus or not below it are refused", () => {
    const { modulus } = key.publicKey;
    for (const number of [modulus, modulus + 1n, 2n ** 512n - 1n]) {
      expectRefused(() => device.decryptRaw(key, toBytes(number, 64)), "message-out-of-range", 512);
    }
    expectRefused(() => device.decryptRaw(key, new Uint8Array(65)), "invalid-length", 65, 64);
    expectRefused(() => device.decryptRaw(key, "2" as unknown as Uint8Array), "invalid-params", "string");
  });

  it("may have any length up to that of the modulus", () => {
    expect(device.decryptRaw(key, new Uint8Array()).message).toEqual(new Uint8Array(64));
    expect(device.decryptRaw(key, block).message).toEqual(key.decryptRaw(block));
  });
});

describe("keys", () => {
  it("of variants without distinct primes or their own exponents are refused", () => {
    for (const variant of ["original", "multi-power", "batch", "unbalanced"] as const) {
      const other = rsa.generateKey({ variant, modulusLength: 512 }, madeFrom(601));
      expectRefused(() => device.decryptRaw(other, block), "wrong-variant", variant);
      expectRefused(() => device.publicModulus(other), "wrong-variant", variant);
      other.free();
    }
  });

  it("whose numbers contradict each other are refused", () => {
    const good = key.components();
    const [p = 0n, q = 0n] = good.primes;
    const [dp = 0n, dq = 0n] = good.crtExponents;
    const bad: Partial<KeyComponents>[] = [
      { modulus: good.modulus + 2n },
      { primes: [] },
      { primes: [good.modulus] },
      { primes: [p, p], modulus: p * p },
      { primes: [p + 1n, q] },
      { primes: [0n, q] },
      { primes: [1n, good.modulus] },
      { crtExponents: [dp] },
      { crtExponents: [dp, dq, 1n] },
      { crtExponents: [p, dq] },
      { crtExponents: [1n << 5000n, dq] },
      { crtCoefficients: [] },
      { crtCoefficients: [p] },
      { crtCoefficients: [1n, 1n] },
    ];
    for (const [i, change] of bad.entries()) {
      const changed = { ...good, ...change };
      const codes: RsaErrorCode[] = [];
      for (const call of [() => device.decryptRaw(changed, block), () => device.publicModulus(changed)]) {
        try {
          call();
        } catch (error) {
          codes.push((error as { code: RsaErrorCode }).code);
        }
      }
      expect(codes, `change ${i}`).toEqual(["inconsistent-key", "inconsistent-key"]);
    }
  });

  it("with primes below √2·2^(l − 1) are refused, because the final subtraction needs larger ones", () => {
    // Primes of 64 bits: one below and one above √2·2^63, which is about 13.04·10^18.
    const low = 0x9000_0000_0000_0031n;
    const primes = [smallestPrimeFrom(low), smallestPrimeFrom(0xf000_0000_0000_0000n)];
    const [p = 0n, q = 0n] = primes;
    const components: KeyComponents = {
      modulus: p * q,
      publicExponents: [65537n],
      privateExponent: inverse(65537n, (p - 1n) * (q - 1n)),
      primes,
      crtExponents: primes.map((prime) => inverse(65537n, prime - 1n)),
      crtCoefficients: [inverse(q, p)],
    };
    const narrow = new Device(xrsa, { multiplierLength: 64 });
    expectRefused(() => narrow.decryptRaw(components, block), "inconsistent-key", "square root of 2", 64, 63);
  });

  it("of lengths that no key has are refused", () => {
    const components = key.components();
    const tiny = { primes: [3n, 5n], crtExponents: [1n, 1n], crtCoefficients: [2n] };
    for (const change of [{ modulus: 0n }, { ...tiny, modulus: 15n }, { primes: [0n, 0n], modulus: 0n }]) {
      expectRefused(
        () => device.decryptRaw({ ...components, ...change }, block),
        "invalid-params",
        "modulusLength",
        128,
      );
    }
  });

  it("that are none are refused", () => {
    for (const none of [null, undefined, 5, {}]) {
      expectRefused(() => device.decryptRaw(none as unknown as KeyComponents, block), "invalid-params");
    }
    const text = { ...key.components(), primes: "11" } as unknown as KeyComponents;
    expectRefused(() => device.publicModulus(text), "invalid-params", "primes");
  });

  it("that were freed are refused", () => {
    const freed = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(602));
    freed.free();
    expectRefused(() => device.decryptRaw(freed, block), "use-after-free", "private key");
    expectRefused(() => device.publicModulus(freed), "use-after-free");
  });
});

describe("key generation", () => {
  it("refuses public exponents that are even or out of range", () => {
    for (const publicExponent of [-3n, 0n, 1n, 2n, 4n, 65536n, 2n ** 32n + 1n]) {
      const params = { modulusLength: 512, publicExponent };
      expectRefused(() => device.generateKey(params), "invalid-params", "publicExponent", String(publicExponent));
    }
    const number = { modulusLength: 512, publicExponent: 65537 as unknown as bigint };
    expectRefused(() => device.generateKey(number), "invalid-params", "publicExponent", "bigint", "number");
  });

  it("refuses a seed of no or too many bytes", () => {
    for (const length of [0, 33]) {
      const seed = new Uint8Array(length);
      expectRefused(() => device.generateKey({ modulusLength: 512 }, { seed }), "invalid-params", 32, length);
    }
  });
});

describe("a callback", () => {
  type Options = { readonly onProgress: () => void; readonly signal?: AbortSignal };
  const runs: readonly [name: string, run: (options: Options) => unknown][] = [
    ["a private operation", (options) => device.decryptRaw(key, block, { mode: "paper", ...options })],
    ["key generation", (options) => device.generateKey({ modulusLength: 512 }, { seed: seedOf(1), ...options })],
  ];

  it.each(runs)("ends %s by aborting the signal", (_name, run) => {
    const stop = new AbortController();
    let calls = 0;
    const onProgress = () => {
      if (++calls === 2) stop.abort(new Error("enough"));
    };
    expect(() => run({ signal: stop.signal, onProgress })).toThrow("enough");
    expect(calls).toBe(2);
  });

  it.each(runs)("throws its own error out of %s", (_name, run) => {
    const own = new TypeError("the caller's own");
    const onProgress = () => {
      throw own;
    };
    expect(() => run({ onProgress })).toThrow(own);
  });

  it.each(runs)("may use the library and the key during %s", (_name, run) => {
    run({ onProgress: () => expect(device.decryptRaw(key, block).message).toEqual(key.decryptRaw(block)) });
  });
});

it("an estimate without a count is refused", () => {
  for (const count of [0, -1, Number.NaN, undefined as unknown as number]) {
    expectRefused(() => estimatedOperationsPerSecond(count), "invalid-params", String(count));
  }
});

/** The inverse modulo m, by Euclid's extended algorithm. */
function inverse(a: bigint, m: bigint): bigint {
  let [r, s, x, y] = [m, a % m, 0n, 1n];
  while (s > 0n) [r, s, x, y] = [s, r % s, y, x - (r / s) * y];
  return ((x % m) + m) % m;
}

/** The first prime from here whose predecessor 65537 does not divide; by Fermat's test, which is enough for a fixed number. */
function smallestPrimeFrom(start: bigint): bigint {
  for (let candidate = start | 1n; ; candidate += 2n) {
    if (rsa.modPow(2n, candidate - 1n, candidate) === 1n && (candidate - 1n) % 65537n !== 0n) return candidate;
  }
}
