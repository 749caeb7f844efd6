import type { ReadChoice } from "@rsa-variants/measure/text/url";
import type { Report } from "rsa-variants/xrsa";
import type { Failure } from "../core/failures.ts";
import type { Shown } from "./plans.ts";
import type { Run } from "./run/protocol.ts";
import { type NumberName, writeSelection, type XrsaSelection } from "./selection.ts";
import { runPosition, type SectionView, type Stop, sectionViews, type Track, trackOf } from "./track.ts";

export interface XrsaState extends Shown {
  /** Fields whose text cannot be used, and why. */
  readonly fieldProblems: Partial<Readonly<Record<NumberName, string>>>;
  /** What was ignored in the address. */
  readonly notices: readonly string[];
  /** The library on the page's own thread, where it only plans. */
  readonly library: "loading" | "ready" | "failed";
  /** The fewest ⊗ of RSA-4096 on the paper's device, once they are counted. */
  readonly fewest?: number;
  /** What is shown below the form: the last choice that the device accepted. */
  readonly shown: Shown;
  readonly lastRun?: Run | undefined;
  readonly failure?: Failure | undefined;
  /** The index that the user has played or stepped to; undefined until then. */
  readonly cursor: number | undefined;
  readonly isPlaying: boolean;
  /** A factor of the usual speed. */
  readonly speed: (typeof speeds)[number];
}

export function initialState({ choice: selection, problems }: ReadChoice<XrsaSelection>): XrsaState {
  return {
    selection,
    plans: undefined,
    fieldProblems: {},
    notices: problems,
    library: "loading",
    shown: { selection, plans: undefined },
    ...unwatched,
    speed: 1,
  };
}

export const speeds = [0.25, 0.5, 1, 2, 4, 8] as const;

/** The picture follows the run, not the user. */
export const unwatched = { cursor: undefined, isPlaying: false } as const;

export function isRunning({ lastRun }: XrsaState): boolean {
  return lastRun?.state === "running";
}

/** The last run, if it belongs to what is shown. */
export function shownRun({ lastRun, shown }: XrsaState): Run | undefined {
  return lastRun && writeSelection(lastRun.selection) === writeSelection(shown.selection) ? lastRun : undefined;
}

/** What the shown computation costs: as counted, or as planned before it runs. */
export function shownReport(state: XrsaState): Report | undefined {
  return shownRun(state)?.device?.report ?? state.shown.plans?.chosen.report;
}

/** What the user can play and step through; nothing while the library loads. */
export function shownTrack(state: XrsaState): Track | undefined {
  const report = shownReport(state);
  return report && trackOf(report, shownRun(state)?.device?.trace);
}

/** The operation of the trace that the user has stepped to, and those of its step so far. */
export function shownStops(state: XrsaState): readonly Stop[] {
  const { stops, starts } = shownTrack(state) ?? {};
  const { cursor } = state;
  if (stops === undefined || starts === undefined || cursor === undefined) return [];
  return stops.slice(starts.findLast((start) => start <= cursor) ?? 0, cursor + 1);
}

/** The sections of the shown computation, as far as the user or the run is. */
export function shownSections(state: XrsaState): readonly SectionView[] {
  const report = shownReport(state);
  if (report === undefined) return [];
  const { cursor } = state;
  const position = cursor === undefined ? undefined : shownTrack(state)?.positionAt(cursor);
  return sectionViews(report, position ?? runPosition(report, shownRun(state)));
}

/** Whether the form says something other than what is shown. */
export function isStale({ fieldProblems, selection, shown }: XrsaState): boolean {
  return Object.keys(fieldProblems).length > 0 || shown.selection !== selection;
}

/** Why nothing can be started now, or nothing. */
export function blockedReason({ library, fieldProblems, plans }: XrsaState): string | undefined {
  if (library === "failed") return "WebAssembly could not be started.";
  if (Object.keys(fieldProblems).length > 0) return "Fix the highlighted fields first.";
  if (library === "loading") return "Loading …";
  if (plans?.refusal !== undefined) return "This does not fit the device. Change the highlighted field.";
  return undefined;
}
