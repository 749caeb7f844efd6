import type { Step } from "./plan.ts";

/** What to measure, as the worker gets it. */
export interface ExperimentRequest {
  readonly plan: readonly Step[];
  readonly text: string;
}

/** What was measured in a step. Times are milliseconds for the whole text. */
export interface Point extends Step {
  readonly encrypt: number;
  readonly decrypt: number;
  /** How often the text was encrypted and decrypted; the times are the medians. */
  readonly runs: number;
  /** The time of a key, the median of so many: luck decides about each. In the table `lengths` alone. */
  readonly keyGeneration?: number;
  readonly keys?: number;
}

/** How far the experiment is. */
export interface ExperimentProgress {
  /** Steps that are done, and all of them. */
  readonly done: number;
  readonly steps: number;
  readonly step: Step;
  readonly phase: "key" | "encrypt" | "decrypt";
  /** Of the phase, from 0 to 1. */
  readonly share: number;
}

export type ExperimentEvent =
  | { readonly type: "progress"; readonly progress: ExperimentProgress }
  | { readonly type: "point"; readonly point: Point }
  | { readonly type: "done" };
