import { type Bytes, copyBytes } from "../bytes.js";
import { type ManyOptions, type ManyProgress, manyNames, mostAtOnce, type SettledBytes, toByteList } from "../many.js";
import { checkCallback, checkOptions, type ReportOptions, throwIfAborted } from "../options.js";
import type { WorkerPool } from "./pool.js";
import { copyValue, type ErrorRecord, fromErrorRecord, type KeyId, wipeBytes } from "./protocol.js";
import { shareRange } from "./share-range.js";

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
  const call = pool.callsOn(keyId);
  const copy = copyValue(algorithm);
  const work: ItemsCall<SettledBytes> = async (part) => settled(await call(method, [copy, part], rest)); // as PrivateKey's call
  try {
    return await shareItems(pool.size, views.map(copyBytes), work, options);
  } finally {
    wipeBytes(copy);
  }
}

/** A call in one worker for some of the items of a list. */
export type ItemsCall<R> = (part: readonly unknown[]) => Promise<readonly R[]>;

/** Makes a call for the items of a list in as many workers as `size`. The bytes in the items are overwritten at the end. */
export async function shareItems<R>(
  size: number,
  items: readonly unknown[],
  call: ItemsCall<R>,
  { onProgress, signal }: ReportOptions<ManyProgress>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let isOver = false;
  const work = async (first: number, end: number): Promise<void> => {
    const part = items.slice(first, end);
    const found = await call(part);
    wipeBytes(part);
    if (isOver) return wipeBytes(found);
    for (const [index, result] of found.entries()) results[first + index] = result;
  };
  try {
    checkCallback("onProgress", onProgress);
    throwIfAborted(signal);
    await shareRange(size, items.length, work, { onProgress, signal, mostAtOnce });
    return results;
  } catch (error) {
    isOver = true;
    wipeBytes(results);
    throw error;
  } finally {
    wipeBytes(items);
  }
}

/** A result as a worker sends it. */
type RawResult =
  | Exclude<SettledBytes, { status: "rejected" }>
  | { readonly status: "rejected"; readonly reason: ErrorRecord };

/** The results of a call in a worker, with errors instead of their records. */
export function settled(results: unknown): SettledBytes[] {
  return (results as readonly RawResult[]).map((result) =>
    result.status === "fulfilled" ? result : { ...result, reason: fromErrorRecord(result.reason) },
  );
}
