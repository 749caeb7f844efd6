import { type Summary, summarize } from "@rsa-variants/measure";
import type { BrowserResult, Measurement, Subject } from "../protocol.ts";

export const browserNames = ["Chromium", "Firefox", "WebKit"] as const;
export type BrowserName = (typeof browserNames)[number];

/** The measurements of one browser, with its name and version. */
export interface BrowserRun extends BrowserResult {
  readonly browser: BrowserName;
  readonly version: string;
}

/** Everything that one run of `npm run bench` measured; its JSON contains this and the goals. */
export interface Comparison {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly command: string;
  readonly machine: {
    readonly processor: string;
    readonly threads: number;
    readonly system: string;
    readonly commit?: string | undefined;
  };
  readonly runs: readonly BrowserRun[];
}

/** Stands for our fastest engine in a browser. */
export const fastestEngine = "fastest engine";

/** The samples of a subject; undefined if it was not measured. */
export function findMeasurement(run: BrowserRun, subject: Subject): Measurement | undefined {
  const wanted = subject.contestant === fastestEngine ? run.environment.engines[0] : subject.contestant;
  return run.measurements.find(
    ({ part, contestant, length }) => part === subject.part && contestant === wanted && length === subject.length,
  );
}

export function findSummary(run: BrowserRun, subject: Subject): Summary | undefined {
  const measurement = findMeasurement(run, subject);
  return measurement && summarize(measurement.samples);
}
