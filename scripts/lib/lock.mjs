// Allows one set-up at a time, because two would build into the same folders.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cache, root } from "./paths.mjs";

const file = join(cache, "set-up.lock");

/** Runs `work` while no other process does; waits for a process that does. */
export async function locked(work) {
  await mkdir(cache, { recursive: true });
  for (let waiting = false; !(await take()); ) {
    const other = owner();
    if (!isAlive(other)) {
      rmSync(file, { force: true }); // the process was killed and left its lock
      continue;
    }
    const remedy = `if that process is not running, delete ${relative(root, file)}`;
    if (!waiting) console.log(`waiting for the set-up of process ${other} (${remedy})`);
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
    return false;
  }
}

function release() {
  if (owner() === process.pid) rmSync(file, { force: true });
}

function owner() {
  return existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
}

function isAlive(pid) {
  // This process holds no lock yet, so the owner was another process with the same id, as in a new container.
  if (pid === process.pid) return false;
  // A new lock has no id yet.
  if (pid === 0) return existsSync(file);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
