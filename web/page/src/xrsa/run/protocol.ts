import type { WorkerError } from "@rsa-variants/measure/worker-client";
import type { Progress, Report, SoftwareOptions, TracedOperation } from "rsa-variants/xrsa";
import type { XrsaSelection } from "../selection.ts";

/** In the order of a run. */
export type Stage = "load" | "key" | "device" | "ordinary" | "software";

/** Operands up to this length in bits are traced with their values, which fit on the screen. */
export const longestTraced = 128;

/** How far the naive method is, in multiplications modulo N. */
type SoftwareProgress = Parameters<NonNullable<SoftwareOptions["onProgress"]>>[0];

export type RunProgress =
  | (Progress & { readonly stage: "key" | "device" })
  | (SoftwareProgress & { readonly stage: "software" });

export interface DeviceOutcome {
  readonly report: Report;
  readonly milliseconds: number;
  /** Every operation with its values; only with short operands. */
  readonly trace?: readonly TracedOperation[];
}

/** Another way to the same message. */
interface Comparison {
  readonly equal: boolean;
  readonly milliseconds: number;
}

/** The naive method, which multiplies modulo N in software. */
interface SoftwareOutcome extends Comparison {
  readonly multiplications: number;
  readonly wordProducts: number;
}

export type RunEvent =
  | { readonly type: "environment"; readonly build: string }
  | { readonly type: "stage"; readonly stage: Stage }
  | { readonly type: "progress"; readonly progress: RunProgress }
  | { readonly type: "key"; readonly outcome: Pick<DeviceOutcome, "report" | "milliseconds"> }
  | { readonly type: "device"; readonly outcome: DeviceOutcome }
  | { readonly type: "ordinary"; readonly outcome: Comparison }
  | { readonly type: "software"; readonly outcome: SoftwareOutcome }
  | { readonly type: "done" }
  | WorkerError;

export interface Run {
  readonly startedAt: string;
  readonly selection: XrsaSelection;
  readonly state: "running" | "done" | "stopped" | "failed";
  readonly stage: Stage;
  readonly progress?: RunProgress | undefined;
  /** The WebAssembly build that computed. */
  readonly build?: string;
  /** Present if the device made the key. */
  readonly key?: Pick<DeviceOutcome, "report" | "milliseconds">;
  readonly device?: DeviceOutcome;
  readonly ordinary?: Comparison;
  readonly software?: SoftwareOutcome;
}

export function startedRun(selection: XrsaSelection): Run {
  return { startedAt: new Date().toISOString(), selection, state: "running", stage: "load" };
}

export function addEvent(run: Run, event: Exclude<RunEvent, { readonly type: "done" | "error" }>): Run {
  if ("outcome" in event) return { ...run, [event.type]: event.outcome };
  const { type, ...known } = event;
  return { ...run, ...(type === "stage" && { progress: undefined }), ...known };
}
