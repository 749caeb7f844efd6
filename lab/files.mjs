// Measures the speed and, on Linux, the memory of the command line and the Workbench with a large file.

import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { main, whole } from "../scripts/lib/command.mjs";
import { setUp } from "../scripts/lib/set-up.mjs";
import { describeMachine, warnWhenBusy } from "./bench/measuring.mjs";
import { measureCommandLine } from "./files/command-line.mjs";
import { measureCopy } from "./files/disk.mjs";
import { measureWorkbench } from "./files/workbench.mjs";

const files = {
  usage: "node lab/files.mjs [options]",
  about:
    "Measures the speed and, on Linux, the memory of the command line and the Workbench with a large file of random bytes.",
  options: { mebibytes: { type: "string", default: "1024", help: "the size of the file" } },
};

await main(files, async ({ mebibytes }) => {
  const bytes = whole("--mebibytes", mebibytes, 1, 1e6) * 2 ** 20;
  warnWhenBusy("speeds are too low");
  await setUp();
  const folder = await mkdtemp(join(tmpdir(), "rsa-variants-files-"));
  try {
    // Random, so that the file system cannot compress it or store it as a sparse file.
    await pipeline(createReadStream("/dev/urandom", { end: bytes - 1 }), createWriteStream(join(folder, "file")));
    const { processor, threads, system } = describeMachine();
    console.log(`\n${mebibytes} MiB, ${processor}, ${threads} threads, ${system}, Node ${process.versions.node}\n`);
    /** `memory` is in bytes, and `memoryNote` says whose memory it is. */
    const print = (what, seconds, memory, memoryNote) => {
      const speed = `${(bytes / 1e6 / seconds).toFixed(0)} MB/s`;
      const peak = memory === undefined ? "" : `${(memory / 2 ** 20).toFixed(0)} MiB ${memoryNote}`;
      const time = `${seconds.toFixed(2)} s`;
      console.log(`${what.padEnd(34)}${time.padStart(8)}${speed.padStart(11)}   ${peak}`.trimEnd());
    };
    await measureCopy(folder, print);
    await measureCommandLine(folder, print);
    await measureWorkbench(folder, print);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
