import { type Interval, type Summary, speedUp } from "@rsa-variants/measure";
import { type GuardedOperation, guardedOperations } from "@rsa-variants/measure/tasks/guards";
import type { Subject } from "@rsa-variants/measure/tasks/protocol";
import { findSummary, type Run } from "./run.ts";

/** A private operation with guards. */
export interface GuardFigure {
  readonly summary: Summary;
  /** Its time as a multiple of the bare operation's in the same run; absent where that was not measured. */
  readonly cost?: Interval & { readonly value: number };
}

export type GuardFigures = Partial<Record<GuardedOperation, GuardFigure>>;

/** What a run measured of one subject's guards; empty where they were left out. */
export function guardFigures(run: Run, subject: Subject, modulusLength: number): GuardFigures {
  const bare = findSummary(run, subject, modulusLength, "decrypt");
  const figures: GuardFigures = {};
  for (const operation of guardedOperations) {
    const summary = findSummary(run, subject, modulusLength, operation);
    if (summary === undefined) continue;
    figures[operation] = { summary, ...(bare === undefined ? {} : { cost: speedUp(summary, bare) }) };
  }
  return figures;
}

/** Whether a cost says too little: its range includes no cost at all, or spans more than a factor of two. */
export function isVague({ low, high }: Interval): boolean {
  return (low <= 1 && high >= 1) || high > 2 * low;
}

/** Whether anything of a row's guards was measured. */
export function hasGuards(figures: GuardFigures | undefined): boolean {
  return figures !== undefined && Object.keys(figures).length > 0;
}
