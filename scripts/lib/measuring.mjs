// What the measuring commands share: the machine, the progress line, the file for samples and the tables in documents.
import { existsSync } from "node:fs";
import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, platform, release } from "node:os";
import { join, resolve } from "node:path";
import { root } from "./paths.mjs";
import { checkPlaces, replaceTables, tableIn } from "./places.mjs";
import { describeProcessor } from "./processor.mjs";
import { Problem } from "./run.mjs";

/** The load average (processes ready to run) above which measurements suffer. */
const busyLoad = 0.7;

/** Warns if other programs are busy. Call it before the set-up, which adds its own load; `effect` describes the consequence. */
export function warnWhenBusy(effect) {
  const [load] = loadavg();
  if (load >= busyLoad) console.error(`The machine is busy (load ${load.toFixed(1)}): ${effect}.`);
}

export function describeMachine() {
  const system = `${platform() === "linux" ? "Linux" : platform()} ${release().split("-")[0]}`;
  return { processor: describeProcessor(), threads: cpus().length, system };
}

/** Shows a progress line if standard error is a terminal. */
export function showProgress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r${text.padEnd(70).slice(0, 70)}${text === "" ? "\r" : ""}`);
}

/**
 * The file that --json names, or undefined. It checks before any measurement that the file can be written, and creates and changes
 * no file.
 */
export async function checkWritable(json) {
  if (json === undefined) return undefined;
  const file = resolve(process.env.INIT_CWD ?? ".", json);
  const isThere = existsSync(file);
  try {
    await appendFile(file, "");
  } catch (error) {
    throw new Problem(`--json cannot write to ${file}: ${error.message}`);
  }
  if (!isThere) await rm(file);
  return file;
}

/** Prints tables. */
export function printTables(tables) {
  console.log(`\n${tables.map(({ markdown }) => markdown).join("\n\n")}`);
}

/** A document whose tables --write replaces; `check` throws unless it has a place for each, and `read` returns the present one. */
export function documentWith(path, mark) {
  const file = join(root, path);
  return {
    check: async (names) => checkPlaces(await readFile(file, "utf8"), mark, names),
    read: async (name) => tableIn(await readFile(file, "utf8"), mark, name),
    write: async (tables) => writeFile(file, replaceTables(await readFile(file, "utf8"), mark, tables)),
  };
}
