import { readRunFile } from "./file.ts";
import recorded from "./recorded.json?raw";
import type { Run } from "./run.ts";

/** A run of another machine, shown until something is measured on this one. */
export function recordedRun(): Run {
  return readRunFile(recorded);
}
