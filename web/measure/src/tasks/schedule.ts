import type { Budget } from "./protocol.ts";

/** The share of the sampling time that goes into further keys. One key of each variant is made in any case. */
const keyShare = 0.3;

/** Rounds that are made whatever the time, long keys or not: the fewest that bound a median. */
const leastRounds = 6;

/** Whether another round is due. */
export function anotherRound(budget: Budget, roundsDone: number, elapsed: number): boolean {
  if (budget.kind === "samples") return roundsDone < budget.samples;
  return roundsDone < leastRounds || elapsed < budget.seconds * 1000;
}

/** Milliseconds left, as far as they can be told; undefined while nothing is known about a round's length. */
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

/** What is known about making keys of one variant. */
export interface KeyHistory {
  readonly made: number;
  /** Mean milliseconds for a key so far. */
  readonly mean: number;
}

/**
 * Which variant gets the next further key: the one with the fewest, so that cheap keys do not use the time of expensive
 * ones up. It waits until the keys' share of the time allows for it; a key that would not be finished in time, or needs
 * more than the share will ever be, is left out. Undefined: none now.
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
