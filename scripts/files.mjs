// npm run bench:files: a large file through the command line. Time, speed and peak memory of each command (Linux alone).
import { spawn } from "node:child_process";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeMachine, warnWhenBusy } from "./lib/machine.mjs";
import { readOptions } from "./lib/options.mjs";
import { library } from "./lib/paths.mjs";
import { main, Problem } from "./lib/problem.mjs";

const { options } = readOptions(process.argv.slice(2), { names: ["--mebibytes"], flags: [] });
const mebibytes = Number(options.get("--mebibytes") ?? 1024);
const program = join(library, "dist", "cli", "main.js");

await main(async () => {
  if (!Number.isInteger(mebibytes) || mebibytes < 1) {
    throw new Problem(`--mebibytes takes a whole number from 1, got ${options.get("--mebibytes")}`);
  }
  warnWhenBusy("speeds are too low");
  const folder = await mkdtemp(join(tmpdir(), "rsa-variants-files-"));
  try {
    await writeFile(join(folder, "file"));
    await run(folder, "keygen -v multi-prime -n 2048 -o key --public-out public");
    const { processor, threads, system } = describeMachine();
    console.log(`${mebibytes} MiB, ${processor}, ${threads} threads, ${system}, Node ${process.versions.node}\n`);
    for (const words of [
      "encrypt -k public -o encrypted file",
      "decrypt -k key -o decrypted encrypted",
      "sign -k key -o signature file",
      "verify -k public -s signature file",
    ]) {
      const { seconds, peak } = await run(folder, words);
      const speed = (mebibytes * 2 ** 20) / 1e6 / seconds;
      console.log(
        `${words.split(" ")[0].padEnd(8)} ${seconds.toFixed(2)} s, ${speed.toFixed(0)} MB/s, peak ${(peak / 1024).toFixed(0)} MiB`,
      );
    }
    await compare(join(folder, "file"), join(folder, "decrypted"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** A file that no compression and no hole of the file system makes smaller. */
async function writeFile(path) {
  const handle = await open(path, "w");
  const piece = Buffer.alloc(2 ** 20);
  for (let i = 0; i < mebibytes; i++) {
    for (let at = 0; at < piece.length; at += 65536) crypto.getRandomValues(piece.subarray(at, at + 65536));
    await handle.write(piece);
  }
  await handle.close();
}

/** Runs a command: seconds, and the most memory that the process had, in KiB. */
async function run(cwd, words) {
  const start = performance.now();
  const child = spawn(process.execPath, [program, ...words.split(" ")], { cwd, stdio: "inherit" });
  let peak = 0;
  // The system keeps the peak itself; it is gone with the process.
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }, 20);
  const code = await new Promise((resolve) => child.on("exit", resolve));
  clearInterval(timer);
  if (code !== 0) throw new Problem(`rsa-variants ${words} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, peak };
}

async function compare(one, other) {
  const [a, b] = await Promise.all([open(one), open(other)]);
  const [x, y] = [Buffer.alloc(2 ** 20), Buffer.alloc(2 ** 20)];
  for (let i = 0; i <= mebibytes; i++) {
    const [{ bytesRead: n }, { bytesRead: m }] = await Promise.all([a.read(x), b.read(y)]);
    if (n !== m || !x.subarray(0, n).equals(y.subarray(0, n))) throw new Problem("the decrypted file differs");
  }
  await Promise.all([a.close(), b.close()]);
}
