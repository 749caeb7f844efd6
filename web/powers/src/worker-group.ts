import { bytesToBigInt } from "../../library/src/bytes.js";
import { RsaError } from "../../library/src/errors.js";
import { checkCallback, type ReportOptions, throwIfAborted } from "../../library/src/options.js";
import type { Forward } from "../../library/src/workers/calls.js";
import type { WorkerPool } from "../../library/src/workers/pool.js";
import { type GroupRecord, type KeyId, wipeBytes } from "../../library/src/workers/protocol.js";
import { shareRange } from "../../library/src/workers/share-range.js";
import { split } from "./numbers.js";
import type { Progress } from "./options.js";

/** The most powers of one call: more would only make progress coarser. */
const mostAtOnce = 256;

/** A modulus, perhaps with a table, that workers make from its record. */
export class InWorkers {
  readonly pool: WorkerPool;
  readonly record: GroupRecord;
  readonly #name: string;
  readonly #keyId: KeyId;
  #isFreed = false;

  /** @param name what it is called in error messages */
  constructor(pool: WorkerPool, name: string, record: GroupRecord) {
    this.pool = pool;
    this.record = record;
    this.#name = name;
    this.#keyId = pool.newKeyId();
    pool.keep(this.#keyId, record);
  }

  /** What makes calls, also if the object is freed in the meantime. */
  calls(): Forward {
    if (this.#isFreed) throw new RsaError("use-after-free", `this ${this.#name} was freed and cannot be used`);
    return this.pool.callsOn(this.#keyId);
  }

  /** Makes a call in one worker whose result is joined numbers. The bytes in the arguments are wiped. */
  async numbers(method: string, args: readonly unknown[], options: unknown, calls = this.calls()): Promise<bigint[]> {
    try {
      const joined = (await calls(method, args, options)) as Uint8Array<ArrayBuffer>; // as ServedGroup
      const numbers = split(joined, this.record.modulus.length).map(bytesToBigInt);
      joined.fill(0);
      return numbers;
    } finally {
      wipeBytes(args);
    }
  }

  /** Makes a call for a list in all workers. `slice` returns the arguments for a part of it; `secrets` are wiped at the end. */
  async share(
    method: string,
    total: number,
    slice: (first: number, end: number) => readonly unknown[],
    { onProgress, signal }: ReportOptions<Progress>,
    secrets: unknown,
  ): Promise<bigint[]> {
    try {
      checkCallback("onProgress", onProgress);
      throwIfAborted(signal);
      const calls = this.calls();
      const results: bigint[] = new Array(total);
      const work = async (first: number, end: number): Promise<void> => {
        const numbers = await this.numbers(method, slice(first, end), { signal }, calls);
        for (const [index, number] of numbers.entries()) results[first + index] = number;
      };
      if (total > 0) await shareRange(this.pool.size, total, work, { onProgress, signal, mostAtOnce });
      return results;
    } finally {
      wipeBytes(secrets);
    }
  }

  free(): void {
    this.#isFreed = true;
    this.pool.forget(this.#keyId);
  }
}
