// @ts-check
// Reads what Criterion and `openssl speed` measured, and makes the table of `node lab/native-bench.mjs`.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Problem } from "../../scripts/lib/run.mjs";

/**
 * A time in milliseconds of one round. operation: as in sign/2048; subject: the software
 * @typedef {{ readonly operation: string, readonly subject: string, readonly time: number }} Time
 *
 * versions: of the compiler, OpenSSL and crates
 * @typedef {{
 *   startedAt: string,
 *   command: string,
 *   machine: { processor: string, threads: number, system: string },
 *   versions: Record<string, string>,
 *   rounds: readonly (readonly Time[])[],
 * }} Run
 */

/** Times of keys vary by nature, so their mean counts; elsewhere the median, which other programs disturb less. */
const isMean = (/** @type {string} */ operation) => operation.startsWith("generate/");

/**
 * The times in a folder where Criterion wrote.
 * @param {string} folder
 * @returns {Promise<Time[]>}
 */
export async function criterionTimes(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith("new/benchmark.json"));
  const times = files.map(async (file) => {
    const { group_id: operation, function_id: subject } = await readJson(join(folder, file));
    const estimates = await readJson(join(folder, dirname(file), "estimates.json"));
    const { point_estimate: nanoseconds } = estimates[isMean(operation) ? "mean" : "median"];
    return { operation, subject, time: nanoseconds / 1e6 };
  });
  return Promise.all(times);
}

/** @param {string} file */
async function readJson(file) {
  return JSON.parse(await readFile(file, "utf8"));
}

/**
 * The times that `openssl speed -mr` prints: a line +F2:NUMBER:LENGTH:SIGNATURES:VERIFICATIONS for each length, per second.
 * @param {string} output
 * @returns {Time[]}
 */
export function opensslTimes(output) {
  const times = [...output.matchAll(/^\+F2:\d+:(\d+):([\d.]+):([\d.]+)/gm)].flatMap(([, length, sign, verify]) => [
    { operation: `sign/${length}`, subject: "OpenSSL", time: 1000 / Number(sign) },
    { operation: `verify/${length}`, subject: "OpenSSL", time: 1000 / Number(verify) },
  ]);
  if (times.length === 0) throw new Problem(`openssl speed printed no RSA times:\n${output}`);
  return times;
}

/** The names of the tables in the comments of docs/benchmarks.md. */
export const tableNames = ["native", "native-machine"];

/** The columns. */
const operations = {
  "sign/2048": "sign, 2048",
  "sign/3072": "3072",
  "sign/4096": "4096",
  "verify/2048": "verify, 2048",
  "verify/3072": "3072",
  "verify/4096": "4096",
  "generate/2048": "key, 2048",
  "two-powers/1024": "two powers, 1024",
  "two-powers/2048": "2048",
};

/** The rows; the first is what the others are compared with. */
const subjects = {
  "rsa-variants": "rsa-variants",
  "rsa-variants, scalar": "rsa-variants, engine `scalar`",
  "rsa-variants, bare": "rsa-variants, no guards, no padding",
  "aws-lc-rs": "aws-lc-rs",
  OpenSSL: "OpenSSL",
  "the crate rsa": "the crate rsa",
  "the crate rsa, no blinding": "the crate rsa, no blinding",
  "crypto-bigint": "crypto-bigint",
  "num-bigint": "num-bigint",
};

/**
 * The tables of a run.
 * @param {Run} run
 * @returns {import("../../scripts/lib/places.mjs").NamedTable[]}
 */
export function buildTables(run) {
  const own = Object.keys(subjects)[0] ?? "";
  const rows = Object.entries(subjects).map(([subject, title]) => {
    const cells = Object.keys(operations).map((operation) => {
      const time = timeOf(run, operation, subject);
      const base = timeOf(run, operation, own);
      if (time === undefined) return "";
      return subject === own || base === undefined ? three(time) : `${three(time)} (${two(time / base)} ×)`;
    });
    return [title, ...cells];
  });
  const header = ["ms", ...Object.values(operations)];
  const align = header.map((_, index) => (index === 0 ? ":--" : "--:"));
  const markdown = [header, align, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  return [
    { name: "native", markdown },
    { name: "native-machine", markdown: describeRun(run) },
  ];
}

/**
 * The least time of all rounds, because other programs only add to times; for keys the mean.
 * @param {Run} run
 * @param {string} operation
 * @param {string} subject
 */
function timeOf({ rounds }, operation, subject) {
  const times = rounds.flat().filter((each) => each.operation === operation && each.subject === subject);
  if (times.length === 0) return undefined;
  const sum = times.reduce((total, { time }) => total + time, 0);
  return isMean(operation) ? sum / times.length : Math.min(...times.map(({ time }) => time));
}

/** @param {number} value */
const three = (value) => String(Number(value.toPrecision(3)));
/** @param {number} value */
const two = (value) => String(Number(value.toPrecision(2)));

/** @param {Run} run */
function describeRun({ startedAt, command, machine, versions, rounds }) {
  const { processor, threads, system } = machine;
  const { rust, openssl, ...crates } = versions;
  const others = Object.entries(crates).map(([name, version]) => `${name} ${version}`);
  return `${processor}, ${threads} threads, ${system}; ${[rust, openssl, ...others].join(", ")}; ${startedAt.slice(0, 10)}; \`${command}\`, ${rounds.length} rounds.`;
}
