import type { Progress, Report, SoftwareOptions, TracedOperation } from "rsa-variants/xrsa";
import type { WorkerError } from "../../common/worker-client.ts";
import type { Selection } from "../params/selection.ts";

/** What a run does, in its order. */
export type Stage = "load" | "key" | "device" | "ordinary" | "software";

/** Operands up to this length, in bits, are traced with their values: they fit on the screen. */
export const longestTraced = 128;

/** A run, as the worker gets it. */
export interface RunRequest {
  readonly selection: Selection;
}

/** How far the device's computation, its search for a key, or the naive method is. */
export type RunProgress =
  | (Progress & { readonly stage: "key" | "device" })
  | (SoftwareProgress & { readonly stage: "software" });

/** How far the naive method is, in multiplications modulo N. */
export type SoftwareProgress = Parameters<NonNullable<SoftwareOptions["onProgress"]>>[0];

/** A key that the device made. */
export interface DeviceKeyReport {
  readonly report: Report;
  readonly milliseconds: number;
}

/** What the device did. */
export interface DeviceOutcome {
  readonly report: Report;
  readonly milliseconds: number;
  /** Every operation with its values; on short operands alone. */
  readonly trace?: readonly TracedOperation[];
}

/** A further way to the same message. */
export interface Comparison {
  readonly equal: boolean;
  readonly milliseconds: number;
}

/** The naive method, which multiplies modulo N in software. */
export interface SoftwareOutcome extends Comparison {
  readonly multiplications: number;
  readonly wordProducts: number;
}

/** What the worker tells the page. */
export type RunEvent =
  | { readonly type: "environment"; readonly build: string }
  | { readonly type: "stage"; readonly stage: Stage }
  | { readonly type: "progress"; readonly progress: RunProgress }
  | { readonly type: "key"; readonly outcome: DeviceKeyReport }
  | { readonly type: "device"; readonly outcome: DeviceOutcome }
  | { readonly type: "ordinary"; readonly outcome: Comparison }
  | { readonly type: "software"; readonly outcome: SoftwareOutcome }
  | { readonly type: "done" }
  | WorkerError;
