import type { Step } from "./plan.ts";

/** The measurements to make, as sent to the worker. */
export interface ExperimentRequest {
  readonly plan: readonly Step[];
  readonly text: string;
}

/** The measurements of a step. Times are in milliseconds, for the whole text. */
export interface Point extends Step {
  readonly encrypt: number;
  readonly decrypt: number;
  /** How often the text was encrypted and decrypted; the times are medians. */
  readonly runs: number;
  /** The time to make a key, the median of `keys` because each time is random. Only in the table `lengths`. */
  readonly keyGeneration?: number;
  readonly keys?: number;
}

export interface ExperimentProgress {
  /** The number of finished steps, and of all steps. */
  readonly done: number;
  readonly steps: number;
  readonly step: Step;
  readonly phase: "key" | "encrypt" | "decrypt";
  /** The finished share of the phase, from 0 to 1. */
  readonly share: number;
}

export type ExperimentEvent =
  | { readonly type: "progress"; readonly progress: ExperimentProgress }
  | { readonly type: "point"; readonly point: Point }
  | { readonly type: "done" };

export function progressText({ step, phase, share, done, steps }: ExperimentProgress): string {
  const does = { key: "making keys", encrypt: "encrypting", decrypt: "decrypting" }[phase];
  const percent = share > 0 ? ` ${Math.floor(share * 100)} %` : "";
  return `${done + 1} of ${steps}: n ${step.modulusLength}, c ${step.charactersAtOnce}, ${does}${percent}`;
}
