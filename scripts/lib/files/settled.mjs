// @ts-check
import { mustRun } from "../run.mjs";

/** Waits until all that was written is on the disk, which would else be busy with it while the next is measured. */
export async function settled() {
  if (process.platform !== "win32") await mustRun("sync", []);
}
