import type { ReadChoice } from "@rsa-variants/measure/text/url";
import type { Report, Section, TracedOperation } from "rsa-variants/xrsa";
import type { Failure } from "../core/failures.ts";
import type { Shown } from "./plans.ts";
import type { Run, TableOneOutcome } from "./run/protocol.ts";
import { type NumberName, type Selection, writeSelection } from "./selection.ts";

export interface State extends Shown {
  /** Fields whose text cannot be used, and why. */
  readonly fieldProblems: Partial<Readonly<Record<NumberName, string>>>;
  /** What was ignored in the address. */
  readonly notices: readonly string[];
  /** The library on the page's own thread, where it only plans. */
  readonly library: "loading" | "ready" | "failed";
  /** What is shown below the form: the last choice that the device accepted. */
  readonly shown: Shown;
  readonly lastRun: Run | undefined;
  readonly failure: Failure | undefined;
  /** The prime that the user chose to see; otherwise the one being computed is shown. */
  readonly chosenPrime: number | undefined;
  /** The operation that the user has stepped to. */
  readonly operation: number | undefined;
  /** How far the slow motion is, from 0 to 1; undefined until the user starts it. */
  readonly playback: { readonly share: number; readonly isPlaying: boolean } | undefined;
  readonly tableOne: { readonly isRunning: boolean; readonly outcome?: TableOneOutcome };
}

export function initialState({ choice: selection, problems }: ReadChoice<Selection>): State {
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

/** The picture follows the run, not the user. */
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

/** The sections of the shown computation, as far as the slow motion, the user's steps or the run are. */
export function shownSections(state: State, report: Report): readonly SectionView[] {
  const { operation, playback } = state;
  const run = shownRun(state);
  const trace = run?.device?.trace;
  if (playback !== undefined) return sectionViews(report, playbackPosition(report, playback.share));
  if (operation !== undefined && trace !== undefined) return sectionViews(report, tracePosition(trace, operation));
  return sectionViews(report, runPosition(report, run));
}

/** Whether the form says something other than what is shown. */
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

/** A section as the picture shows it. */
export interface SectionView extends Pick<Section, "step" | "prime"> {
  readonly state: "waiting" | "current" | "done";
  /** ⊗ so far, and in all. */
  readonly done: number;
  readonly expected: number;
}

/** How far a computation is; `multiplications` are those done in the section. */
type Position = "start" | "end" | { readonly section: number; readonly multiplications: number };

export function sectionViews(report: Report, position: Position): readonly SectionView[] {
  return report.sections.map(({ step, prime, multiplications: expected }, index) => {
    const named = { step, ...(prime === undefined ? {} : { prime }), expected };
    if (position === "start") return { ...named, state: "waiting", done: 0 };
    if (position === "end" || index < position.section) return { ...named, state: "done", done: expected };
    return index === position.section
      ? { ...named, state: "current", done: position.multiplications }
      : { ...named, state: "waiting", done: 0 };
  });
}

export function runPosition(report: Report, run: Run | undefined): Position {
  if (run?.device !== undefined) return "end";
  if (run?.progress?.stage !== "device") return "start";
  const { step, prime, multiplications } = run.progress.section;
  const section = report.sections.findIndex((each) => each.step === step && each.prime === prime);
  return section < 0 ? "start" : { section, multiplications };
}

/** Where a trace is after one of its operations. */
export function tracePosition(trace: readonly TracedOperation[], index: number): Position {
  const section = trace[index]?.section ?? 0;
  const own = trace.slice(0, index + 1).filter((each) => each.section === section);
  return { section, multiplications: own.filter(({ operation }) => operation === "multiply").length };
}

/** Milliseconds of the whole slow motion. */
export const playTime = 14_000;

/** The least share of the time that a section gets, so that a single ⊗ is seen too. */
const leastShare = 0.05;

/** Where a computation is after a share of its slow motion, from 0 to 1. */
export function playbackPosition({ sections }: Report, share: number): Position {
  if (share <= 0) return "start";
  if (share >= 1) return "end";
  const total = sections.reduce((sum, { multiplications }) => sum + multiplications, 0);
  const weights = sections.map(({ multiplications }) => Math.max(leastShare, multiplications / total));
  let left = share * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [section, weight] of weights.entries()) {
    if (left < weight) {
      const multiplications = sections[section]?.multiplications ?? 0;
      return { section, multiplications: Math.round((multiplications * left) / weight) };
    }
    left -= weight;
  }
  return "end";
}

/** How many operations the list shows, with the present one in the middle where it can be. */
const listLength = 9;

/** The operations that the list shows, from the first index up to, but without, the second. */
export function listRange(count: number, operation: number): readonly [from: number, to: number] {
  const from = Math.max(0, Math.min(operation - Math.floor(listLength / 2), count - listLength));
  return [from, Math.min(count, from + listLength)];
}

/** The first operation of the next section, or the last of all. */
export function nextSection(trace: readonly TracedOperation[], operation: number): number {
  const section = trace[operation]?.section;
  const next = trace.findIndex((each, index) => index > operation && each.section !== section);
  return next < 0 ? trace.length - 1 : next;
}

/** The first operation of the present section; if it is already there, of the one before. */
export function previousSection(trace: readonly TracedOperation[], operation: number): number {
  const first = (index: number) => trace.findIndex(({ section }) => section === trace[index]?.section);
  const start = first(operation);
  return start < operation || start === 0 ? start : first(start - 1);
}
