// The workers share a list: each takes the next few inputs as soon as it is free, so that other calls get their turn in between,
// progress can be reported, and no worker waits long for the last one. A part takes about 50 ms, as one of a shared search.

import { type ReportOptions, throwIfAborted } from "../options.js";

/** How long a part should take, in milliseconds. */
const partLength = 50;
/** How many inputs a worker's first part has, which shows how long the next may be. */
const firstPart = 8;

/** How far the work on a list has come. */
interface Progress {
  readonly done: number;
  readonly total: number;
}

/** The options of the whole call, and the most inputs of a part. */
interface RangeOptions extends ReportOptions<Progress> {
  readonly mostAtOnce: number;
}

/** Does the work on a list of `total` inputs in parts, `size` of them at a time: on those from `first` to before `end`. */
export async function shareRange(
  size: number,
  total: number,
  work: (first: number, end: number) => Promise<void>,
  { onProgress, signal, mostAtOnce }: RangeOptions,
): Promise<void> {
  let [next, done, isOver] = [0, 0, false];

  /** Does one part after the other until all inputs are taken. */
  async function takeParts(): Promise<void> {
    let most = firstPart;
    do {
      const first = next;
      // An even number, because the engine works on pairs; near the end less, so that all workers end together.
      const share = Math.ceil((total - first) / (2 * size));
      next = Math.min(total, first + Math.min(most, share + (share % 2)));
      const count = next - first;
      const start = performance.now();
      await work(first, next);
      if (isOver) return;
      const each = (performance.now() - start) / Math.max(1, count);
      most = Math.max(2, Math.min(mostAtOnce, 2 * Math.floor(partLength / each / 2)));
      done += count;
      onProgress?.({ done, total });
      throwIfAborted(signal);
    } while (next < total && !isOver);
  }

  try {
    // Also for an empty list: the worker checks the options.
    const workers = Math.max(1, Math.min(size, Math.ceil(total / 2)));
    await Promise.all(Array.from({ length: workers }, takeParts));
  } catch (error) {
    isOver = true;
    throw error;
  }
}
