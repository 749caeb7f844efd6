// @ts-check
import { mustRun } from "../run.mjs";

/** Waits until all written data are on the disk; otherwise the disk would be busy during the next measurement. */
export async function settled() {
  if (process.platform !== "win32") await mustRun("sync", []);
}
