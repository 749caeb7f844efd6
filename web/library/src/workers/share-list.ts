// The workers share a list: each takes the next few inputs as soon as it is free, so that other calls get their turn in between,
// progress can be reported, and no worker waits long for the last one. A part takes about 50 ms, as one of a shared search.

import { type Bytes, copyBytes } from "../bytes.js";
import { type ManyOptions, manyNames, mostAtOnce, type SettledBytes, toByteList, wipeResults } from "../many.js";
import { checkCallback, checkOptions, throwIfAborted } from "../options.js";
import type { WorkerPool } from "./pool.js";
import { copyValue, type ErrorRecord, fromErrorRecord, type KeyId, wipeBytes } from "./protocol.js";

/** How long a part should take, in milliseconds. */
const partLength = 50;
/** How many inputs a worker's first part has, which shows how long the next may be. */
const firstPart = 8;

/** The call of a private key to make in each worker, and the name of its list in error messages. */
interface ListCall {
  readonly method: "decryptMany" | "signMany";
  readonly algorithm: unknown;
  readonly name: string;
}

/** Makes a call for a list in all workers. */
export async function shareList(
  pool: WorkerPool,
  keyId: KeyId,
  { method, algorithm, name }: ListCall,
  list: readonly Bytes[],
  options: ManyOptions,
): Promise<SettledBytes[]> {
  const views = toByteList(name, list);
  const { onProgress, ...rest } = checkOptions(options, manyNames, "{ onProgress }");
  checkCallback("onProgress", onProgress);
  throwIfAborted(rest.signal);
  const call = pool.callsOn(keyId);
  const copy = copyValue(algorithm);
  const inputs = views.map(copyBytes);
  const total = inputs.length;
  const results: SettledBytes[] = new Array(total);
  let [next, done, isOver] = [0, 0, false];

  /** Makes one call after the other until all inputs are taken. */
  async function work(): Promise<void> {
    let most = firstPart;
    do {
      const first = next;
      // An even number, because the engine works on pairs; near the end less, so that all workers end together.
      const share = Math.ceil((total - first) / (2 * pool.size));
      next = Math.min(total, first + Math.min(most, share + (share % 2)));
      const part = inputs.slice(first, next);
      const start = performance.now();
      const settled = (await call(method, [copy, part], rest)) as RawResult[]; // as PrivateKey's call of this name
      wipeBytes(part);
      if (isOver) return wipeResults(settled.map(revived));
      for (const [index, result] of settled.entries()) results[first + index] = revived(result);
      const each = (performance.now() - start) / Math.max(1, part.length);
      most = Math.max(2, Math.min(mostAtOnce, 2 * Math.floor(partLength / each / 2)));
      done += part.length;
      onProgress?.({ done, total });
      throwIfAborted(rest.signal);
    } while (next < total && !isOver);
  }

  try {
    // Also for an empty list: the worker checks the algorithm and the options.
    const workers = Math.max(1, Math.min(pool.size, Math.ceil(total / 2)));
    await Promise.all(Array.from({ length: workers }, work));
    return results;
  } catch (error) {
    isOver = true;
    wipeResults(results);
    throw error;
  } finally {
    wipeBytes([inputs, copy]);
  }
}

/** A result as a worker sends it. */
type RawResult =
  | Exclude<SettledBytes, { status: "rejected" }>
  | { readonly status: "rejected"; readonly reason: ErrorRecord };

function revived(result: RawResult): SettledBytes {
  return result.status === "fulfilled" ? result : { ...result, reason: fromErrorRecord(result.reason) };
}
