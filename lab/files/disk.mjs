// Measures the disk, waits for it, and compares files on it.
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { mustRun, Problem, run } from "../../scripts/lib/run.mjs";

/** Waits until all written data are on the disk; otherwise the disk would be busy during the next measurement. */
export async function settled() {
  if (process.platform !== "win32") await mustRun("sync", []);
}

/** Measures the disk: copies the file as the command line writes it, in pieces of a mebibyte, flushed to the disk at the end. */
export async function measureCopy(folder, print) {
  await settled();
  const start = performance.now();
  const [from, to] = await Promise.all([open(join(folder, "file")), open(join(folder, "copy"), "w")]);
  const piece = Buffer.alloc(2 ** 20);
  for (;;) {
    const { bytesRead } = await from.read(piece);
    if (bytesRead === 0) break;
    await to.write(piece, 0, bytesRead);
  }
  const written = performance.now();
  await to.sync();
  print("copy", (written - start) / 1000);
  print("copy, on the disk", (performance.now() - start) / 1000);
  await Promise.all([from.close(), to.close()]);
  await rm(join(folder, "copy"));
}

/** Throws unless two files have the same bytes. */
export async function mustBeSame(one, other) {
  const { code, output } = await run("cmp", [one, other]);
  if (code !== 0) throw new Problem(`the decrypted file differs: ${output.trim()}`);
}
