/// <reference lib="esnext.disposable" preserve="true" />
import { bytesToBigInt, copyBytes } from "../../library/src/bytes.js";
import { makeDisposable } from "../../library/src/handle.js";
import { checkCallback, checkOptions, type ReportOptions, throwIfAborted } from "../../library/src/options.js";
import type { WorkerPool } from "../../library/src/workers/pool.js";
import { checkList, type Joined, join, type Natural, natural } from "./numbers.js";
import {
  checkCount,
  checkPairs,
  exponentBits,
  joinExponents,
  type PowManyOptions,
  type PowOptions,
  type Progress,
  type SquareOptions,
  squareNames,
  tableOptions,
  type WorkerTableOptions,
  workerTableNames,
} from "./options.js";
import { WorkerFixedBase } from "./worker-fixed-base.js";
import { InWorkers } from "./worker-group.js";

/** The fewest factors of a product for which another worker is worth it. */
const fewestFactors = 32;

/**
 * A modulus whose powers are computed in workers; make it with `PowersWorkers.modulus`. Results are bigints. Each call accepts a `signal`
 * that ends it at once; calls beyond the number of workers wait.
 *
 * @example
 * ```ts
 * import { connect } from "modular-powers";
 * const workers = await connect({ workers: 2 });
 * const group = workers.modulus(2n ** 521n - 1n);
 * console.log(await group.pow(3n, 5n)); // 243n
 * await workers.close();
 * ```
 */
export class WorkerModulus {
  static {
    makeDisposable(WorkerModulus.prototype);
  }

  /** Frees the modulus at the end of a `using` declaration's block. */
  declare readonly [Symbol.dispose]: () => void;
  /** The modulus itself. */
  readonly value: bigint;
  /** Its length in bits. */
  readonly bitLength: number;
  readonly #group: InWorkers;

  /** @internal */
  constructor(pool: WorkerPool, modulus: Uint8Array<ArrayBuffer>, bits: number) {
    this.value = bytesToBigInt(modulus);
    this.bitLength = bits;
    this.#group = new InWorkers(pool, "modulus", { kind: "group", modulus });
  }

  /**
   * `base^exponent`, as `Modulus.pow`. The exponent is secret by default.
   *
   * @param base a bigint or bytes
   * @param exponent a bigint or bytes
   * @param options the greatest length of the exponent, or that it is public; a signal
   * @throws PowersError as for `Modulus.pow`; `closed`
   */
  async pow(base: Natural, exponent: Natural, options: PowOptions = {}): Promise<bigint> {
    const bits = exponentBits(options, this.bitLength, false);
    const args = [join([natural("base", base)]), joinExponents("exponent", [exponent], bits, false), bits];
    const [power] = await this.#group.numbers("powMany", args, { signal: options.signal });
    return power as bigint; // one for each base
  }

  /**
   * `base^exponent` for many pairs, computed by all workers.
   *
   * @param bases one for each exponent
   * @param exponents one for each base
   * @param options as for `pow`; progress
   * @throws PowersError as for `Modulus.powMany`; `closed`
   */
  async powMany(
    bases: readonly Natural[],
    exponents: readonly Natural[],
    options: PowManyOptions = {},
  ): Promise<bigint[]> {
    const bits = exponentBits(options, this.bitLength, true);
    const pairs = this.#pairs(bases, exponents, bits);
    const slice = (first: number, end: number) => [...pairs.map((each) => part(each, first, end)), bits];
    return this.#group.share("powMany", bases.length, slice, options, pairs);
  }

  #pairs(bases: readonly Natural[], exponents: readonly Natural[], bits: number | undefined): [Joined, Joined] {
    checkList("bases", bases);
    checkList("exponents", exponents);
    checkPairs(bases, exponents);
    const joined = join(bases.map((base, index) => natural("bases", base, index)));
    return [joined, joinExponents("exponents", exponents, bits, true)];
  }

  /**
   * `x^(2^count)`, as `Modulus.squareRepeatedly`, in one worker: squarings follow each other.
   *
   * @param x a bigint or bytes
   * @param count how many squarings
   * @param options progress; a signal that ends the call at once
   * @throws PowersError as for `Modulus.squareRepeatedly`; `closed`
   */
  async squareRepeatedly(x: Natural, count: number, options: SquareOptions = {}): Promise<bigint> {
    checkOptions(options, squareNames, "{ onProgress }");
    checkCount(count);
    const [square] = await this.#group.numbers("squareRepeatedly", [copyBytes(natural("x", x)), count], options);
    return square as bigint; // one number
  }

  /**
   * The product of `base^exponent` for many pairs, as `Modulus.productPow`; long products are shared by all workers. **The time depends on
   * the exponents.**
   *
   * @param bases one for each exponent
   * @param exponents one for each base
   * @param options progress; a signal that ends the call at once
   * @throws PowersError as for `Modulus.productPow`; `closed`
   */
  async productPow(
    bases: readonly Natural[],
    exponents: readonly Natural[],
    options: ReportOptions<Progress> = {},
  ): Promise<bigint> {
    checkOptions(options, squareNames, "{ onProgress }");
    const pairs = this.#pairs(bases, exponents, undefined);
    const { onProgress, signal } = options;
    const total = bases.length;
    // Equal parts: the more factors a product has, the less each costs.
    const count = Math.max(1, Math.min(this.#group.pool.size, Math.floor(total / fewestFactors)));
    const ends = Array.from({ length: count }, (_, index) => Math.round(((index + 1) * total) / count));
    let done = 0;
    checkCallback("onProgress", onProgress);
    throwIfAborted(signal);
    const calls = this.#group.calls();
    const products = ends.map(async (end, index) => {
      const first = ends[index - 1] ?? 0;
      const args = pairs.map((each) => part(each, first, end));
      const [product = 1n] = await this.#group.numbers("productPow", args, { signal }, calls);
      done += end - first;
      onProgress?.({ done, total });
      return product;
    });
    return (await Promise.all(products)).reduce((product, factor) => (product * factor) % this.value, 1n);
  }

  /**
   * A table for powers of one base with secret exponents, as `Modulus.fixedBase`. One worker makes it at once, the others when they first
   * need it.
   *
   * @param base a bigint or bytes
   * @param options the greatest length of exponents, and the greatest size of the table in each worker; a signal
   * @throws PowersError `invalid-params`, also if the memory is too little for the smallest table; `use-after-free`, `closed`
   */
  async fixedBase(base: Natural, options: WorkerTableOptions = {}): Promise<WorkerFixedBase> {
    const { exponentLength, memory } = tableOptions(options, this.bitLength, workerTableNames);
    const table = { base: copyBytes(natural("base", base)), exponentLength, memory };
    this.#group.calls(); // throws if this modulus was freed
    const { pool, record } = this.#group;
    const group = new InWorkers(pool, "table", { ...record, table });
    try {
      const size = await group.calls()("tableMemory", [], { signal: options.signal });
      return new WorkerFixedBase(group, exponentLength, size as number); // as ServedGroup.tableMemory
    } catch (error) {
      group.free();
      throw error;
    }
  }

  /**
   * Frees the modulus in every worker; a second call does nothing. Calls that run are completed.
   */
  free(): void {
    this.#group.free();
  }
}

/** The numbers from `first` to before `end`. */
function part({ bytes, length }: Joined, first: number, end: number): Joined {
  return { bytes: copyBytes(bytes.subarray(first * length, end * length)), length };
}
