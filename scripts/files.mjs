// npm run bench:files: measures the speed and, on Linux, the memory of the command line and the Workbench with a large file.
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureCommandLine } from "./lib/files/command-line.mjs";
import { measureCopy } from "./lib/files/disk.mjs";
import { measureWorkbench } from "./lib/files/workbench.mjs";
import { describeMachine, warnWhenBusy } from "./lib/machine.mjs";
import { readOptions } from "./lib/options.mjs";
import { main, Problem } from "./lib/problem.mjs";
import { setUp } from "./lib/set-up.mjs";

const { options } = readOptions(process.argv.slice(2), { names: ["--mebibytes"], flags: [] });
const mebibytes = Number(options.get("--mebibytes") ?? 1024);

await main(async () => {
  if (!Number.isInteger(mebibytes) || mebibytes < 1) {
    throw new Problem(`--mebibytes must be a whole number, at least 1, got ${options.get("--mebibytes")}`);
  }
  warnWhenBusy("speeds are too low");
  await setUp();
  const folder = await mkdtemp(join(tmpdir(), "rsa-variants-files-"));
  try {
    await writeFile(join(folder, "file"));
    const { processor, threads, system } = describeMachine();
    console.log(`\n${mebibytes} MiB, ${processor}, ${threads} threads, ${system}, Node ${process.versions.node}\n`);
    await measureCopy(folder, print);
    await measureCommandLine(folder, print);
    await measureWorkbench(folder, print);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Prints a line of the report; `memory` is in bytes, and `memoryNote` says whose memory it is. */
function print(what, seconds, memory, memoryNote) {
  const speed = `${((mebibytes * 2 ** 20) / 1e6 / seconds).toFixed(0)} MB/s`;
  const peak = memory === undefined ? "" : `${(memory / 2 ** 20).toFixed(0)} MiB ${memoryNote}`;
  console.log(`${what.padEnd(34)}${`${seconds.toFixed(2)} s`.padStart(8)}${speed.padStart(11)}   ${peak}`.trimEnd());
}

/** Writes a file of random bytes, so that the file system cannot compress it or store it as a sparse file. */
async function writeFile(path) {
  const handle = await open(path, "w");
  const piece = Buffer.alloc(2 ** 20);
  for (let i = 0; i < mebibytes; i++) {
    for (let at = 0; at < piece.length; at += 65536) crypto.getRandomValues(piece.subarray(at, at + 65536));
    await handle.write(piece);
  }
  await handle.close();
}
