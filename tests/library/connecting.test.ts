// @module-tag platform
// The workers of rsa-variants/security and rsa-variants/xrsa, the modules that workers share, and workers from the inline entry.
import { connect, load } from "rsa-variants";
import { connect as connectBlind } from "rsa-variants/blind";
import { connect as connectInline, inlineWorker, load as loadInline, wasmBytes } from "rsa-variants/inline";
import { attacks, connect as connectSecurity, load as loadSecurity } from "rsa-variants/security";
import {
  connect as connectXrsa,
  Device,
  decryptRawInSoftware,
  load as loadXrsa,
  type Progress,
} from "rsa-variants/xrsa";
import { describe, expect, it, vi } from "vitest";
import { greeting } from "../../web/library/dist/workers/protocol.js";
import { portOf } from "../../web/library/dist/workers/worker-slot.js";
import { small } from "./security/small-keys.ts";
import { build, closedAtEnd, expectRefused, expectRejected, madeFrom, seedOf } from "./support.ts";

/** Counts the modules of this package that a call compiles. */
async function compilationsIn(call: () => Promise<void>): Promise<number> {
  let count = 0;
  const { compile, compileStreaming } = WebAssembly;
  const counted = async (compiling: Promise<WebAssembly.Module>) => {
    const module = await compiling;
    // Node has its own modules, for fetch.
    if (WebAssembly.Module.exports(module).some(({ name }) => name === "__wbindgen_start")) count += 1;
    return module;
  };
  WebAssembly.compile = (bytes) => counted(compile(bytes));
  WebAssembly.compileStreaming = (source) => counted(compileStreaming(source));
  try {
    await call();
  } finally {
    Object.assign(WebAssembly, { compile, compileStreaming });
  }
  return count;
}

/** Starts everything at the same time, before anything is loaded. */
const compilationsAtFirst = await compilationsIn(async () => {
  const opening = [
    connect({ build, workers: 1 }),
    connect({ build, workers: 1 }),
    connectSecurity({ workers: 1 }),
    connectXrsa({ workers: 1 }),
  ];
  await Promise.all([load({ build }), loadSecurity(), loadXrsa()]);
  for (const workers of await Promise.all(opening)) await workers.close();
  await (await connect({ build, workers: 1 })).close();
});

const [rsa, security, xrsa] = await Promise.all([load({ build }), loadSecurity(), loadXrsa()]);
const securityWorkers = closedAtEnd(await connectSecurity({ workers: 2 }));
const xrsaWorkers = closedAtEnd(await connectXrsa({ workers: 2 }));
const inNode = typeof document === "undefined";
const key = rsa.generateKey({ variant: "rebalanced", modulusLength: 512, crtExponentLength: 80 }, madeFrom(950));

describe("workers with verdicts and attacks", () => {
  const workers = securityWorkers;

  it("return the library's description of itself", () => {
    expect(workers.targets).toEqual(security.targets);
    expect(workers.thresholds).toEqual(security.thresholds);
    expect(workers.attacks).toBe(attacks);
    expect(workers.size).toBe(2);
  });

  it("assess parameters and keys as the library does, also keys that are in workers", async () => {
    const params = { variant: "multi-prime", modulusLength: 2048, primes: 4 } as const;
    expect(await workers.assess(params)).toEqual(security.assess(params));
    const options = { publicExponentLength: 300 };
    expect(await workers.assess(key.params, options)).toEqual(security.assess(key.params, options));
    const [privately, publicly] = [security.assess(key), security.assess(key.publicKey)];
    await using remotely = await connect({ build, workers: 1 });
    const remote = await remotely.keyFromComponents(key.params, key.components());
    for (const each of [key, remote, { params: key.params, components: key.components() }]) {
      expect(await workers.assess(each)).toEqual(privately);
    }
    for (const each of [key.publicKey, remote.publicKey]) expect(await workers.assess(each)).toEqual(publicly);
    using other = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(951));
    const others = [other.publicKey, remote.publicKey];
    expect(await workers.assess(other.publicKey, { others })).toEqual(security.assess(other.publicKey, { others }));
    expectRefused(() => security.assess(remote as never), "invalid-params", "in a worker");
    remote.free();
    await expectRejected(workers.assess(remote), "use-after-free");
  });

  it("attack the keys that they made, like the library", async () => {
    for (const name of ["small-crt-exponents", "common-modulus", "fault"] as const) {
      const options = { ...small[name], seed: seedOf(952) };
      const made = await workers.demonstration(name, options);
      expect(made).toEqual(await security.demonstration(name, options));
      const steps = new Set<string>();
      const onProgress = ({ step }: { readonly step: string }) => steps.add(step);
      const { seconds, ...outcome } = await workers.runAttack(name, made.target, { onProgress });
      const expected = new Set<string>();
      const local = await security.runAttack(name, made.target, { onProgress: ({ step }) => expected.add(step) });
      expect({ ...outcome, seconds: local.seconds }).toEqual(local);
      expect(steps).toEqual(expected); // none is left out
      expect(seconds).toBeGreaterThanOrEqual(0);
    }
    // A key of the library is a target too.
    expect((await workers.runAttack("small-private-exponent", key.publicKey)).found).toBe(false);
  });

  it("throw the same errors as the library", async () => {
    await expectRejected(workers.assess({ variant: "crt", modulusLength: 1 }), "invalid-params", 128);
    const target = { modulus: key.publicKey.modulus, publicExponent: 65537n };
    await expectRejected(workers.runAttack("small-private-exponent", target), "attack-not-applicable", "17 bits");
    const signal = AbortSignal.abort("before");
    await expect(workers.assess(key.params, { signal })).rejects.toBe("before");
    expect(() => security.assess(key.params, { signal })).toThrow("before");
    await expectRejected(connectSecurity({ workers: 0 }), "invalid-params", "workers", 0);
    await expectRejected(connectSecurity({ build: "auto" } as never), "invalid-params", "build");
    await expectRejected(connectSecurity({ source: wasmBytes(build) }), "worker-failed", "WebAssembly");
  });
});

describe("workers with the device", () => {
  const workers = xrsaWorkers;
  const block = new Uint8Array([2]);

  it("compute as the device does, with keys of either library", async () => {
    const local = new Device(xrsa, { multiplierLength: 256 });
    const device = await workers.device({ multiplierLength: 256 });
    expect([device.multiplierLength, device.unitRam, device.controllerRam]).toEqual([256, 3072, 16384]);
    const shape = { modulusLength: 512 };
    expect(await device.plan(shape, { mode: "paper" })).toEqual(local.plan(shape, { mode: "paper" }));
    const seed = seedOf(953);
    expect(await device.generateKey(shape, { seed })).toEqual(local.generateKey(shape, { seed }));
    await using remotely = await connect({ build, workers: 1 });
    const remote = await remotely.keyFromComponents(key.params, key.components());
    const numbers = { params: key.params, components: key.components() };
    const expected = local.decryptRaw(key, block, { trace: "operations" });
    expect(local.decryptRaw(numbers, block, { trace: "operations" })).toEqual(expected);
    for (const each of [key, remote, numbers]) {
      expect(await device.decryptRaw(each, block, { trace: "operations" })).toEqual(expected);
      expect(await device.publicModulus(each)).toEqual(local.publicModulus(key));
      expect(await workers.decryptRawInSoftware(each, block)).toEqual(decryptRawInSoftware(xrsa, key, block));
    }
    expect((await device.decryptRaw(key.components(), block)).message).toEqual(expected.message);
    expectRefused(() => local.decryptRaw(remote as never, block), "invalid-params", "in a worker");
  });

  it("report progress, and can be canceled", async () => {
    const short = await workers.device({ multiplierLength: 256 });
    const sections = new Set<string>();
    const onProgress = ({ section }: Progress) => sections.add(section.step);
    const { report } = await short.decryptRaw(key, block, { onProgress });
    expect(sections.size).toBeGreaterThan(0);
    for (const step of sections) expect(report.sections.map((section) => section.step)).toContain(step);
    // Primes of 4096 bits take the device's model minutes.
    const device = await workers.device({ multiplierLength: 4096, unitRam: 8192, controllerRam: 65536 });
    const stop = new AbortController();
    const options = { signal: stop.signal, onProgress: () => stop.abort("enough") };
    await expect(device.generateKey({ modulusLength: 8192 }, options)).rejects.toBe("enough");
  });

  it("throw the same errors as the device", async () => {
    await expectRejected(workers.device({ multiplierLength: 100 }), "invalid-params", "multiplierLength", 100);
    const device = await workers.device();
    await expectRejected(device.plan({ modulusLength: 4097 }), "invalid-params", 2048, 2049);
    await expectRejected(device.publicModulus(key, { mode: "paper" } as never), "invalid-params", "mode");
    const signal = AbortSignal.abort("before");
    await expect(device.plan({ modulusLength: 4096 }, { signal })).rejects.toBe("before");
    await expect(workers.device({}, { signal })).rejects.toBe("before");
  });
});

describe("a module", () => {
  it("is compiled once by load and every connect, of each library", () => {
    expect(compilationsAtFirst).toBe(3);
  });

  it("is compiled once for each source", async () => {
    const bytes = await wasmBytes(build);
    const source = () => bytes;
    const connectTwice = async (given: typeof source | typeof bytes) => {
      const both = [connect({ build, workers: 1, source: given }), connect({ build, workers: 1, source: given })];
      for (const workers of await Promise.all(both)) await workers.close();
      await (await connect({ build, workers: 1, source: given })).close();
      await load({ build, source: given });
    };
    expect(await compilationsIn(() => connectTwice(source))).toBe(1);
    expect(await compilationsIn(() => connectTwice(bytes))).toBe(1);
  });

  it("of key formats is compiled once too, and only when it is needed", async () => {
    const source = async () => {
      const { formatsWasmBytes } = await import("rsa-variants/inline");
      return formatsWasmBytes();
    };
    const expected = await key.publicKey.export("spki-der");
    const count = await compilationsIn(async () => {
      const opened = await Promise.all([1, 2].map(() => connect({ build, workers: 1, formatsSource: source })));
      for (const workers of opened) {
        const remote = await workers.keyFromComponents(key.params, key.components());
        expect(await remote.publicKey.export("spki-der")).toEqual(expected);
        await workers.close();
      }
    });
    expect(count).toBe(1);
  });

  it("that cannot be used is compiled again", async () => {
    const empty = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    let isRight = false;
    const source = async () => (isRight ? wasmBytes(build) : empty);
    await expectRejected(connect({ build, source, workers: 1 }), "worker-failed", "a different module");
    isRight = true;
    await using workers = await connect({ build, source, workers: 1 });
    expect(await workers.modPow(3n, 5n, 101n)).toBe(41n);
  });
});

describe("workers from the inline entry", () => {
  it("need only what the entry contains", async () => {
    const count = await compilationsIn(async () => {
      const workers = await connectInline({ build, workers: 2 });
      expect(workers.build).toBe(build);
      const remote = await workers.generateKey({ variant: "r-prime", modulusLength: 768 }, madeFrom(954));
      const ciphertext = await remote.publicKey.encryptRaw(new Uint8Array([42]));
      expect((await remote.decryptRaw(ciphertext)).at(-1)).toBe(42);
      const again = await workers.importPrivateKey(await remote.export("pkcs8-pem"));
      expect(await again.components()).toEqual(await remote.components());
      await workers.close();
      await (await connectInline({ build, workers: 1 })).close();
      await loadInline({ build });
    });
    expect(count).toBe(2); // the build and the key formats
    await expectRejected(connectInline({ worker: inlineWorker } as never), "invalid-params", "worker");
    await expectRejected(connectInline({ workers: 0 }), "invalid-params", "workers");
  });

  it("serve every library", async () => {
    const [main, blind, security, xrsa] = await Promise.all([
      connect({ build, workers: 1, worker: inlineWorker }),
      connectBlind({ workers: 1, worker: inlineWorker }),
      connectSecurity({ workers: 1, worker: inlineWorker }),
      connectXrsa({ workers: 1, worker: inlineWorker }),
    ]);
    expect(await main.modPow(3n, 5n, 101n)).toBe(41n);
    expect(await blind.suite("RSABSSA-SHA384-PSS-Randomized").prepare(new Uint8Array(1))).toHaveLength(33);
    expect((await security.assess({ variant: "crt", modulusLength: 3072 })).verdict).toBe("good");
    expect((await (await xrsa.device()).plan({ modulusLength: 4096 })).total.multiplications).toBe(5006);
    for (const workers of [main, blind, security, xrsa]) await workers.close();
  });
});

describe("a worker's script", () => {
  it("without the entry of a library leads to an error that names the entry", async () => {
    const script = new URL("../../web/library/dist/workers/rsa-variants-worker.js", import.meta.url);
    const threads = inNode ? await import("node:worker_threads") : undefined;
    const worker = () => (threads ? new threads.Worker(script) : new Worker(script, { type: "module" }));
    await expectRejected(connectSecurity({ workers: 1, worker }), "worker-failed", "rsa-variants/security/worker");
  });

  it("that is not this package's leads to an error after ten seconds, with its address", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const received: unknown[] = [];
      const reasons: string[] = [];
      const events = {
        message: (message: unknown) => received.push(message),
        failure: (text: string) => reasons.push(text),
      };
      const started = (address?: string) => {
        let post: (message: unknown) => void = () => {};
        const worker = {
          postMessage: () => {},
          terminate: () => {},
          addEventListener: (type: string, listener: (event: unknown) => void) => {
            if (type === "message") post = (data) => listener({ data });
          },
        };
        portOf([worker, address], events);
        return post;
      };
      for (const post of [started("https://example.com/worker.js"), started()]) {
        for (const message of ["hello", null, undefined, { type: "ready" }]) post(message);
      }
      const ours = started();
      ours(greeting);
      ours({ type: "ready" });
      vi.advanceTimersByTime(9999);
      expect(reasons).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(reasons).toEqual([
        expect.stringMatching(/within 10 s: is https:\/\/example\.com\/worker\.js another script/),
        expect.stringContaining("import the worker entry"),
      ]);
      expect(received).toEqual([{ type: "ready" }]);
    } finally {
      vi.useRealTimers();
    }
  });
});
