import { type Summary, summarise } from "@rsa-variants/measure";
import type { BrowserResult, Measurement, Subject } from "../protocol.ts";

export type BrowserName = "Chromium" | "Firefox";

/** What one browser measured, and which browser it was. */
export interface BrowserRun extends BrowserResult {
  readonly browser: BrowserName;
  readonly version: string;
}

/** Everything that one `npm run bench` measured: what its JSON holds, with the goals beside. */
export interface Comparison {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly command: string;
  readonly machine: { readonly processor: string; readonly threads: number; readonly system: string };
  readonly runs: readonly BrowserRun[];
}

/** Stands for the engine of ours that is the fastest in a browser. */
export const fastestEngine = "fastest engine";

/** The samples of a subject; undefined when it was not measured. */
export function findMeasurement(run: BrowserRun, subject: Subject): Measurement | undefined {
  const wanted = subject.contestant === fastestEngine ? run.environment.engines[0] : subject.contestant;
  return run.measurements.find(
    ({ part, contestant, length }) => part === subject.part && contestant === wanted && length === subject.length,
  );
}

export function findSummary(run: BrowserRun, subject: Subject): Summary | undefined {
  const measurement = findMeasurement(run, subject);
  return measurement && summarise(measurement.samples);
}
