// @ts-check
// What the measuring commands share: the machine, the progress line, the file for samples and the tables in documents.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, platform, release } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../../scripts/lib/paths.mjs";
import { replaceTables, tableIn } from "../../scripts/lib/places.mjs";
import { Problem } from "../../scripts/lib/run.mjs";

/** The load average (processes ready to run) above which measurements suffer. */
const busyLoad = 0.7;

/** Warns if other programs are busy. Call it before the set-up, which adds its own load; `effect` describes the consequence. */
export function warnWhenBusy(/** @type {string} */ effect) {
  const [load = 0] = loadavg();
  if (load >= busyLoad) console.error(`The machine is busy (load ${load.toFixed(1)}): ${effect}.`);
}

export function describeMachine() {
  const system = `${platform() === "linux" ? "Linux" : platform()} ${release().split("-")[0]}`;
  return { processor: describeProcessor(), threads: cpus().length, system, commit: commit() };
}

/** The commit of this clone, or undefined outside of one, as in an archive. */
function commit() {
  const { stdout, status } = spawnSync("git", ["rev-parse", "--short=8", "HEAD"], { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/** The instructions that decide how fast wide multiplications are, by their names in Linux's /proc/cpuinfo. */
const features = { fma: "FMA", avx2: "AVX2", avx512ifma: "AVX-512 IFMA", asimd: "Advanced SIMD" };

/**
 * The name of the processor, with its family, model and features where the system tells them.
 * @returns {string}
 */
export function describeProcessor() {
  const name = cpus()[0]?.model.trim() || "unknown processor";
  const file = "/proc/cpuinfo";
  const details = existsSync(file) ? detailsOf(readFileSync(file, "utf8")) : "";
  return details === "" ? name : `${name} (${details})`;
}

/**
 * The details of the first processor in the text of /proc/cpuinfo, such as "family 25, model 17; FMA, AVX2".
 * @param {string} cpuinfo
 */
export function detailsOf(cpuinfo) {
  /** @param {RegExp} name */
  const named = (name) => new RegExp(`^(?:${name.source})\\s*:\\s*(.*)$`, "m").exec(cpuinfo)?.[1]?.trim();
  const [family, model] = [named(/cpu family/), named(/model/)];
  const [implementer, part] = [named(/CPU implementer/), named(/CPU part/)];
  const flags = (named(/flags|Features/) ?? "").split(" ");
  const kind =
    family !== undefined ? `family ${family}, model ${model}` : part && `implementer ${implementer}, part ${part}`;
  const found = Object.entries(features).flatMap(([flag, name]) => (flags.includes(flag) ? [name] : []));
  return [kind, found.join(", ")].filter(Boolean).join("; ");
}

/** Shows a progress line if standard error is a terminal. */
export function showProgress(/** @type {string} */ text) {
  if (process.stderr.isTTY) process.stderr.write(`\r${text.padEnd(70).slice(0, 70)}${text === "" ? "\r" : ""}`);
}

/**
 * The file that --json names, or undefined. It checks before any measurement that the file can be written, and creates and changes
 * no file.
 */
export async function checkWritable(/** @type {string | undefined} */ json) {
  if (json === undefined) return undefined;
  const { INIT_CWD = "." } = process.env;
  const file = resolve(INIT_CWD, json);
  const isThere = existsSync(file);
  try {
    await appendFile(file, "");
  } catch (error) {
    throw new Problem(`--json cannot write to ${file}: ${/** @type {Error} */ (error).message}`);
  }
  if (!isThere) await rm(file);
  return file;
}

/** @param {readonly import("../../scripts/lib/places.mjs").NamedTable[]} tables */
export function printTables(tables) {
  console.log(`\n${tables.map(({ markdown }) => markdown).join("\n\n")}`);
}

/**
 * A document whose tables --write replaces; `check` throws unless it has a place for each, and `read` returns the present one.
 * @param {string} path
 * @param {string} mark
 */
export function documentWith(path, mark) {
  const file = join(root, path);
  const read = async (/** @type {string} */ name) => tableIn(await readFile(file, "utf8"), mark, name);
  return {
    read,
    check: (/** @type {readonly string[]} */ names) => Promise.all(names.map(read)),
    write: async (/** @type {Parameters<typeof printTables>[0]} */ tables) =>
      writeFile(file, replaceTables(await readFile(file, "utf8"), mark, tables)),
  };
}

/**
 * Keeps what tables were made from, so that a test can make them again.
 * @param {"bench" | "experiment" | "native" | "papers"} name
 * @param {object | string} data as an object or as JSON
 */
export async function keepData(name, data) {
  const json = typeof data === "string" ? data : JSON.stringify(data);
  await writeFile(join(root, "lab/data", `${name}.json.gz`), gzipSync(json, { level: 9 }));
}
