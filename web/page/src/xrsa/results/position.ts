import type { Report, Section, TracedOperation } from "rsa-variants/xrsa";
import type { Run } from "../run/protocol.ts";

/** A section as the picture shows it. */
export interface SectionView extends Pick<Section, "step" | "prime"> {
  readonly state: "waiting" | "current" | "done";
  /** ⊗ so far, and in all. */
  readonly done: number;
  readonly expected: number;
}

/** How far a computation is: not begun, in a section with so many of its ⊗ done, or over. */
export type Position = "start" | "end" | { readonly section: number; readonly multiplications: number };

/** The sections of a computation that is at a position. */
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

/** Where a run is. */
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

/** Milliseconds for a whole computation in slow motion. */
export const playTime = 14_000;

/** The least share of the time that a section gets: one that has a single ⊗ must be seen too. */
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
const shown = 9;

/** The stretch of a trace that the list shows: from one index up to another, which is left out. */
export function listRange(count: number, operation: number): readonly [from: number, to: number] {
  const from = Math.max(0, Math.min(operation - Math.floor(shown / 2), count - shown));
  return [from, Math.min(count, from + shown)];
}

/** The first operation of the next section, or the last of all. */
export function nextSection(trace: readonly TracedOperation[], operation: number): number {
  const section = trace[operation]?.section;
  const next = trace.findIndex((each, index) => index > operation && each.section !== section);
  return next < 0 ? trace.length - 1 : next;
}

/** The first operation of the present section, or of the one before if it is there already. */
export function previousSection(trace: readonly TracedOperation[], operation: number): number {
  const first = (index: number) => trace.findIndex(({ section }) => section === trace[index]?.section);
  const start = first(operation);
  return start < operation || start === 0 ? start : first(start - 1);
}
