import type { NamedTable } from "../places.mjs";
import type { Samples, Verdict } from "./statistics.mjs";

export interface Test {
  readonly place: string;
  readonly name: string;
  readonly part: string;
  readonly operation: string;
  readonly classes: readonly string[];
}

export interface Result extends Test {
  readonly samples: Samples;
  readonly medians: readonly number[];
  readonly t: number;
  readonly kept: number;
  readonly verdict: Verdict;
}

export interface Run {
  readonly startedAt: string;
  readonly command: string;
  readonly seconds: number;
  readonly machine: { readonly processor: string; readonly threads: number; readonly system: string };
  readonly versions: { readonly rust: string; readonly node: string; readonly build: string };
  readonly results: readonly Result[];
}

export const tableNames: readonly string[];
export function judge(test: Test, samples: Samples): Result;
export function judgeLonger(
  test: Test,
  seconds: number,
  measure: (seconds: number) => Promise<Samples>,
): Promise<Result>;
export function buildTables(run: Run): readonly NamedTable[];
export function failureLines(run: Pick<Run, "results">): readonly string[];
export function controlsCaught(run: Pick<Run, "results">): boolean;
export function toJson(run: Run): string;
