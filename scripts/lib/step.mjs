// A step of the set-up: one line when it is done, skipped when nothing it depends on has changed.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { cache, root } from "./paths.mjs";

/** Prints a line with what was done and how long it took. */
export async function timed(name, work) {
  const start = performance.now();
  const note = await work();
  console.log(line(name, seconds(performance.now() - start), note));
}

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function line(name, time, note) {
  return `${name.padEnd(28)}${time.padStart(8)}${note ? `  ${note}` : ""}`;
}

/**
 * Does `work` unless its inputs and outputs are as they were when it last succeeded.
 * @param {{ name: string, inputs: string[], values?: unknown, outputs: string[], work: () => Promise<string | void> }} step
 * inputs: files and folders by path from the root; values: anything else the result depends on; outputs: what must exist
 */
export async function step({ name, inputs, values = null, outputs, work }) {
  const stamp = join(cache, `${name.replaceAll(/\W+/g, "-")}.stamp`);
  const hash = await hashOf(inputs, values);
  const present = outputs.every((path) => existsSync(join(root, path)));
  if (present && (await readIfThere(stamp)) === hash) {
    console.log(line(name, "", "up to date"));
    return;
  }
  // Without its stamp an interrupted step is done again.
  await rm(stamp, { force: true });
  await timed(name, work);
  await mkdir(cache, { recursive: true });
  await writeFile(`${stamp}.new`, hash);
  await rename(`${stamp}.new`, stamp);
}

async function readIfThere(path) {
  return existsSync(path) ? readFile(path, "utf8") : undefined;
}

async function hashOf(inputs, values) {
  const hash = createHash("sha256").update(JSON.stringify(values));
  for (const input of inputs) {
    for (const file of await filesOf(join(root, input))) {
      hash.update(`\0${relative(root, file).split(sep).join("/")}\0`).update(await readFile(file));
    }
  }
  return hash.digest("hex");
}

const skipped = new Set(["node_modules", "target", "dist", ".git"]);

async function filesOf(path) {
  if (!existsSync(path)) return [];
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const nested = await Promise.all(
    entries.filter((entry) => !skipped.has(entry.name)).map((entry) => filesOf(join(path, entry.name))),
  );
  return nested.flat().sort();
}
