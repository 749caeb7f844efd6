import type { Verdict } from "rsa-variants/security";
import type { Assessor } from "../../common/security/assessor.ts";
import { questionOf, type Selection } from "../params/selection.ts";
import { type Grid, selectionAt } from "./grid.ts";

/** The verdicts of a grid, a list for each row; undefined where there are no such keys. */
export type Verdicts = readonly (readonly (Verdict | undefined)[])[];

/** Asks about every cell; there are hundreds, so it can be interrupted after each. */
export function* verdictsOf(selection: Selection, grid: Grid, assess: Assessor): Generator<void, Verdicts> {
  const result: (Verdict | undefined)[][] = [];
  for (let row = 0; row < Math.max(1, grid.rows.length); row += 1) {
    const verdicts: (Verdict | undefined)[] = [];
    for (const column of grid.columns.keys()) {
      const answer = assess(questionOf(selectionAt(selection, grid, column, row)));
      verdicts.push("assessment" in answer ? answer.assessment.verdict : undefined);
      yield;
    }
    result.push(verdicts);
  }
  return result;
}

/** Neighbours of a row with the same verdict. */
export interface Run {
  readonly verdict: Verdict;
  readonly first: number;
  readonly count: number;
}

/** A row as runs, which are fewer than its cells; what does not exist is left out. */
export function runsOf(row: readonly (Verdict | undefined)[]): Run[] {
  const runs: { verdict: Verdict; first: number; count: number }[] = [];
  for (const [column, verdict] of row.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && last.verdict === verdict && last.first + last.count === column) last.count += 1;
    else if (verdict !== undefined) runs.push({ verdict, first: column, count: 1 });
  }
  return runs;
}
