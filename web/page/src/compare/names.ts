import type { Run } from "@rsa-variants/measure/run/run";
import { capitalized } from "@rsa-variants/measure/text/format";
import type { LoadedRun } from "./state.ts";
import { browserName } from "./texts.ts";

/** The browser of a run: "Chromium 156". */
export function browserOf({ environment }: Run): string {
  return browserName(environment?.userAgent ?? "");
}

/** The day of a run in UTC, with its month in full or in short. */
export function dayOf({ startedAt }: Run, month: "long" | "short"): string {
  return new Date(startedAt).toLocaleDateString("en-GB", { day: "numeric", month, year: "numeric", timeZone: "UTC" });
}

/** The time of day at which a run started: "14:05 UTC". */
export function timeOf({ startedAt }: Run): string {
  return `${new Date(startedAt).toISOString().slice(11, 16)} UTC`;
}

/** A run's browser and day. */
export function nameOfRun(run: Run): string {
  return `${capitalized(browserOf(run))}, ${dayOf(run, "short")}`;
}

/**
 * Names runs as their users do, or by browser and day. Those that would have the same name also get the time, and if that is the same too, a number:
 * "Chromium 156, 25 Nov 2026, 14:05 UTC".
 */
export function nameRuns(opened: readonly Omit<LoadedRun, "name">[]): LoadedRun[] {
  const short = opened.map(({ run }) => run.name ?? nameOfRun(run));
  const long = opened.map(({ run }, at) => {
    const isOnly = short.filter((name) => name === short[at]).length === 1;
    return isOnly ? short[at] : `${short[at]}, ${timeOf(run)}`;
  });
  return opened.map((each, at) => {
    const count = long.slice(0, at + 1).filter((name) => name === long[at]).length;
    return { ...each, name: count === 1 ? `${long[at]}` : `${long[at]} (${count})` };
  });
}

/** A file name for a run, without its ending: "rsa-variants-2048-chromium-156-2026-01-31T12-00". */
export function runFileName(run: Run, modulusLength: number): string {
  const browser = browserOf(run).toLowerCase().replaceAll(" ", "-");
  return `rsa-variants-${modulusLength}-${browser}-${run.startedAt.slice(0, 16).replace(":", "-")}`;
}
