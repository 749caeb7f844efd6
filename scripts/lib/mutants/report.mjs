// Reports the outcomes of the mutants as text.
import { leastCaught } from "../commands.mjs";

/**
 * A mutant and its outcome.
 * @typedef {{
 *   file: string,
 *   first: number,
 *   last: number,
 *   change: string,
 *   outcome: "caught" | "timeout" | "missed" | "unviable",
 * }} Mutant
 * first, last: its lines; timeout: caught, because the tests did not end; unviable: it did not compile and does not count
 */

/** With fewer mutants than this, the share that is caught depends on chance. */
const enough = 20;

/**
 * Summarizes how many mutants there were and how many were caught.
 * @param {readonly Mutant[]} mutants
 */
export function summarize(mutants) {
  const { viable, caught, timeout, missed, unviable } = count(mutants);
  const share = viable === 0 ? "" : ` (${((100 * caught) / viable).toFixed(1)} %)`;
  return (
    `${viable} mutants: ${caught} caught${share}, ${timeout} of these by a timeout; ${missed} missed; ` +
    `${unviable} more did not compile`
  );
}

/**
 * Whether so few mutants were caught that the tests must be faulty.
 * @param {readonly Mutant[]} mutants
 */
export function isTooFew(mutants) {
  const { viable, caught } = count(mutants);
  return viable >= enough && 100 * caught < leastCaught * viable;
}

/**
 * The mutants that no test noticed, each with the command that tests it again.
 * @param {readonly Mutant[]} mutants
 */
export function survivors(mutants) {
  return mutants
    .filter(({ outcome }) => outcome === "missed")
    .map(({ file, first, last, change }) => {
      const lines = first === last ? `${file}:${first}` : `${file}:${first}-${last}`;
      return `${lines}: ${change}\n  npm run mutants -- --at ${lines}`;
    });
}

function count(mutants) {
  const of = (outcome) => mutants.filter((mutant) => mutant.outcome === outcome).length;
  const timeout = of("timeout");
  const caught = of("caught") + timeout;
  const missed = of("missed");
  return { viable: caught + missed, caught, timeout, missed, unviable: of("unviable") };
}
