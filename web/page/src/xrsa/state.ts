import type { Report } from "rsa-variants/xrsa";
import type { Failure } from "../core/failures.ts";
import type { Plans } from "./params/plans.ts";
import { type NumberName, type ReadSelection, type Selection, writeSelection } from "./params/selection.ts";
import { playbackPosition, runPosition, type SectionView, sectionViews, tracePosition } from "./results/position.ts";
import type { Run, TableOneOutcome } from "./run/protocol.ts";

/** A choice, and what every way to compute it costs, once the library is there to count. */
export interface Shown {
  readonly selection: Selection;
  readonly plans: Plans | undefined;
}

/** Everything that is shown. */
export interface State extends Shown {
  /** Fields whose text cannot be used, and why. */
  readonly fieldProblems: Partial<Readonly<Record<NumberName, string>>>;
  /** What of the address was ignored. */
  readonly notices: readonly string[];
  /** The library on the page's own thread, which only plans there; computing has a worker. */
  readonly library: "loading" | "ready" | "failed";
  /** What stands below the form: the last choice that the device accepted. */
  readonly shown: Shown;
  /** What was computed last, with whatever selection. */
  readonly lastRun: Run | undefined;
  readonly failure: Failure | undefined;
  /** The prime that the user wants to see, if there are more than two; else the one being computed is shown. */
  readonly chosenPrime: number | undefined;
  /** The operation of the trace that the user looks at, once they have begun to step. */
  readonly operation: number | undefined;
  /** The slow motion, once the user has begun it: how much of it is over, from 0 to 1. */
  readonly playback: { readonly share: number; readonly isPlaying: boolean } | undefined;
  readonly tableOne: { readonly isRunning: boolean; readonly outcome?: TableOneOutcome };
}

export function initialState({ selection, problems }: ReadSelection): State {
  return {
    selection,
    plans: undefined,
    fieldProblems: {},
    notices: problems,
    library: "loading",
    shown: { selection, plans: undefined },
    lastRun: undefined,
    failure: undefined,
    ...unwatched,
    tableOne: { isRunning: false },
  };
}

/** The picture as it follows the run, and not the user. */
export const unwatched = { chosenPrime: undefined, operation: undefined, playback: undefined } as const;

export function isRunning({ lastRun }: State): boolean {
  return lastRun?.state === "running";
}

/** The last run, if it belongs to what is shown. */
export function shownRun({ lastRun, shown }: State): Run | undefined {
  return lastRun && writeSelection(lastRun.selection) === writeSelection(shown.selection) ? lastRun : undefined;
}

/** What the shown computation costs: as counted, or as planned before it runs. */
export function shownReport(state: State): Report | undefined {
  return shownRun(state)?.device?.report ?? state.shown.plans?.chosen.report;
}

/** The sections of the shown computation: how far the slow motion, the user's steps or the run are. */
export function shownSections(state: State, report: Report): readonly SectionView[] {
  const { operation, playback } = state;
  const run = shownRun(state);
  const trace = run?.device?.trace;
  if (playback !== undefined) return sectionViews(report, playbackPosition(report, playback.share));
  if (operation !== undefined && trace !== undefined) return sectionViews(report, tracePosition(trace, operation));
  return sectionViews(report, runPosition(report, run));
}

/** Whether what is shown is not what the form says. */
export function isStale({ fieldProblems, selection, shown }: State): boolean {
  return Object.keys(fieldProblems).length > 0 || shown.selection !== selection;
}

/** Why nothing can be started now, or nothing. */
export function blockedReason({ library, fieldProblems, plans }: State): string | undefined {
  if (library === "failed") return "WebAssembly could not be started.";
  if (Object.keys(fieldProblems).length > 0) return "Fix the highlighted fields first.";
  if (library === "loading") return "Loading …";
  if (plans?.refusal !== undefined) return "This does not fit the device. Change the highlighted field.";
  return undefined;
}
