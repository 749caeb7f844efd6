/**
 * Calls for lists, which the workers share: each takes the next few items as soon as it is free, so that other calls get their turn in
 * between, progress can be reported, and no worker waits long for the last one. A part takes about 50 ms, as one of a shared search.
 */

import { type Bytes, toByteList } from "../bytes.js";
import { invalid, RsaError } from "../errors.js";
import type { ManyProgress } from "../many.js";
import { checkCallback, checkOptions, type Names, type ReportOptions, throwIfAborted } from "../options.js";
import { copyValue, type ErrorRecord, type Forward, fromErrorRecord, wipeBytes } from "./protocol.js";

type List = readonly unknown[];
type Divide = (...args: never[]) => readonly [same: List, first: List, ...others: List[]];

/** Makes a call for lists in as many workers as `size`; its type has the options that it accepts there. */
export type ListCall<Options> = <R>(
  size: number,
  call: Forward,
  method: string,
  args: List,
  options?: Options,
) => Promise<R[]>;

/** How long a part should take, in milliseconds. */
const partLength = 50;
/** How many items a worker's first part has, which shows how long the next may be. */
const firstPart = 8;

/**
 * A call for lists of equal length, its last arguments. `divide` checks the arguments and divides them: into those for every part, and views
 * of the lists. A part has at most `most` items; `corrected` changes its error. All bytes are copied at once, and the copies overwritten at the end.
 */
export function listCall<Options extends ReportOptions<ManyProgress>>(
  names: Names<Options>,
  divide: Divide,
  most: number,
  corrected?: (error: unknown, first: number) => unknown,
): ListCall<Options> {
  return async <R>(size: number, call: Forward, method: string, args: List, options = {} as Options): Promise<R[]> => {
    const { onProgress, ...rest } = checkOptions(options, names, "{ onProgress }");
    const [same, ...lists] = divide(...(args as never[])).map(copyValue) as [List, List, ...List[]];
    const total = lists[0].length;
    const results: R[] = new Array(total);
    let [next, done, isOver] = [0, 0, false];

    /** Does one part after the other until all items are taken. */
    const takeParts = async (): Promise<void> => {
      let count = firstPart;
      do {
        const first = next;
        // An even number, because the engine works on pairs; near the end less, so that all workers end together.
        const end = Math.min(total, first + Math.min(count, 2 * Math.ceil((total - first) / (4 * size))));
        next = end;
        const start = performance.now();
        const part = lists.map((list) => list.slice(first, end));
        const found = (await call(method, [...same, ...part], rest).catch((error) => {
          throw corrected?.(error, first) ?? error;
        })) as List; // as the call of this name
        if (isOver) return wipeBytes(found);
        for (const [index, result] of found.entries()) results[first + index] = settled(result) as R;
        const each = (performance.now() - start) / (end - first);
        count = Math.max(2, Math.min(most, 2 * Math.floor(partLength / each / 2)));
        done += end - first;
        onProgress?.({ done, total });
        throwIfAborted(rest.signal);
      } while (next < total && !isOver);
    };

    try {
      checkCallback("onProgress", onProgress);
      // Also for empty lists: the worker checks the options.
      const workers = Math.min(size, Math.ceil(total / 2) || 1);
      await Promise.all(Array.from({ length: workers }, takeParts));
      return results;
    } catch (error) {
      isOver = true;
      wipeBytes(results);
      throw error;
    } finally {
      wipeBytes([same, lists]);
    }
  };
}

/** Divides the arguments of a call whose last is a list of bytes with this name. */
export function bytesLast(name: string): Divide {
  return (...args: unknown[]) => [args.slice(0, -1), toByteList(name, args.at(-1) as Bytes[])];
}

/** One of many results, with an error instead of its record. */
function settled(result: unknown): unknown {
  if (typeof result !== "object" || result === null || !("reason" in result)) return result;
  return { ...result, reason: fromErrorRecord(result.reason as ErrorRecord) };
}

/** Corrects the index in an error about an item of a part: it becomes the item's index in the whole list. */
export function countFrom(error: unknown, first: number): unknown {
  if (!(error instanceof RsaError) || error.index === undefined) return error;
  return invalid(error.parameter as string, error.problem as string, error.index + first, error.code);
}
