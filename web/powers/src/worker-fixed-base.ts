/// <reference lib="esnext.disposable" preserve="true" />
import { copyBytes } from "../../library/src/bytes.js";
import { makeDisposable } from "../../library/src/handle.js";
import {
  type AbortOptions,
  abortNames,
  checkOptions,
  type Names,
  type ReportOptions,
} from "../../library/src/options.js";
import { checkList, type Natural, secretExponents } from "./numbers.js";
import type { Progress } from "./options.js";
import type { InWorkers } from "./worker-group.js";

/** Options of `powMany` of a table. */
export interface TablePowOptions extends AbortOptions, ReportOptions<Progress> {}

const tableNames: Names<TablePowOptions> = { ...abortNames, onProgress: true };

/**
 * A table for powers of one base in workers; make it with `WorkerModulus.fixedBase`. One worker
 * makes its own at once, the others when they first need it.
 *
 * @example
 * ```ts
 * import { connect } from "modular-powers";
 * const workers = await connect({ workers: 2 });
 * const g = await workers.modulus(2n ** 521n - 1n).fixedBase(3n, { exponentLength: 256 });
 * console.log(await g.powMany([4n, 5n])); // [ 81n, 243n ]
 * await workers.close();
 * ```
 */
export class WorkerFixedBase {
  static {
    makeDisposable(WorkerFixedBase.prototype);
  }

  /** Frees the table at the end of a `using` declaration's block. */
  declare readonly [Symbol.dispose]: () => void;
  /** The greatest length of an exponent, in bits. */
  readonly exponentLength: number;
  /** The size of the table in each worker, in bytes. */
  readonly memory: number;
  readonly #group: InWorkers;

  /** @internal */
  constructor(group: InWorkers, exponentLength: number, memory: number) {
    this.#group = group;
    this.exponentLength = exponentLength;
    this.memory = memory;
  }

  /**
   * The power with a secret exponent.
   *
   * @param exponent at most `exponentLength` bits
   * @param options a signal
   * @throws PowersError `invalid-params` for longer exponents; `use-after-free`, `closed`
   */
  async pow(exponent: Natural, options: AbortOptions = {}): Promise<bigint> {
    checkOptions(options, abortNames, "{ signal }");
    const { bytes } = secretExponents("exponent", [exponent], this.exponentLength, false);
    const [power] = await this.#group.numbers("tablePowers", [bytes], options);
    return power as bigint; // one for each exponent
  }

  /**
   * The powers with secret exponents, computed by all workers.
   *
   * @param exponents each of at most `exponentLength` bits
   * @param options progress; a signal that ends the call at once
   * @throws PowersError as for `pow`, with the index of the exponent at fault
   */
  async powMany(exponents: readonly Natural[], options: TablePowOptions = {}): Promise<bigint[]> {
    checkOptions(options, tableNames, "{ onProgress }");
    checkList("exponents", exponents);
    const joined = secretExponents("exponents", exponents, this.exponentLength, true);
    const slice = (first: number, end: number) => [
      copyBytes(joined.bytes.subarray(first * joined.length, end * joined.length)),
    ];
    return this.#group.share("tablePowers", exponents.length, slice, options, [joined.bytes]);
  }

  /**
   * Frees the table in every worker; a second call does nothing.
   */
  free(): void {
    this.#group.free();
  }
}
