import { type Interval, type Summary, summarize } from "../index.ts";
import { blindingPeriod, type GuardedOperation, guardedOperations } from "../tasks/guards.ts";
import type { Subject } from "../tasks/protocol.ts";
import { formatFactor } from "../text/format.ts";
import { findMeasurement, findSummary, type Measurement, type Run } from "./run.ts";

/** The time of a guarded operation as a multiple of the bare one's, with its 95 % confidence interval. */
export interface GuardCost extends Interval {
  readonly value: number;
}

export interface GuardFigure {
  readonly summary: Summary;
  /** Operations in one sample. */
  readonly repetitions: number;
  /** Undefined where the samples cannot be compared round by round, or are too few for an interval. */
  readonly cost: GuardCost | undefined;
}

/** What a run measured of the guards of a subject. */
export type GuardFigures = Partial<Readonly<Record<GuardedOperation, GuardFigure>>>;

export function guardFigures(run: Run, subject: Subject, modulusLength: number): GuardFigures {
  const measured = guardedOperations.map((operation) => findMeasurement(run, subject, modulusLength, operation));
  // A run that measured only some of them did so in some of the rounds: then nothing tells which samples belong together.
  const bare = measured.includes(undefined) ? undefined : findMeasurement(run, subject, modulusLength, "decrypt");
  const figures: { -readonly [Each in keyof GuardFigures]: GuardFigures[Each] } = {};
  for (const guarded of measured) {
    if (guarded === undefined) continue;
    const operation = guarded.operation as GuardedOperation;
    const summary = findSummary(run, subject, modulusLength, operation);
    if (summary === undefined) continue;
    const isPaired = bare !== undefined && hasPairs(bare, guarded);
    figures[operation] = {
      summary,
      repetitions: guarded.repetitions,
      cost: guarded.cost ?? (isPaired ? costOf(bare, guarded) : undefined),
    };
  }
  return figures;
}

/** Whether two measurements have a sample each in the same rounds, of which the last may be incomplete, and the same period. */
function hasPairs(bare: Measurement, guarded: Measurement): boolean {
  return (
    Math.abs(bare.samples.length - guarded.samples.length) <= 1 &&
    [bare, guarded].every(({ repetitions }) => repetitions % blindingPeriod === 0)
  );
}

/** The median of the ratios round by round: whatever slows a round slows both of its samples. */
function costOf(bare: Measurement, guarded: Measurement): GuardCost | undefined {
  const rounds = Math.min(bare.samples.length, guarded.samples.length);
  const ratios = guarded.samples.slice(0, rounds).map((time, round) => time / (bare.samples[round] as number));
  const summary = summarize(ratios);
  return summary?.interval && { value: summary.time, ...summary.interval };
}

/** Whether a cost can be told from none. A guard only ever adds work, so an apparent gain is noise. */
export function isMeasurable({ low }: GuardCost): boolean {
  return low > 1;
}

/** A cost as "1.12 ×", as "≤ 1.03 ×" if there is no measurable one, or as "–" if it is unknown. */
export function costText(cost: GuardCost | undefined): string {
  if (cost === undefined) return "–";
  return isMeasurable(cost) ? formatFactor(cost.value) : `≤ ${formatFactor(Math.max(1, cost.high))}`;
}

/** Whether what the guards of a row cost was measured, or only how long the operation takes with both. */
export function hasEachGuard(figures: GuardFigures | undefined): boolean {
  return figures !== undefined && guardedOperations.every((operation) => figures[operation] !== undefined);
}
