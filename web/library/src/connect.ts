/// <reference lib="esnext.disposable" preserve="true" />
import { platform } from "#platform";
import type { Build } from "./builds.js";
import { describe, invalid } from "./errors.js";
import { chooseBuild, compileBuild, formatsModule, type LoadOptions, loadNames } from "./load.js";
import { checkOptions, type Names } from "./names.js";
import { checkWholeNumber } from "./params.js";
import type { Rsa } from "./rsa.js";
import { startRsaOnce } from "./start.js";
import type { Engine } from "./variants.js";
import { rsaCalls, workerClass } from "./workers/calls.js";
import { isKeyResult, WorkerPool } from "./workers/pool.js";
import { type AnyWorker, portOf } from "./workers/port.js";
import type { RsaStart } from "./workers/rsa-worker.js";
import { type Home, WorkerPrivateKey, WorkerPublicKey } from "./workers/worker-keys.js";

/** How to start the workers. */
export interface ConnectOptions extends LoadOptions {
  /** How many workers at most; they are started on demand. Default: as many as the machine has threads. */
  readonly workers?: number | undefined;
  /**
   * Starts a worker whose script imports `rsa-variants/worker`: for bundlers that do not find this package's own worker, and for
   * scripts from another origin. Default: the file beside this package.
   */
  readonly worker?: (() => AnyWorker) | undefined;
}

const connectNames: Names<ConnectOptions> = { ...loadNames, workers: true, worker: true };

/**
 * Starts the library in workers: Web Workers in browsers, worker threads in Node. The WebAssembly is compiled once and
 * shared, that of key formats by the first call that needs it. In Node, idle workers do not keep the process alive.
 *
 * @param options how many workers, which build, and where worker and WebAssembly come from
 * @throws RsaError `load-failed`, `unsupported-build` as `load`; `worker-failed` when the first worker does not start;
 * `invalid-params`
 *
 * @example
 * ```ts
 * import { connect } from "rsa-variants";
 *
 * const workers = await connect();
 * const stop = new AbortController();
 * const key = await workers.generateKey(
 *   { variant: "crt", modulusLength: 2048 },
 *   { signal: stop.signal, onProgress: ({ phase, done }) => console.log(phase, done) },
 * );
 * const message = await key.decryptRaw(await key.publicKey.encryptRaw(new Uint8Array([42])));
 * await workers.close();
 * ```
 */
export async function connect(options: ConnectOptions = {}): Promise<RsaWorkers> {
  const { workers: size = platform.parallelism(), worker } = checkOptions(options, connectNames, "{ workers: 2 }");
  checkWholeNumber("workers", size);
  if (size < 1) throw invalid("workers", `must be at least 1, got ${size}`);
  if (worker !== undefined && typeof worker !== "function") {
    throw invalid("worker", `must be a function that starts a worker, got ${describe(worker)}`);
  }
  const build = await chooseBuild(options);
  const module = await compileBuild(build, options.source);
  const formats = formatsModule(options.formatsSource);
  const pool = new WorkerPool({
    startWorker: (events) => portOf((worker ?? platform.startWorker)(), events),
    start: { build, module } satisfies RsaStart,
    formats: () => formats.compiled(),
    size,
  });
  try {
    const engines = (await pool.open()) as readonly Engine[]; // what a worker says of itself
    const here = () => startRsaOnce(build, async () => module, formats);
    return new RsaWorkers({ pool, here }, build, engines);
  } catch (error) {
    pool.close();
    throw error;
  }
}

const RsaCalls = workerClass<Rsa, typeof rsaCalls, WorkerPrivateKey, WorkerPublicKey>(rsaCalls);

/**
 * The calls of `Rsa` as promises, which are queued over the workers: none blocks this thread, and each takes a `signal` that ends
 * it.
 */
export class RsaWorkers extends RsaCalls {
  static {
    if (typeof Symbol.asyncDispose === "symbol") {
      Object.defineProperty(RsaWorkers.prototype, Symbol.asyncDispose, {
        value(this: RsaWorkers) {
          return this.close();
        },
        configurable: true,
        writable: true,
      });
    }
  }

  declare readonly [Symbol.asyncDispose]: () => Promise<void>;
  /** Which compilation of the WebAssembly runs. */
  readonly build: Build;
  /** The engines that run in the workers, fastest first; the first is the default. */
  readonly engines: readonly Engine[];
  readonly #pool: WorkerPool;

  /** @internal */
  constructor(home: Home, build: Build, engines: readonly Engine[]) {
    const { pool } = home;
    super(async (...call) => revive(home, await pool.call(undefined, ...call)));
    this.#pool = pool;
    this.build = build;
    this.engines = Object.freeze([...engines]);
  }

  /** How many workers there may be at once. */
  get size(): number {
    return this.#pool.size;
  }

  /** Ends all workers. Calls under way or waiting are rejected with `closed`, and keys can no longer be used. */
  async close(): Promise<void> {
    this.#pool.close();
  }
}

/** The result of a call, with keys for what stands for them. */
function revive(home: Home, output: unknown): unknown {
  if (isKeyResult(output)) {
    const { keyId, record } = output;
    if (record.kind === "private") return new WorkerPrivateKey(home, keyId, record);
    return new WorkerPublicKey(home, keyId, record);
  }
  if (typeof output !== "object" || output === null || !Object.values(output).some(isKeyResult)) return output;
  return Object.fromEntries(Object.entries(output).map(([name, member]) => [name, revive(home, member)]));
}
