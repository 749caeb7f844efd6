import type { Report, Section, TracedOperation } from "rsa-variants/xrsa";
import type { Run } from "./run/protocol.ts";

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

/** An operation of the unit that computes, with the numbers that are moved for it. */
export interface Stop {
  readonly operation: TracedOperation;
  /** Loads before it, and fetches of what it gives. */
  readonly moves: readonly TracedOperation[];
}

/** Groups the loads and fetches of a trace with the operations that they serve. */
export function stopsOf(trace: readonly TracedOperation[]): readonly Stop[] {
  const stops: { operation: TracedOperation; moves: TracedOperation[] }[] = [];
  let moves: TracedOperation[] = [];
  for (const operation of trace) {
    const last = stops.at(-1);
    const isMove = operation.operation === "load" || operation.operation === "fetch";
    if (!isMove) {
      stops.push({ operation, moves });
      moves = [];
    } else if (operation.operation === "fetch" && moves.length === 0 && last?.operation.section === operation.section) {
      last.moves.push(operation);
    } else moves.push(operation);
  }
  return stops;
}

/** Milliseconds of a whole plan, of an operation of a trace that is read, and of all those between the read ones of a step. */
const playTime = { plan: 14_000, operation: 1500, between: 2000 };

/** How many operations at the beginning of a step are read; at its end it is one. */
const readOperations = 3;

/** The least share of the time that a section gets, so that a single ⊗ is seen too. */
const leastShare = 0.05;

/** What the user plays and steps through: every operation of a trace that computes, or without one every ⊗ of a plan. */
export function trackOf({ sections, total }: Report, trace?: readonly TracedOperation[]) {
  const stops = trace && stopsOf(trace);
  let before = 0;
  const starts = sections.map(({ multiplications }, section) => {
    const start = stops === undefined ? before : stops.findIndex(({ operation }) => operation.section === section);
    before += multiplications;
    return start;
  });
  const length = stops?.length ?? total.multiplications;
  const weights = sections.map(({ multiplications }) => Math.max(leastShare, multiplications / total.multiplications));
  const unit = playTime.plan / weights.reduce((sum, weight) => sum + weight, 0);
  const sectionAt = (index: number) => starts.findLastIndex((start) => start <= index);
  return {
    length,
    stops,
    /** The first index of each section. */
    starts,
    /** Where the computation is after the operation at an index. */
    positionAt(index: number): Position {
      const section = sectionAt(index);
      const start = starts[section] ?? 0;
      const passed = stops?.slice(start, index + 1).filter(({ operation: { operation } }) => operation === "multiply");
      return { section, multiplications: passed?.length ?? index - start + 1 };
    },
    /** How many milliseconds the operation at an index is shown at the usual speed. */
    timeAt(index: number): number {
      const section = sectionAt(index);
      if (stops === undefined) return (unit * (weights[section] ?? 0)) / (sections[section]?.multiplications ?? 1);
      const [start, end] = [(starts[section] ?? 0) + readOperations, (starts[section + 1] ?? length) - 1];
      const isRead = index < start || index >= end;
      return isRead ? playTime.operation : Math.min(playTime.operation, playTime.between / (end - start));
    },
  };
}

export type Track = ReturnType<typeof trackOf>;

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
const listLength = 5;

/** The operations that the list shows, from the first index up to, but without, the second. */
export function listRange(count: number, index: number): readonly [from: number, to: number] {
  const from = Math.max(0, Math.min(index - Math.floor(listLength / 2), count - listLength));
  return [from, Math.min(count, from + listLength)];
}
