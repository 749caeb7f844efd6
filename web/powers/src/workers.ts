import type { Build } from "../../library/src/builds.js";
import { bytesToBigInt } from "../../library/src/bytes.js";
import { type AbortOptions, checkCallback } from "../../library/src/options.js";
import { type CallTable, type InWorkers, placeOf, workerClass } from "../../library/src/workers/calls.js";
import type { WorkerPool } from "../../library/src/workers/pool.js";
import { Workers } from "../../library/src/workers/workers.js";
import { checkModulus } from "./modulus.js";
import type { Natural } from "./numbers.js";
import type { Powers } from "./powers.js";
import { checkSearch, type GeneratePrimeOptions, type PrimeOptions, type SearchProgress } from "./primes.js";
import { WorkerModulus } from "./worker-modulus.js";

export type { TablePowOptions, WorkerFixedBase } from "./worker-modulus.js";
export { WorkerModulus };

/** Options of a test of a prime in a worker. */
export interface WorkerPrimeOptions extends PrimeOptions, AbortOptions {}

const powersCalls = {
  isPrime: [1, "both"],
  crt: [1, "signal"],
  invert: [2, "signal"],
} as const satisfies CallTable<Powers>;
const PowersCalls = workerClass<InWorkers<Powers, typeof powersCalls>, typeof Workers>(powersCalls, Workers);

/**
 * The library in workers; start it with `connect`. Its calls return promises and do not block this thread. Each accepts a `signal`
 * that ends it at once.
 */
export class PowersWorkers extends PowersCalls {
  /** The build of the WebAssembly that runs. */
  readonly build: Build;

  /** @internal */
  constructor(pool: WorkerPool, build: Build) {
    super(pool);
    this.build = build;
  }

  /**
   * A modulus whose calls run in workers. Each worker prepares it when it first needs it.
   *
   * @param modulus a bigint or unsigned big-endian bytes, odd, from 3 on, of at most 16384 bits
   * @throws PowersError as for `Powers.modulus`
   */
  modulus(modulus: Natural): WorkerModulus {
    const { bytes, bits } = checkModulus(modulus);
    return new WorkerModulus(placeOf(this)[0], new Uint8Array(bytes), bits);
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
    const prime = await placeOf(this)[0].share("searchPart", [search], shared, plan);
    return bytesToBigInt(prime as Uint8Array); // as Service.searchPart
  }
}
