import type { Report, Section, TracedOperation } from "rsa-variants/xrsa";
import type { Run } from "./run/protocol.ts";

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

/** What the user plays and steps through: every operation of a trace, or without one every ⊗ of a plan. */
export interface Track {
  readonly length: number;
  /** The first index of each section. */
  readonly starts: readonly number[];
  /** Where the computation is after the operation at an index. */
  readonly positionAt: (index: number) => Position;
  /** How many milliseconds the operation at an index is shown at the usual speed. */
  readonly timeAt: (index: number) => number;
}

/** Milliseconds of a whole plan, and of an operation of a trace, which has a sentence to read. */
const playTime = { plan: 14_000, operation: 1000 };

/** The least share of the time that a section gets, so that a single ⊗ is seen too. */
const leastShare = 0.05;

export function trackOf({ sections, total }: Report, trace?: readonly TracedOperation[]): Track {
  let before = 0;
  const starts = sections.map(({ multiplications }, section) => {
    const start = trace === undefined ? before : trace.findIndex((operation) => operation.section === section);
    before += multiplications;
    return start;
  });
  const weights = sections.map(({ multiplications }) => Math.max(leastShare, multiplications / total.multiplications));
  const unit = playTime.plan / weights.reduce((sum, weight) => sum + weight, 0);
  const sectionAt = (index: number) => starts.findLastIndex((start) => start <= index);
  return {
    length: trace?.length ?? total.multiplications,
    starts,
    positionAt(index) {
      const section = sectionAt(index);
      const start = starts[section] ?? 0;
      const passed = trace?.slice(start, index + 1).filter(({ operation }) => operation === "multiply").length;
      return { section, multiplications: passed ?? index - start + 1 };
    },
    timeAt(index) {
      if (trace !== undefined) return playTime.operation;
      const section = sectionAt(index);
      return (unit * (weights[section] ?? 0)) / (sections[section]?.multiplications ?? 1);
    },
  };
}

/** The first operation of the next section, or the last of all. */
export function nextSection({ starts, length }: Track, index: number): number {
  return starts.find((start) => start > index) ?? length - 1;
}

/** The first operation of the present section; if it is already there, of the one before. */
export function previousSection({ starts }: Track, index: number): number {
  return starts.findLast((start) => start < index) ?? 0;
}

/** The index, with a fraction, after some milliseconds of playing. A frame skips no section, however short. */
export function playedOn({ starts, length, timeAt }: Track, index: number, milliseconds: number): number {
  const next = starts.find((start) => start > index) ?? length;
  return Math.min(next, index + Math.max(0, milliseconds) / timeAt(index));
}

/** How many operations the list shows, with the present one in the middle where it can be. */
const listLength = 9;

/** The operations that the list shows, from the first index up to, but without, the second. */
export function listRange(count: number, index: number): readonly [from: number, to: number] {
  const from = Math.max(0, Math.min(index - Math.floor(listLength / 2), count - listLength));
  return [from, Math.min(count, from + listLength)];
}
