import type { AttackProgress } from "rsa-variants/security";
import type { AttackEvent, AttackStage, Evidence, Report } from "./protocol.ts";

/** A step of making the key or of the attack, as the library words it. */
export interface Step extends Omit<AttackProgress, "step"> {
  readonly text: string;
  readonly stage: AttackStage;
  /** Milliseconds since the start until this step began. */
  readonly begun: number;
}

/** What is known of an attack that was started. */
export interface AttackRun {
  readonly state: "running" | "done" | "stopped" | "failed";
  readonly stage: AttackStage;
  /** Milliseconds since the start, at the last event or the end. */
  readonly elapsed: number;
  readonly steps: readonly Step[];
  readonly evidence?: Evidence;
  readonly report?: Report;
  /** What went wrong. */
  readonly message?: string;
}

export const startedRun: AttackRun = { state: "running", stage: "load", elapsed: 0, steps: [] };

/** The run with what an event says, so many milliseconds after the start. */
export function addEvent(run: AttackRun, event: AttackEvent, elapsed: number): AttackRun {
  const next = { ...run, elapsed };
  switch (event.type) {
    case "stage":
      return { ...next, stage: event.stage };
    case "progress":
      return { ...next, steps: addProgress(run, event.progress, elapsed) };
    case "evidence":
      return { ...next, evidence: event.evidence };
    case "report":
      return { ...next, report: event.report };
    case "done":
      return { ...next, state: "done" };
    case "error":
      return { ...next, state: "failed", message: event.message };
  }
}

/** A step is told by its sentence: another sentence is the next step. */
function addProgress({ steps, stage }: AttackRun, { step: text, ...rest }: AttackProgress, elapsed: number): Step[] {
  const last = steps.at(-1);
  const goesOn = last?.text === text && last.stage === stage;
  const earlier = goesOn ? steps.slice(0, -1) : steps;
  return [...earlier, { text, stage, ...rest, begun: goesOn ? last.begun : elapsed }];
}

/** How much of a step is done, from 0 to 1; undefined where it is not known. More than expected may come. */
export function fractionOf({ done, expected }: Pick<Step, "done" | "expected">): number | undefined {
  return expected === undefined || expected === 0 ? undefined : Math.min(1, done / expected);
}
