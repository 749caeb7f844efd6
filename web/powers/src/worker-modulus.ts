import { bytesToBigInt, copyBytes } from "../../library/src/bytes.js";
import {
  type AbortOptions,
  abortNames,
  checkCallback,
  checkOptions,
  type Names,
  type ReportOptions,
} from "../../library/src/options.js";
import { type CallTable, InWorkerKey, type InWorkers, placeOf, workerClass } from "../../library/src/workers/calls.js";
import type { WorkerPool } from "../../library/src/workers/pool.js";
import { copyValue, type GroupRecord, type KeyId } from "../../library/src/workers/protocol.js";
import { countFrom, listCall } from "../../library/src/workers/share-list.js";
import type { Element } from "./element.js";
import type { FixedBase } from "./fixed-base.js";
import type { Modulus } from "./modulus.js";
import { checkList, type Natural, natural } from "./numbers.js";
import {
  checkPairs,
  type PowManyOptions,
  type Progress,
  powManyNames,
  squareNames,
  tableOptions,
  type WorkerTableOptions,
  workerTableNames,
} from "./options.js";

/** Options of `powMany` of a table. */
export interface TablePowOptions extends AbortOptions, ReportOptions<Progress> {}

const tableNames: Names<TablePowOptions> = { ...abortNames, onProgress: true };

/** The most powers of one call: more would only make progress coarser. */
const mostAtOnce = 256;
/** The fewest factors of a product for which another worker is worth it. */
const fewestFactors = 32;

/** Checks a list of numbers from the caller. The worker checks the length of bigints. */
function numbers(name: string, list: unknown): Natural[] {
  checkList(name, list);
  return Array.from(list as readonly Natural[], (value, index) =>
    typeof value === "bigint" && value >= 0n ? value : natural(name, value, index),
  );
}

function dividePairs(bases: unknown, exponents: unknown): readonly [same: [], bases: Natural[], exponents: Natural[]] {
  const lists = [numbers("bases", bases), numbers("exponents", exponents)] as const;
  checkPairs(...lists);
  return [[], ...lists];
}

const modulusCalls = {
  pow: [2, "own"],
  powMany: [2, listCall<PowManyOptions>(powManyNames, dividePairs, mostAtOnce, countFrom)],
  squareRepeatedly: [2, "own"],
} as const satisfies CallTable<Modulus>;

const tableCalls = {
  pow: [1, "signal"],
  powMany: [
    1,
    listCall<TablePowOptions>(tableNames, (list) => [[], numbers("exponents", list)], mostAtOnce, countFrom),
  ],
} as const satisfies CallTable<FixedBase>;

/** An argument without elements, which stay in their thread. */
type Sent<Value> = Value extends readonly (infer Item)[] ? readonly Sent<Item>[] : Exclude<Value, Element>;

/** The calls of a table, with bigints in place of elements. */
type WithNumbers<T, Table extends CallTable<T>, Calls = InWorkers<T, Table, Numbers>> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (...args: infer Args) => infer Result
    ? (...args: { [Index in keyof Args]: Sent<Args[Index]> }) => Result
    : never;
};
type Numbers = readonly [readonly [Element, bigint], readonly [Element[], bigint[]]];

type ModulusCalls = WithNumbers<Modulus, typeof modulusCalls>;
const ModulusCalls = workerClass<ModulusCalls, typeof InWorkerKey>(modulusCalls, InWorkerKey);
type TableCalls = WithNumbers<FixedBase, typeof tableCalls>;
const TableCalls = workerClass<TableCalls, typeof InWorkerKey>(tableCalls, InWorkerKey);

/**
 * A modulus whose powers are computed in workers; make it with `PowersWorkers.modulus`. Arguments and results are numbers, not elements.
 * Each call accepts a `signal` that ends it at once; calls beyond the number of workers wait, and lists are shared by all workers. The
 * documentation and examples are those of `Modulus`: here, `await` the result.
 */
export class WorkerModulus extends ModulusCalls {
  /** The modulus itself. */
  readonly value: bigint;
  /** Its length in bits. */
  readonly bitLength: number;

  /** @internal */
  constructor(pool: WorkerPool, modulus: Uint8Array<ArrayBuffer>, bits: number) {
    const keyId = pool.newKeyId();
    super(pool, keyId, "modulus");
    pool.keep(keyId, { kind: "group", modulus });
    this.value = bytesToBigInt(modulus);
    this.bitLength = bits;
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
    const { onProgress, signal } = checkOptions(options, squareNames, "{ onProgress }");
    checkCallback("onProgress", onProgress);
    const [, ...lists] = copyValue(dividePairs(bases, exponents)) as ReturnType<typeof dividePairs>;
    const [{ size }, , calls] = placeOf(this);
    const call = calls();
    const total = bases.length;
    // Equal parts: the more factors a product has, the less each costs.
    const count = Math.max(1, Math.min(size, Math.floor(total / fewestFactors)));
    const share = Math.ceil(total / count);
    let done = 0;
    const products = Array.from({ length: count }, async (_, index) => {
      const part = lists.map((list) => list.slice(index * share, (index + 1) * share)) as [unknown[], unknown[]];
      const product = (await call("productPow", part, { signal })) as bigint; // as Modulus.productPow
      done += part[0].length;
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
    const [pool, group] = placeOf(this);
    const keyId = pool.newKeyId();
    pool.keep(keyId, { ...(pool.recordOf(group as KeyId, "modulus") as GroupRecord), table });
    try {
      const bytes = await pool.call(keyId, "memory", [], { signal: options.signal });
      return new WorkerFixedBase(pool, keyId, exponentLength, bytes as number); // as FixedBase's
    } catch (error) {
      pool.forget(keyId);
      throw error;
    }
  }
}

/**
 * A table for powers of one base in workers; make it with `WorkerModulus.fixedBase`. One worker makes its own at once, the others when they
 * first need it. The documentation and examples are those of `FixedBase`: here, `await` the result, a number.
 */
export class WorkerFixedBase extends TableCalls {
  /** The greatest length of an exponent, in bits. */
  readonly exponentLength: number;
  /** The size of the table in each worker, in bytes. */
  readonly memory: number;

  /** @internal */
  constructor(pool: WorkerPool, keyId: KeyId, exponentLength: number, memory: number) {
    super(pool, keyId, "table");
    this.exponentLength = exponentLength;
    this.memory = memory;
  }
}
