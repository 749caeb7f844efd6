import type { Selection } from "../params/selection.ts";
import type {
  Comparison,
  DeviceKeyReport,
  DeviceOutcome,
  RunEvent,
  RunProgress,
  SoftwareOutcome,
  Stage,
} from "./protocol.ts";

/** What is known of a run so far. */
export interface Run {
  readonly startedAt: string;
  readonly selection: Selection;
  readonly state: "running" | "done" | "stopped" | "failed";
  readonly stage: Stage;
  readonly progress?: RunProgress;
  /** The WebAssembly build that computed. */
  readonly build?: string;
  /** Present when the device made the key. */
  readonly key?: DeviceKeyReport;
  readonly device?: DeviceOutcome;
  readonly ordinary?: Comparison;
  readonly software?: SoftwareOutcome;
}

export function startedRun(selection: Selection): Run {
  return { startedAt: new Date().toISOString(), selection, state: "running", stage: "load" };
}

/** The run with what an event says. */
export function addEvent(run: Run, event: RunEvent): Run {
  switch (event.type) {
    case "environment":
      return { ...run, build: event.build };
    case "stage": {
      const { progress: _progress, ...rest } = run;
      return { ...rest, stage: event.stage };
    }
    case "progress":
      return { ...run, progress: event.progress };
    case "done":
      return { ...run, state: "done" };
    case "error":
      return { ...run, state: "failed" };
    default:
      return { ...run, [event.type]: event.outcome };
  }
}
