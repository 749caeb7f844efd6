import type { Report, Section, TracedOperation } from "rsa-variants/xrsa";
import type { Run } from "../run/run.ts";

/** A section as the picture shows it. */
export interface SectionView extends Pick<Section, "step" | "prime"> {
  readonly state: "waiting" | "current" | "done";
  /** ⊗ so far, and in all. */
  readonly done: number;
  readonly expected: number;
}

/** How far a computation is: in a section, with so many ⊗ in it done. */
export interface Position {
  readonly section: number;
  readonly multiplications: number;
}

/** The sections of a computation that is at a position, not begun yet, or over. */
export function sectionViews(report: Report, position: Position | "start" | "end"): readonly SectionView[] {
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
export function runPosition(report: Report, run: Run | undefined): Position | "start" | "end" {
  if (run?.device !== undefined) return "end";
  if (run?.progress?.stage !== "device") return "start";
  const { step, prime, multiplications } = run.progress.section;
  const section = report.sections.findIndex((each) => each.step === step && each.prime === prime);
  return section < 0 ? "start" : { section, multiplications };
}

/** Where a trace is after one of its operations. */
export function tracePosition(trace: readonly TracedOperation[], index: number): Position {
  const { section } = trace[index] as TracedOperation;
  let multiplications = 0;
  for (let place = index; place >= 0 && trace[place]?.section === section; place -= 1) {
    if (trace[place]?.operation === "multiply") multiplications += 1;
  }
  return { section, multiplications };
}
