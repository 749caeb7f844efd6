// @ts-check
// Judges how steady the figures of several runs are.
import { median } from "../../web/library/dist/measure/quantiles.js";

/** From this difference on, a figure counts as misleading. */
const tolerance = 0.15;

/** Variants that differ by less on an idle machine tie: either may be named as the winner. */
const tie = 0.03;

/**
 * What a run says. speedUps: over plain RSA, by subject, with the 95 % interval; eligible: the subjects that may be recommended;
 * winner: the one that is, or none if the run is too noisy to name one
 * @typedef {{ value: number, low: number, high: number }} SpeedUp
 * @typedef {{ speedUps: ReadonlyMap<string, SpeedUp>, eligible: readonly string[], winner: string | undefined }} Said
 */

/**
 * The value of each speed-up: the median over runs.
 * @param {readonly Said[]} runs on an idle machine
 * @returns {Map<string, number>}
 */
export function valuesOf(runs) {
  const subjects = new Set(runs.flatMap(({ speedUps }) => [...speedUps.keys()]));
  return new Map(
    [...subjects].map((subject) => [
      subject,
      median(runs.flatMap(({ speedUps }) => speedUps.get(subject)?.value ?? [])),
    ]),
  );
}

/**
 * Counts the runs that name a right winner, and the speed-ups that are close to their values, and whose intervals hold them.
 * @param {readonly Said[]} runs
 * @param {ReadonlyMap<string, number>} values
 */
export function rate(runs, values) {
  const counts = { runs: runs.length, named: 0, figures: 0, close: 0, held: 0 };
  for (const { speedUps, eligible, winner } of runs) {
    const best = Math.max(...eligible.map((subject) => values.get(subject) ?? 0));
    if (winner !== undefined && (values.get(winner) ?? 0) > (1 - tie) * best) counts.named += 1;
    for (const [subject, { value, low, high }] of speedUps) {
      const right = values.get(subject);
      if (right === undefined) continue;
      counts.figures += 1;
      if (Math.abs(value / right - 1) <= tolerance) counts.close += 1;
      if (low <= right && right <= high) counts.held += 1;
    }
  }
  return counts;
}
