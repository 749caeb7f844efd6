// @module-tag platform
// One key made by several workers.
import { connect, type KeyGenerationProgress, type RsaWorkers, type WorkerPrivateKey } from "rsa-variants";
import { inlineWorker } from "rsa-variants/inline";
import { afterEach, describe, expect, it } from "vitest";
import { SharedSearch } from "../../web/library/dist/workers/shared-search.js";
import type { WorkerSlot } from "../../web/library/dist/workers/worker-slot.js";
import { build, expectRejected, madeFrom, smallParams, toBytes, toNumber } from "./support.ts";

type StartedWorker = ReturnType<typeof inlineWorker>;

let open: RsaWorkers[] = [];
/** A pool with its workers and the calls that they got, in order. */
interface Watched {
  readonly pool: RsaWorkers;
  readonly started: StartedWorker[];
  readonly calls: { readonly worker: number; readonly method: string }[];
}

async function start(workers: number): Promise<Watched> {
  const started: StartedWorker[] = [];
  const calls: { worker: number; method: string }[] = [];
  const worker = () => {
    const one = inlineWorker();
    const index = started.push(one) - 1;
    const post = one.postMessage.bind(one);
    one.postMessage = (message: { readonly method?: string }, transfer) => {
      if (message.method !== undefined) calls.push({ worker: index, method: message.method });
      post(message, transfer);
    };
    return one;
  };
  const pool = await connect({ build, workers, worker });
  open.push(pool);
  return { pool, started, calls };
}
afterEach(async () => {
  for (const pool of open) await pool.close();
  open = [];
});

/** Starts all workers of a pool, so that they can help. */
async function startAll(pool: RsaWorkers): Promise<void> {
  await Promise.all(Array.from({ length: pool.size }, () => pool.modPow(2n, 3n, 5n)));
}

/** Key generation that no machine finishes during a test: nine million candidates, of which two workers test some 2,500 a second. */
const endless = { variant: "scheme-a", modulusLength: 8192, crtExponentLength: 160 } as const;
const part = "generateKeyFrom";

async function expectSound(key: WorkerPrivateKey): Promise<void> {
  await key.check();
  const block = toBytes(2n ** 100n, Math.ceil(key.params.modulusLength / 8));
  expect(await key.decryptRaw(await key.publicKey.encryptRaw(block))).toEqual(block);
}

/** The workers that got this call, in order. */
function workersWith({ calls }: Watched, method: string): number[] {
  return [...new Set(calls.filter((call) => call.method === method).map(({ worker }) => worker))];
}

/** Starts an endless search; resolves when every worker of the pool takes part. */
async function searchInAll(watched: Watched, signal?: AbortSignal): Promise<{ readonly key: Promise<never> }> {
  const { pool } = watched;
  let key: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    const onProgress = () => {
      if (workersWith(watched, part).length === pool.size) resolve();
    };
    key = pool.generateKey(endless, { allowBroken: true, signal, onProgress });
    key.catch(() => {});
  });
  return { key: key as Promise<never> };
}

/** Makes a worker fail outside any call. */
function fail(worker: StartedWorker | undefined, message: string): void {
  if (worker !== undefined && "on" in worker) {
    (worker as unknown as { emit(type: string, error: Error): void }).emit("error", new Error(message));
  } else {
    (worker as unknown as EventTarget).dispatchEvent(new ErrorEvent("error", { message }));
  }
}

describe("a key from several workers", () => {
  it("is sound, for every variant", async () => {
    const watched = await start(2);
    const { pool } = watched;
    await startAll(pool);
    for (const params of smallParams) {
      using key = await pool.generateKey(params, { allowBroken: true });
      expect(key.params).toMatchObject(params);
      await expectSound(key);
    }
    expect(workersWith(watched, part)).toHaveLength(2);
  });

  it("has the primes of a common modulus too", async () => {
    const watched = await start(2);
    const { pool } = watched;
    await startAll(pool);
    const params = { variant: "r-prime", modulusLength: 768, primes: 3, crtExponentLength: 100 } as const;
    const { fast, compatible } = await pool.generateCommonModulusKeys(params, 17n, { allowBroken: true });
    expect(fast.publicKey.modulus).toBe(compatible.publicKey.modulus);
    expect(compatible.publicKey.publicExponent).toBe(17n);
    for (const key of [fast, compatible]) await expectSound(key);
    expect(workersWith(watched, "generateCommonModulusKeysFrom")).toHaveLength(2);
  });

  it("is not shared with a seed, nor in a pool of one worker", async () => {
    const [two, one] = [await start(2), await start(1)];
    await startAll(two.pool);
    const seeded = await two.pool.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(300));
    const alone = await one.pool.generateKey({ variant: "crt", modulusLength: 1024 }, { allowBroken: true });
    for (const key of [seeded, alone]) await expectSound(key);
    for (const watched of [two, one]) expect(workersWith(watched, part)).toEqual([]);
  });

  it("reports progress that never goes back", async () => {
    const { pool } = await start(2);
    await startAll(pool);
    const seen: KeyGenerationProgress[] = [];
    const onProgress = (progress: KeyGenerationProgress) => seen.push(progress);
    await pool.generateKey({ variant: "multi-prime", modulusLength: 1536 }, { allowBroken: true, onProgress });
    const primes = seen.filter(({ phase }) => phase === "primes");
    expect(primes.map(({ done }) => done)).toEqual([0, 1, 2, 3]);
    expect(new Set(primes.map(({ expected }) => expected))).toEqual(new Set([3]));
    for (const [i, { phase, done }] of seen.entries()) {
      const before = seen[i - 1];
      if (phase === "candidates" && before?.phase === phase) expect(done).toBeGreaterThanOrEqual(before.done);
    }
  });

  it("warns once, and refuses broken parameters before any worker searches", async () => {
    const watched = await start(2);
    const { pool } = watched;
    await startAll(pool);
    const params = { variant: "rebalanced", modulusLength: 1024, crtExponentLength: 80 } as const;
    const warnings: string[] = [];
    const onWarning = ({ verdict }: { readonly verdict: string }) => warnings.push(verdict);
    await expectRejected(pool.generateKey(params), "broken-params");
    await expectRejected(pool.generateKey({ variant: "crt", modulusLength: 1 }), "invalid-params");
    await expectRejected(pool.generateKey(params, { allowBroken: 1 as never }), "invalid-params", "allowBroken");
    for (const options of [5, "allowBroken"])
      await expectRejected(pool.generateKey(params, options as never), "invalid-params", "options");
    const failure = new Error("of the caller");
    const fails = () => {
      throw failure;
    };
    await expect(pool.generateKey(params, { allowBroken: true, onWarning: fails })).rejects.toBe(failure);
    expect(workersWith(watched, part)).toEqual([]);
    await pool.generateKey(params, { allowBroken: true, onWarning });
    expect(warnings).toEqual(["broken"]);
    expect(await pool.modPow(2n, 3n, 5n)).toBe(3n);
  });

  it("reports the sum of what all workers have tried", async () => {
    const tried: number[] = [];
    const search = new SharedSearch(
      async (slot, _known, _milliseconds, report) => {
        report({ phase: "candidates", done: slot === leader ? 5 : 3, expected: 9 });
        return new Uint8Array(1);
      },
      ({ done }) => void tried.push(done),
      () => {},
    );
    const leader = {} as WorkerSlot;
    await Promise.all([search.lead(leader), search.help({} as WorkerSlot)]);
    expect(tried).toEqual([5, 8]);
  });

  it("starts more workers if it takes long", async () => {
    const watched = await start(2);
    const { started } = watched;
    expect(started).toHaveLength(1);
    const controller = new AbortController();
    const { key } = await searchInAll(watched, controller.signal); // resolves once the second worker takes part
    expect(started).toHaveLength(2);
    controller.abort("enough");
    await expect(key).rejects.toBe("enough");
  });
});

describe("while several workers search", () => {
  it("an abort ends the search in all of them, and keys stay usable", async () => {
    const watched = await start(2);
    const { pool, calls } = watched;
    await startAll(pool);
    const before = await pool.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(301));
    const controller = new AbortController();
    const { key } = await searchInAll(watched, controller.signal);
    controller.abort("enough");
    await expect(key).rejects.toBe("enough");
    // Both workers answer: nothing occupies them.
    const ciphertext = await before.publicKey.encryptRaw(new Uint8Array([4]));
    const answers = await Promise.all([before.decryptRaw(ciphertext), before.decryptRaw(ciphertext)]);
    expect(answers.map(toNumber)).toEqual([4n, 4n]);
    const count = calls.length;
    await startAll(pool);
    expect(calls.slice(count).map(({ method }) => method)).toEqual(["modPow", "modPow"]);
  });

  it("other calls get a helping worker", async () => {
    const watched = await start(2);
    const { pool } = watched;
    const controller = new AbortController();
    const { key } = await searchInAll(watched, controller.signal);
    // The search does not end, so the answers come from the worker that helps.
    for (let i = 0n; i < 20n; i++) expect(await pool.modPow(i, 3n, 1009n)).toBe(i ** 3n % 1009n);
    const other = await pool.generateKey({ variant: "crt", modulusLength: 512 }, { allowBroken: true });
    await expectSound(other);
    controller.abort("enough");
    await expect(key).rejects.toBe("enough");
  });

  it("the search survives the end of a helping worker, but not of its own", async () => {
    const watched = await start(2);
    const { pool, started } = watched;
    await startAll(pool);
    const { key } = await searchInAll(watched);
    let ended = false;
    key.catch(() => {
      ended = true;
    });
    const [leader = 0, helper = 0] = workersWith(watched, part);
    fail(started[helper], "gone");
    expect(await pool.modPow(2n, 3n, 5n)).toBe(3n); // in a new worker
    expect(ended).toBe(false);
    fail(started[leader], "gone");
    await expectRejected(key, "worker-failed", "gone");
    expect(await pool.modPow(2n, 3n, 5n)).toBe(3n);
  });

  it("a progress callback that throws ends it, whichever worker reported", async () => {
    const { pool } = await start(2);
    await startAll(pool);
    const own = new RangeError("mine");
    let reports = 0;
    const onProgress = () => {
      if (++reports > 20) throw own;
    };
    await expect(pool.generateKey(endless, { allowBroken: true, onProgress })).rejects.toBe(own);
    expect(await pool.modPow(2n, 3n, 5n)).toBe(3n);
  });
});
