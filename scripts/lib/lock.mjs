// Allows one set-up at a time, because two would build into the same folders.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cache } from "./paths.mjs";

const file = join(cache, "set-up.lock");

/** Runs `work` while no other process does; waits for a process that does. */
export async function locked(work) {
  await mkdir(cache, { recursive: true });
  for (let said = ""; !(await take()); await sleep(500)) {
    const owner = await readFile(file, "utf8").catch(() => "");
    // A lock without an id is being written. One that this process did not take has its id from before a restart.
    if (owner !== "" && (owner === String(process.pid) || !isAlive(Number(owner)))) await rm(file, { force: true });
    else if (owner !== said) console.log(`waiting for the set-up of process ${owner} (or delete .cache/set-up.lock)`);
    said = owner;
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

const take = () =>
  writeFile(file, String(process.pid), { flag: "wx" }).then(
    () => true,
    () => false,
  );

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
