import { type Bytes, copyBytes } from "../bytes.js";
import { type ManyOptions, manyNames, mostAtOnce, type SettledBytes, toByteList, wipeResults } from "../many.js";
import { checkCallback, checkOptions, throwIfAborted } from "../options.js";
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
  checkCallback("onProgress", onProgress);
  throwIfAborted(rest.signal);
  const call = pool.callsOn(keyId);
  const copy = copyValue(algorithm);
  const inputs = views.map(copyBytes);
  const total = inputs.length;
  const results: SettledBytes[] = new Array(total);
  let isOver = false;
  const work = async (first: number, end: number): Promise<void> => {
    const part = inputs.slice(first, end);
    const settled = (await call(method, [copy, part], rest)) as RawResult[]; // as PrivateKey's call of this name
    wipeBytes(part);
    if (isOver) return wipeResults(settled.map(revived));
    for (const [index, result] of settled.entries()) results[first + index] = revived(result);
  };
  try {
    await shareRange(pool.size, total, work, { onProgress, signal: rest.signal, mostAtOnce });
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
