// What the package adds to the device: arguments, results as plain objects, errors, callbacks. What it computes is tested in crates/xrsa.
import { type KeyComponents, type KeyParams, load, type RsaErrorCode } from "rsa-variants";
import { load as loadInline } from "rsa-variants/inline";
import {
  Device,
  type DeviceOptions,
  estimatedOperationsPerSecond,
  load as loadXrsa,
  type ModeOptions,
  published,
  type RunOptions,
  type TracedNumber,
  type Xrsa,
} from "rsa-variants/xrsa";
import { describe, expect, it } from "vitest";
import { bitLength, build, expectRefused, madeFrom, messagesBelow, runnable, seedOf, toBytes } from "../support.ts";

const rsa = await load({ build });
const xrsa = await loadXrsa();
const key = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(600));
const device = new Device(xrsa, { multiplierLength: 256 });
const block = new Uint8Array([2]);

const allModes: readonly ModeOptions[] = [
  { mode: "paper" },
  { mode: "squarings" },
  ...[2, 3, 4, 5, 6].map((windowWidth) => ({ windowWidth })),
];

describe("a private operation", () => {
  const keys: readonly KeyParams[] = [
    { variant: "crt", modulusLength: 130 },
    { variant: "multi-prime", modulusLength: 515, primes: 3 },
    { variant: "rebalanced", modulusLength: 512, crtExponentLength: 80 },
    { variant: "r-prime", modulusLength: 515, primes: 3, crtExponentLength: 64 },
    { variant: "scheme-b", modulusLength: 512, crtExponentLength: 100 },
  ];

  it.each(keys)("with a $variant key gives the library's results, and takes what was planned", (params) => {
    using own = rsa.generateKey(params, madeFrom(400));
    const components = own.components();
    const { modulusLength, primes } = params;
    for (const number of messagesBelow(components.modulus, 0)) {
      const block = toBytes(number, Math.ceil(modulusLength / 8));
      const message = own.decryptRaw(block);
      for (const mode of allModes) {
        const run = device.decryptRaw(own, block, mode);
        expect(run.message).toEqual(message);
        expect(run).not.toHaveProperty("trace");
        const whole = device.decryptRaw(components, block, mode);
        expect(whole.message).toEqual(message);
        expect(whole.report).toEqual(device.plan({ modulusLength, primes }, mode));
        // The device knows from the parameters that the CRT exponents are short.
        const [short, long] = [run, whole].map(({ report }) => report.total.multiplications);
        if (params.crtExponentLength === undefined) expect(short).toBe(long);
        else expect(short).toBeLessThan(long as number);
      }
    }
    expect(device.publicModulus(own).modulus).toBe(components.modulus);
  });

  it("accepts keys of every build and entry", async () => {
    const libraries = await Promise.all([...runnable.map((each) => load({ build: each })), loadInline({ build })]);
    for (const library of libraries) {
      using own = library.generateKey({ variant: "rebalanced", modulusLength: 512 }, madeFrom(331));
      const { message } = device.decryptRaw(own, own.publicKey.encryptRaw(toBytes(5n, 64)));
      expect(message, library.build).toEqual(toBytes(5n, 64));
    }
  });

  it("is traced with or without values", () => {
    const c = key.publicKey.modulus / 3n;
    const traced = (trace: "operations" | "values") => device.decryptRaw(key, toBytes(c, 64), { mode: "paper", trace });
    const { trace = [] } = traced("values");
    // What they show of each other is tested in Rust, and in tests/page/xrsa/picture.test.ts.
    for (const { operands } of trace) for (const { value } of operands) expect(value).toEqual(expect.any(BigInt));
    const without = ({ value: _, ...number }: TracedNumber): TracedNumber => number;
    const plain = trace.map(({ operands, modulus, result, ...rest }) => ({
      ...rest,
      operands: operands.map(without),
      ...(modulus === undefined ? {} : { modulus: without(modulus) }),
      result: without(result),
    }));
    expect(traced("operations")).toEqual({ ...traced("values"), trace: plain });
  });

  it("reports progress up to what was expected", () => {
    const { total, sections } = device.plan({ modulusLength: 512 }, { mode: "paper" });
    const seen: number[] = [];
    device.decryptRaw(key, block, {
      mode: "paper",
      onProgress: ({ expected, multiplications, section, ...others }) => {
        expect([expected, others]).toEqual([total.multiplications, {}]);
        expect(section.multiplications).toBeLessThanOrEqual(multiplications);
        expect(sections.map(({ step }) => step)).toContain(section.step);
        seen.push(multiplications);
      },
    });
    expect(seen.length).toBeGreaterThan(5);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBeLessThanOrEqual(total.multiplications);
  });
});

describe("a report", () => {
  it("has the paper's chip and a window of 5 bits by default", () => {
    const standard = new Device(xrsa);
    expect(standard).toMatchObject({ multiplierLength: 2048, unitRam: 3072, controllerRam: 16384 });
    const plan = standard.plan({ modulusLength: 4096 });
    expect(plan).toEqual(standard.plan({ modulusLength: 4096 }, { mode: "window", windowWidth: 5 }));
    expect(plan).toMatchObject({ multiplierLength: 2048, operandLength: 2048, total: { multiplications: 5006 } });
  });

  it("differs from the paper's figures by one conversion for each prime", () => {
    const { total } = new Device(xrsa).plan({ modulusLength: 4096 }, { mode: "paper" });
    expect(published.correctedMultiplications).toBe(total.multiplications);
    expect(published.multiplications - total.multiplications).toBe(2);
    expect(published.source.authors).toContain("Dang");
    expect(estimatedOperationsPerSecond(12_302)).toBeCloseTo(2.2, 10);
    expect(estimatedOperationsPerSecond(5006)).toBeCloseTo(5.41, 2);
    for (const count of [0, -1, Number.NaN, undefined as unknown as number]) {
      expectRefused(() => estimatedOperationsPerSecond(count), "invalid-params", String(count));
    }
  });
});

describe("a key made on the device", () => {
  it.each([2, 3])("with %i primes is one that the library takes", (primes) => {
    const candidates: number[] = [];
    const multiplications: number[] = [];
    const onProgress = (progress: { readonly candidates?: number; readonly multiplications: number }) => {
      expect(progress).not.toHaveProperty("expected");
      if (progress.candidates !== undefined) candidates.push(progress.candidates);
      multiplications.push(progress.multiplications);
    };
    const shape = { modulusLength: 384, primes, publicExponent: 2n ** 32n - 1n };
    const { components, report } = device.generateKey(shape, { seed: seedOf(9), onProgress });
    expect(components.primes).toHaveLength(primes);
    expect(bitLength(components.modulus)).toBe(384);
    expect(components.publicExponents).toEqual([2n ** 32n - 1n]);
    const { publicExponent, modulusLength } = shape;
    const params = primes === 2 ? ({ variant: "crt" } as const) : ({ variant: "multi-prime", primes } as const);
    rsa.keyFromComponents({ ...params, modulusLength, publicExponent }, components).free();
    expect([...new Set(report.sections.map(({ step }) => step))]).toEqual(
      expect.arrayContaining(["primality", "crt-exponents", "crt-coefficients", "public-modulus"]),
    );
    expect(candidates.length).toBeGreaterThan(2);
    expect(multiplications).toEqual(multiplications.toSorted((a, b) => a - b));
    expect(multiplications.at(-1)).toBeLessThanOrEqual(report.total.multiplications);
  });

  it("depends on its seed, and is random without one", () => {
    const make = (seed?: Uint8Array) => device.generateKey({ modulusLength: 128 }, { seed });
    expect(make(seedOf(1))).toEqual(make(seedOf(1)));
    expect(make(seedOf(1)).components.modulus).not.toBe(make(seedOf(2)).components.modulus);
    expect(make().components.modulus).not.toBe(make().components.modulus);
  });
});

type Refused = [given: Record<string, unknown>, ...fragments: (string | number)[]];

describe("are refused", () => {
  /** The first fragment is the parameter. */
  function expectAlone(call: () => unknown, ...fragments: (string | number)[]): void {
    const error = expectRefused(call, "invalid-params", ...fragments);
    expect(error).toMatchObject({ parameter: fragments[0], message: `${error.parameter} ${error.problem}` });
  }

  it.each<Refused>([
    [{ multiplierLength: 64.5 }, "multiplierLength", 64.5],
    [{ multiplierLength: "2048" }, "multiplierLength", 2048],
    [{ multiplierLength: 2 ** 31 }, "multiplierLength", 32, 64, 4096, 2 ** 31],
    [{ unitRam: -1 }, "unitRam", -1],
    [{ controllerRam: 2 ** 32 }, "controllerRam", 2 ** 32],
    [{ controllerRam: null }, "controllerRam", "null"],
  ])("devices with %j", (options, ...fragments) =>
    expectAlone(() => new Device(xrsa, options as DeviceOptions), ...fragments),
  );

  it("devices without their module or options", () => {
    for (const other of [undefined, null, {}, "xrsa", rsa]) {
      expectRefused(() => new Device(other as unknown as Xrsa), "invalid-params", "load()", "rsa-variants/xrsa");
    }
    expectRefused(() => new Device(xrsa, 2048 as DeviceOptions), "invalid-params", "multiplierLength", 2048);
  });

  it.each(["unitRam", "controllerRam"] as const)("too small a memory before any work: %s", (name) => {
    const onProgress = () => expect.fail("it computed");
    const plan = device.plan({ modulusLength: 512 });
    const tight = new Device(xrsa, { multiplierLength: 256, [name]: plan[name] });
    expect(tight.decryptRaw(key, block).report).toEqual(plan);
    const lacks = new Device(xrsa, { multiplierLength: 256, [name]: plan[name] - 1 });
    expectAlone(() => lacks.plan({ modulusLength: 512 }), name, plan[name], plan[name] - 1);
    expectRefused(() => lacks.decryptRaw(key, block, { onProgress }), "invalid-params", name, plan[name]);
    const none = new Device(xrsa, { multiplierLength: 256, [name]: 0 });
    expectRefused(() => none.publicModulus(key), "invalid-params", name, 0);
    expectRefused(() => none.generateKey({ modulusLength: 512 }, { onProgress }), "invalid-params", name, 0);
  });

  it.each<Refused>([
    [{}, "modulusLength", "undefined"],
    [{ modulusLength: 127 }, "modulusLength", 127, 128],
    [{ modulusLength: 1024.5 }, "modulusLength", 1024.5],
    [{ modulusLength: 512, primes: 2.5 }, "primes", 2.5],
    [{ modulusLength: 4096, primes: 2 ** 31 }, "primes", 2 ** 31, 8],
  ])("shapes: %j", (shape, ...fragments) => {
    const given = shape as unknown as { modulusLength: number };
    expectRefused(() => device.plan(given), "invalid-params", ...fragments);
    expectRefused(() => device.generateKey(given), "invalid-params", ...fragments);
  });

  it.each<Refused>([
    [{ mode: "fast" }, "mode", "fast", "paper, squarings, window"],
    [{ mode: null }, "mode", "null"],
    [{ windowWidth: 2 ** 31 }, "windowWidth", 2 ** 31, 6],
    [{ windowWidth: 4.5 }, "windowWidth", 4.5],
    [{ mode: "paper", windowWidth: 4 }, "windowWidth", 4, "paper"],
  ])("modes: %j", (options, ...fragments) => {
    const given = options as ModeOptions;
    expectAlone(() => device.plan({ modulusLength: 512 }, given), ...fragments);
    expectRefused(() => device.decryptRaw(key, block, given), "invalid-params", ...fragments);
    expectRefused(() => device.generateKey({ modulusLength: 512 }, given), "invalid-params", ...fragments);
  });

  it("other arguments", () => {
    const run = (options: unknown) => () => device.decryptRaw(key, block, options as RunOptions);
    expectRefused(run("paper"), "invalid-params", "paper");
    expectRefused(run({ trace: "all" }), "invalid-params", "all");
    expectRefused(run({ trace: true }), "invalid-params", "true");
    expectRefused(run({ onProgress: "report" }), "invalid-params", "onProgress", "string");
    expectRefused(() => device.plan(512 as never), "invalid-params", "object", 512);
    for (const publicExponent of [-3n, 2n ** 32n + 1n]) {
      const params = { modulusLength: 512, publicExponent };
      expectRefused(() => device.generateKey(params), "invalid-params", "publicExponent", String(publicExponent));
    }
    const number = { modulusLength: 512, publicExponent: 65537 as never };
    expectRefused(() => device.generateKey(number), "invalid-params", "publicExponent", "bigint", "number");
    const seed = new Uint8Array(33);
    expectRefused(() => device.generateKey({ modulusLength: 512 }, { seed }), "invalid-params", 32, 33);
    expectRefused(() => device.decryptRaw(key, "2" as never), "invalid-params", "string");
    expectRefused(() => device.decryptRaw(key, new Uint8Array(65)), "invalid-length", 65, 64);
    expect(device.decryptRaw(key, new Uint8Array()).message).toEqual(new Uint8Array(64));
  });

  it("keys that are none, of other variants, wrong or freed", () => {
    for (const none of [null, undefined, 5, {}]) {
      expectRefused(() => device.decryptRaw(none as never, block), "invalid-params");
    }
    const good = key.components();
    const changes: readonly [Partial<KeyComponents> | { primes: string }, RsaErrorCode, string][] = [
      [{ primes: "11" }, "invalid-params", "primes"],
      [{ modulus: good.modulus + 2n }, "inconsistent-key", "product"],
      [{ modulus: 0n }, "invalid-params", "modulusLength"],
    ];
    for (const [change, code, fragment] of changes) {
      const changed = { ...good, ...change } as KeyComponents;
      expectRefused(() => device.decryptRaw(changed, block), code, fragment);
      expectRefused(() => device.publicModulus(changed), code, fragment);
    }
    const other = rsa.generateKey({ variant: "batch", modulusLength: 512 }, madeFrom(601));
    expectRefused(() => device.decryptRaw(other, block), "wrong-variant", "batch");
    other.free();
    expectRefused(() => device.decryptRaw(other, block), "use-after-free", "private key");
    expectRefused(() => device.publicModulus(other), "use-after-free");
  });
});

describe("a callback", () => {
  type Options = { readonly onProgress: () => void; readonly signal?: AbortSignal };
  const runs: readonly [name: string, run: (options: Options) => unknown][] = [
    ["a private operation", (options) => device.decryptRaw(key, block, { mode: "paper", ...options })],
    ["key generation", (options) => device.generateKey({ modulusLength: 512 }, { seed: seedOf(1), ...options })],
  ];

  it.each(runs)("ends %s by aborting the signal or throwing, and may use the library during it", (_name, run) => {
    const stop = new AbortController();
    let calls = 0;
    const onProgress = () => {
      if (++calls === 2) stop.abort(new Error("enough"));
    };
    expect(() => run({ signal: stop.signal, onProgress })).toThrow("enough");
    expect(calls).toBe(2);
    const own = new TypeError("the caller's own");
    const throwing = () => {
      throw own;
    };
    expect(() => run({ onProgress: throwing })).toThrow(own);
    run({ onProgress: () => expect(device.decryptRaw(key, block).message).toEqual(key.decryptRaw(block)) });
  });
});
