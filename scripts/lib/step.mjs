// Steps of the set-up. Each prints one line, and is skipped if nothing that it depends on has changed.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, relative, sep } from "node:path";
import { cache, root } from "./paths.mjs";
import { mustRun } from "./run.mjs";

/** Does some work and prints a line with its name, its time and the note that it returns. */
export async function timed(name, work) {
  const start = performance.now();
  let note = "failed"; // said now, because the error is shown only after the other running steps have ended
  try {
    note = await work();
  } finally {
    console.log(line(name, `${secondsSince(start).toFixed(1)} s`, note));
  }
}

/**
 * Waits until all steps have ended, and only then throws the first error: no step may run after the set-up releases its lock.
 * @param {Promise<unknown>[]} steps steps that run at the same time
 */
export async function together(steps) {
  const failure = (await Promise.allSettled(steps)).find(({ status }) => status === "rejected");
  if (failure !== undefined) throw failure.reason;
}

/**
 * Does work in parallel, as much at a time as there are processors.
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => Promise<unknown>} work
 */
export async function inParallel(items, work) {
  const waiting = items.values(); // shared by all workers
  const worker = async () => {
    for (const next of waiting) await work(next);
  };
  await together(Array.from({ length: availableParallelism() }, worker));
}

/** Compiles with cargo. */
export function compile(what, args, env = {}) {
  return timed(`compile (${what})`, async () => void (await mustRun("cargo", args, { env })));
}

export const secondsSince = (start) => (performance.now() - start) / 1000;

function line(name, time, note) {
  const remaining = left > 0 ? `(${duration(left)} left)` : "";
  return [name.padEnd(28) + time.padStart(8), note, remaining].filter(Boolean).join("  ");
}

/** What the announced work still takes, in seconds. */
let left = 0;

/** Says how long the stale steps will take, and after each of them, how long the rest takes. @param {readonly Step[]} steps */
export async function announce(steps) {
  const stale = await Promise.all(steps.map(async (one) => ((await isUpToDate(one)) ? 0 : (one.seconds ?? 0))));
  left = stale.reduce((sum, seconds) => sum + seconds, 0);
  if (left > 0) console.log(`set-up: ${duration(left)} on two cores`);
}

/** @param {number} seconds */
export function duration(seconds) {
  return seconds < 90 ? `about ${Math.ceil(seconds / 10) * 10} s` : `about ${Math.round(seconds / 60)} min`;
}

/**
 * @typedef {{
 *   name: string,
 *   inputs: string[],
 *   optional?: string[],
 *   values?: unknown,
 *   suffices?: unknown,
 *   outputs: string[],
 *   seconds?: number,
 *   work: () => Promise<unknown>,
 * }} Step
 * inputs: files and folders that the result depends on, as paths from the root; all must exist
 * optional: further inputs, which need not exist
 * values: anything else that the result depends on
 * suffices: other values whose result is also good enough
 * outputs: the files and folders that must exist afterwards
 * seconds: about how long it takes on two cores beside the other steps, if that is noticeable
 */

/**
 * Does a step's work unless it is up to date.
 * @param {Step} step
 */
export async function step(step) {
  if (await isUpToDate(step)) {
    console.log(line(step.name, "", "up to date"));
    return;
  }
  const hash = await hashOfStep(step); // now, because the inputs may change during the work
  // Without a stamp, an interrupted step is repeated.
  await rm(stampOf(step), { force: true });
  await timed(step.name, async () => {
    const note = await step.work();
    left -= step.seconds ?? 0;
    return note;
  });
  await mkdir(cache, { recursive: true });
  await writeFile(`${stampOf(step)}.new`, hash);
  await rename(`${stampOf(step)}.new`, stampOf(step));
}

/**
 * Whether a step's inputs and outputs are as they were when it last succeeded.
 * @param {Step} step
 */
export async function isUpToDate(step) {
  const file = stampOf(step);
  if (!existsSync(file) || ![...step.inputs, ...step.outputs].every(exists)) return false;
  const last = await readFile(file, "utf8");
  for (const values of [step.values, step.suffices ?? step.values]) {
    // A file can disappear while it is read: npm replaces its packages at the same time.
    const hash = await hashOfStep({ ...step, values }).catch(() => undefined);
    if (last === hash) return true;
  }
  return false;
}

/** @param {Step} step */
async function hashOfStep({ inputs, optional = [], values = null }) {
  const hash = createHash("sha256").update(JSON.stringify(values));
  for (const input of [...inputs, ...optional.filter(exists)]) {
    for (const file of await filesOf(join(root, input))) {
      hash.update(`\0${relative(root, file).split(sep).join("/")}\0`).update(await readFile(file));
    }
  }
  return hash.digest("hex");
}

const exists = (path) => existsSync(join(root, path));
const stampOf = ({ name }) => join(cache, `${name.replaceAll(/\W+/g, "-")}.stamp`);

const skipped = new Set(["node_modules", "target", "dist", ".git"]);

async function filesOf(path) {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => !skipped.has(name));
  return (await Promise.all(names.map((name) => filesOf(join(path, name))))).flat().sort();
}
