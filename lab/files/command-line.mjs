import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { library } from "../../scripts/lib/paths.mjs";
import { Problem } from "../../scripts/lib/run.mjs";
import { secondsSince } from "../../scripts/lib/step.mjs";
import { mustBeSame, settled } from "./disk.mjs";

const program = join(library, "bin", "rsa-variants.js");

/** Measures each command on the file, from start to end: once with the result written to the disk, once discarded. */
export async function measureCommandLine(folder, print) {
  await run(folder, "keygen -v multi-prime -n 2048 -o key.pem --public-out public.pem");
  for (const words of [
    "encrypt -k public.pem -o encrypted file",
    "encrypt -k public.pem -o /dev/null file",
    "decrypt -k key.pem -o decrypted encrypted",
    "decrypt -k key.pem -o /dev/null encrypted",
    "sign -k key.pem -o signature file",
    "verify -k public.pem -s signature file",
  ]) {
    const { seconds, peak } = await run(folder, words);
    const name = words.split(" ")[0];
    print(
      words.includes("/dev/null") ? `${name}, output discarded` : `${name}, command line`,
      seconds,
      peak,
      "the process",
    );
  }
  await mustBeSame(join(folder, "file"), join(folder, "decrypted"));
  await rm(join(folder, "decrypted"));
}

/** Runs a command; returns its time in seconds and the peak memory of its process in bytes. */
async function run(cwd, words) {
  await settled();
  const start = performance.now();
  const child = spawn(process.execPath, [program, ...words.split(" ")], {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
  });
  let peak = 0;
  // The system records the peak, but only while the process exists.
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    peak = Math.max(peak, 1024 * Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }, 20);
  const code = await new Promise((resolve) => child.on("exit", resolve));
  clearInterval(timer);
  if (code !== 0) throw new Problem(`rsa-variants ${words} failed with exit code ${code}`);
  return { seconds: secondsSince(start), peak: peak === 0 ? undefined : peak };
}
