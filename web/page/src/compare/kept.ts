// The runs that this browser keeps, each under the time at which it started. Nothing in a run is secret.

import { readRunFile, writeRunFile } from "@rsa-variants/measure/run/file";
import type { Run } from "@rsa-variants/measure/run/run";
import { kept } from "../core/kept.ts";

/** How many runs are kept, if the browser's storage has room for them: about five million characters. */
export const mostKept = 30;

/** Before the time of a run; by itself in the tab's storage, for the run of this tab. */
const prefix = "rsa-variants run";

/** The names of the kept runs, the oldest first. */
function keys(): string[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(`${prefix} `))
    .sort();
}

function keyOf({ startedAt }: Pick<Run, "startedAt">): string {
  return `${prefix} ${startedAt}`;
}

/** Nothing if it was removed, or written by another version of the page. */
function read(key: string): Run[] {
  return [kept("localStorage", key, readRunFile) ?? []].flat();
}

/** The kept runs that can be read, the newest first; none where the browser forbids storage. */
export function keptRuns(): Run[] {
  try {
    return keys().reverse().flatMap(read);
  } catch {
    return [];
  }
}

/**
 * Keeps a run, in place of what is kept of it.
 *
 * @returns the oldest runs, which had to make room
 * @throws if there is no room for it, or no storage; then the others are still kept
 */
export function keepRun(run: Run): Run[] {
  const text = JSON.stringify(JSON.parse(writeRunFile(run))); // without its line breaks
  const gone: (readonly [key: string, text: string, Run[]])[] = [];
  for (;;) {
    const [oldest, ...others] = keys().filter((key) => key !== keyOf(run));
    try {
      if (others.length + 1 < mostKept || oldest === undefined) {
        localStorage.setItem(keyOf(run), text);
        return gone.flatMap(([_key, _text, runs]) => runs);
      }
    } catch (error) {
      if (oldest === undefined) {
        for (const [key, value] of gone) localStorage.setItem(key, value);
        throw error;
      }
    }
    gone.push([oldest, localStorage.getItem(oldest) ?? "", read(oldest)]);
    localStorage.removeItem(oldest);
  }
}

export function forgetRun(run: Run): void {
  localStorage.removeItem(keyOf(run));
}

/** Has this tab show a kept run again after it is reloaded; none without one. */
export function rememberInTab(run: Run | undefined): void {
  if (run === undefined) sessionStorage.removeItem(prefix);
  else sessionStorage.setItem(prefix, run.startedAt);
}

/** The kept run that this tab shows. */
export function runOfTab(): Run | undefined {
  return kept("sessionStorage", prefix, (startedAt) => read(keyOf({ startedAt }))[0]);
}
