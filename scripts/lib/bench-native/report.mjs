// @ts-check
// Makes the table of `npm run bench:native`.
import { isMean } from "./read.mjs";

/**
 * @typedef {import("../places.mjs").NamedTable} NamedTable
 * @typedef {import("./read.mjs").Time} Time
 *
 * @typedef {object} Run
 * @property {string} startedAt
 * @property {string} command
 * @property {{ processor: string, threads: number, system: string }} machine
 * @property {Record<string, string>} versions of the compiler, OpenSSL and crates
 * @property {readonly (readonly Time[])[]} rounds
 */

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
 * @returns {NamedTable[]}
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
