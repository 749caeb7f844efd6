import type { Budget } from "./protocol.ts";

/** The share of the sampling time for further keys. One key of each variant is made in any case. */
const keyShare = 0.3;

/** The most time for samples with guards, as a share of the time for all the others. */
const guardedShare = 0.5;

/** The minimum number of rounds, however long they take: with fewer samples the quantile that is shown has no interval. */
export const leastRounds = 14;

export function anotherRound(budget: Budget, roundsDone: number, elapsed: number): boolean {
  if (budget.kind === "samples") return roundsDone < budget.samples;
  return roundsDone < leastRounds || elapsed < budget.seconds * 1000;
}

/**
 * Whether a round that contains the bare operations also contains those with guards, which have long samples. Always in the first
 * round, and where a number of samples was asked for; otherwise only while they have had at most half as much time as the others.
 * So every run has a sample of each guarded operation, but slow operations in a short run have fewer than
 * an interval takes.
 *
 * @param guardedTime milliseconds spent on samples with guards
 * @param otherTime milliseconds spent on all other samples
 */
export function isGuardedRound(
  budget: Budget,
  roundsDone: number,
  { guardedTime, otherTime }: { readonly guardedTime: number; readonly otherTime: number },
): boolean {
  return budget.kind === "samples" || roundsDone === 0 || guardedTime <= guardedShare * otherTime;
}

/** The estimated milliseconds left; undefined until the duration of a round is known. */
export function timeLeft(
  budget: Budget,
  roundsDone: number,
  elapsed: number,
  samplingElapsed: number,
): number | undefined {
  if (budget.kind === "seconds") return Math.max(0, budget.seconds * 1000 - elapsed);
  if (roundsDone === 0) return undefined;
  return Math.max(0, (samplingElapsed / roundsDone) * (budget.samples - roundsDone));
}

/** The keys of a variant made so far. */
interface KeyHistory {
  readonly made: number;
  /** The mean time for a key, in milliseconds. */
  readonly mean: number;
}

/**
 * Chooses the variant for the next further key: the one with the fewest keys, so that cheap keys do not use up the time of
 * expensive ones. Keys that would not be finished in time, or that would exceed the keys' share of the whole time, are left out.
 * Returns undefined while the share so far does not allow another key.
 *
 * @param keyTime milliseconds spent on further keys
 * @param samplingElapsed milliseconds since sampling began
 * @param elapsed milliseconds since the run began
 */
export function nextKey(
  histories: readonly KeyHistory[],
  keyTime: number,
  samplingElapsed: number,
  budget: Budget,
  elapsed: number,
): number | undefined {
  const wanted = budget.kind === "samples" ? Math.ceil(budget.samples / 10) : Number.POSITIVE_INFINITY;
  const left = budget.kind === "seconds" ? budget.seconds * 1000 - elapsed : Number.POSITIVE_INFINITY;
  const shareInTheEnd = keyShare * (samplingElapsed + left) - keyTime;
  let chosen: number | undefined;
  for (const [index, { made, mean }] of histories.entries()) {
    if (made >= wanted || mean > Math.min(left, shareInTheEnd)) continue;
    if (chosen === undefined || made < (histories[chosen] as KeyHistory).made) chosen = index;
  }
  if (chosen === undefined) return undefined;
  const { mean } = histories[chosen] as KeyHistory;
  return keyTime + mean > keyShare * (samplingElapsed + mean) ? undefined : chosen;
}
