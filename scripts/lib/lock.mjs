// One set-up at a time: two would build into the same folders.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cache } from "./paths.mjs";

const file = join(cache, "set-up.lock");

/** Runs `work` while no other process does; waits for one that is at it. */
export async function locked(work) {
  await mkdir(cache, { recursive: true });
  let waiting = false;
  while (!(await take())) {
    if (!waiting) console.log(`waiting for the set-up of process ${owner()}`);
    waiting = true;
    await sleep(500);
  }
  process.once("exit", release);
  try {
    return await work();
  } finally {
    release();
    process.removeListener("exit", release);
  }
}

async function take() {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    // A process that was killed leaves its lock behind.
    if (!alive(owner())) rmSync(file, { force: true });
    return false;
  }
}

function release() {
  if (owner() === process.pid) rmSync(file, { force: true });
}

function owner() {
  return existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
}

function alive(pid) {
  // A lock just made has no number yet.
  if (pid === 0) return existsSync(file);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
