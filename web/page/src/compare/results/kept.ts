import { readRunFile, writeRunFile } from "./file.ts";
import type { Run } from "./run.ts";

/** Where the last run waits for this tab to come back. */
const name = "rsa-variants run";

/** Keeps a run for when this tab is reloaded or returns from another place; one too long for the browser's store is lost. */
export function keepRun(run: Run): void {
  try {
    sessionStorage.setItem(name, writeRunFile(run));
  } catch {
    forgetRun(); // a run from before would be shown for this one
  }
}

/** The run that was kept, if it can be read. */
export function keptRun(): Run | undefined {
  try {
    const text = sessionStorage.getItem(name);
    return text === null ? undefined : readRunFile(text);
  } catch {
    return undefined;
  }
}

function forgetRun(): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Without a store there is nothing to forget.
  }
}
