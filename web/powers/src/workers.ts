/// <reference lib="esnext.disposable" preserve="true" />
import type { Build } from "../../library/src/builds.js";
import { bytesToBigInt } from "../../library/src/bytes.js";
import { makeAsyncDisposable } from "../../library/src/handle.js";
import { type AbortOptions, abortNames, checkCallback, checkOptions, type Names } from "../../library/src/options.js";
import type { WorkerPool } from "../../library/src/workers/pool.js";
import type { Residue } from "./crt.js";
import { checkModulus } from "./modulus.js";
import { type Natural, natural } from "./numbers.js";
import {
  checkPrimeOptions,
  checkSearch,
  type GeneratePrimeOptions,
  type PrimeOptions,
  type SearchProgress,
} from "./primes.js";
import { WorkerModulus } from "./worker-modulus.js";

export type { TablePowOptions, WorkerFixedBase } from "./worker-fixed-base.js";
export { WorkerModulus };

/** Options of a test of a prime in a worker. */
export interface WorkerPrimeOptions extends PrimeOptions, AbortOptions {}

const primeNames: Names<WorkerPrimeOptions> = { ...abortNames, rounds: true, safe: true };

/**
 * The library in workers; start it with `connect`. Its calls return promises and do not block this thread. Each accepts a `signal`
 * that ends it at once.
 *
 * @example
 * ```ts
 * import { connect } from "modular-powers";
 * const workers = await connect();
 * const p = await workers.generatePrime({ bits: 512, safe: true, signal: AbortSignal.timeout(60_000) });
 * console.log(await workers.isPrime(p, { safe: true })); // true
 * await workers.close();
 * ```
 */
export class PowersWorkers {
  static {
    makeAsyncDisposable(PowersWorkers.prototype);
  }

  /** Ends all workers at the end of an `await using` declaration's block. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;
  /** The build of the WebAssembly that runs. */
  readonly build: Build;
  readonly #workers: WorkerPool;

  /** @internal */
  constructor(pool: WorkerPool, build: Build) {
    this.#workers = pool;
    this.build = build;
  }

  /** The maximum number of workers at the same time. */
  get size(): number {
    return this.#workers.size;
  }

  /**
   * A modulus whose calls run in workers. Each worker prepares it when it first needs it.
   *
   * @param modulus a bigint or unsigned big-endian bytes, odd, of 64 to 16384 bits
   * @throws PowersError as for `Powers.modulus`
   */
  modulus(modulus: Natural): WorkerModulus {
    const { bytes, bits } = checkModulus(modulus);
    return new WorkerModulus(this.#workers, new Uint8Array(bytes), bits);
  }

  /**
   * Whether a number is prime, as `Powers.isPrime`.
   *
   * @param number a bigint or bytes, of at most 65536 bits
   * @param options the number of rounds; whether `(p − 1)/2` must be prime, too; a signal
   * @throws PowersError as for `Powers.isPrime`; `closed`
   */
  async isPrime(number: Natural, options: WorkerPrimeOptions = {}): Promise<boolean> {
    const { signal, ...rest } = checkOptions(options, primeNames, "{ rounds: 5 }");
    const checked = checkPrimeOptions(rest);
    const bytes = natural("number", number);
    return (await this.#workers.call(undefined, "isPrime", [bytes, checked], { signal })) as boolean; // as Served.isPrime
  }

  /**
   * Generates a random prime, as `Powers.generatePrime`. All workers that are idle search together.
   *
   * @param options the length, the kind, a condition; progress; a signal that ends the search at once
   * @throws PowersError as for `Powers.generatePrime`; `closed`
   */
  async generatePrime(options: GeneratePrimeOptions): Promise<bigint> {
    const search = checkSearch(options);
    const { onProgress, signal } = options;
    checkCallback("onProgress", onProgress);
    const report = ({ done, expected }: { done: number; expected: number }) =>
      onProgress?.({ tested: done, expected } satisfies SearchProgress);
    // Each part sieves again; if that takes long, the worker makes its parts longer.
    const isLong = search.bits >= (search.safe ? 512 : 3072);
    const plan = { partLength: 50, isLong };
    const shared = { signal, ...(onProgress === undefined ? {} : { onProgress: report }) };
    const prime = await this.#workers.share("searchPart", [search], shared, plan);
    return bytesToBigInt(prime as Uint8Array); // as Served.searchPart
  }

  /**
   * The least number with the given remainders, as `Powers.crt`.
   *
   * @param residues remainders, each with its modulus; the moduli must be coprime
   * @param options a signal
   * @throws PowersError as for `Powers.crt`; `closed`
   */
  async crt(residues: readonly Residue[], options: AbortOptions = {}): Promise<bigint> {
    checkOptions(options, abortNames, "{ signal }");
    return (await this.#workers.call(undefined, "crt", [residues], options)) as bigint; // as Served.crt
  }

  /**
   * Ends all workers. Running and waiting calls are rejected with `closed`, and moduli can no longer be used.
   */
  async close(): Promise<void> {
    this.#workers.close();
  }
}
