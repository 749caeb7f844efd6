import type { Budget } from "../params/selection.ts";

/** The share of the sampling time that goes into further keys. One key of each variant is made in any case. */
export const keyShare = 0.3;

/** Order of the tasks in a round: rotated by one each time, so that no task always follows the same pause. */
export function roundOrder(tasks: number, round: number): number[] {
  return Array.from({ length: tasks }, (_, index) => (index + round) % tasks);
}

/** Whether another round is due. The first is always made: a table without gaps comes before any budget. */
export function anotherRound(budget: Budget, roundsDone: number, elapsed: number): boolean {
  if (roundsDone === 0) return true;
  return budget.kind === "samples" ? roundsDone < budget.samples : elapsed < budget.seconds * 1000;
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
 * Which variant gets the next further key: the one with the fewest, if the keys' share of the time is not used up and
 * the key will probably be finished in the time left. Undefined: none.
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
  let chosen: number | undefined;
  for (const [index, { made, mean }] of histories.entries()) {
    if (made >= wanted || mean > left) continue;
    if (keyTime + mean > keyShare * (samplingElapsed + mean)) continue;
    if (chosen === undefined || made < (histories[chosen] as KeyHistory).made) chosen = index;
  }
  return chosen;
}
