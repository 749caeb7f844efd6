// @ts-check
// Reports the times: tables, failures, and a JSON file.
import { median } from "../../web/library/dist/measure/quantiles.js";
import { timingPlaces } from "./parts.mjs";
import { largestT, verdict } from "./statistics.mjs";

/**
 * @typedef {import("../../scripts/lib/places.mjs").NamedTable} NamedTable
 * @typedef {import("./statistics.mjs").Samples} Samples
 * @typedef {import("./statistics.mjs").Verdict} Verdict
 *
 * @typedef {object} Test
 * @property {string} place
 * @property {string} name
 * @property {string} part
 * @property {string} operation
 * @property {readonly string[]} classes
 *
 * @typedef {object} Judged the measurements of a test, and their verdict
 * @property {Samples} samples
 * @property {readonly number[]} medians
 * @property {number} t
 * @property {number} kept
 * @property {Verdict} verdict
 * @typedef {Readonly<Test & Judged>} Result
 *
 * @typedef {object} Run
 * @property {string} startedAt
 * @property {string} command
 * @property {number} seconds
 * @property {{ processor: string, threads: number, system: string }} machine
 * @property {{ commit: string, rust: string, node: string, build: string }} versions
 * @property {readonly Result[]} results
 */

/** The names of the tables in the comments of SECURITY.md. */
export const tableNames = [...Object.keys(timingPlaces), "machine"];

/**
 * Judges the measurements of a test.
 * @param {Test} test
 * @param {Samples} samples
 * @returns {Result}
 */
export function judge(test, samples) {
  const { t, kept } = largestT(samples);
  return { ...test, samples, medians: samples.map(median), t, kept, verdict: verdict(t) };
}

/** An undecided test, or a control that is not caught, is measured at most this many times as long as requested. */
const mostTimesLonger = 16;

/**
 * Measures and judges the tests of one place. Controls come first; their time is doubled until they are caught, because a missed
 * control shows that the time is too short for this machine at present. All other tests get the time of the slowest control.
 * @param {readonly Test[]} tests
 * @param {number} seconds the first time for each test
 * @param {(test: Test, seconds: number) => Promise<Samples>} measure
 * @returns {Promise<readonly Result[]>} in the order of the tests
 */
export async function judgePlace(tests, seconds, measure) {
  /** @type {Map<Test, Result>} */
  const results = new Map();
  let needed = seconds;
  for (const test of tests.filter(({ part }) => part === "control")) {
    for (let time = needed; ; time *= 2) {
      const result = judge(test, await measure(test, time));
      results.set(test, result);
      if (result.verdict === "leaks") needed = time;
      if (result.verdict === "leaks" || 2 * time > mostTimesLonger * seconds) break;
    }
  }
  for (const test of tests.filter(({ part }) => part !== "control")) {
    results.set(test, await judgeLonger(test, needed, (time) => measure(test, time)));
  }
  return tests.flatMap((test) => results.get(test) ?? []);
}

/**
 * Measures and judges a test. While the verdict is undecided, it measures again, twice as long, with new samples only: the samples
 * that raised the doubt cannot show whether it was chance.
 * @param {Test} test
 * @param {number} seconds the first time
 * @param {(seconds: number) => Promise<Samples>} measure
 */
export async function judgeLonger(test, seconds, measure) {
  let result = judge(test, await measure(seconds));
  for (let times = 2; result.verdict === "undecided" && times <= mostTimesLonger; times *= 2) {
    result = judge(test, await measure(times * seconds));
  }
  return result;
}

/**
 * The tables of a run, without those of places that were not measured.
 * @param {Run} run
 * @returns {NamedTable[]}
 */
export function buildTables(run) {
  /** @param {string} place */
  const results = (place) => run.results.filter((result) => result.place === place);
  return tableNames.flatMap((name) => {
    if (name === "machine") return [{ name, markdown: describeRun(run) }];
    const rows = results(name);
    return rows.length === 0 ? [] : [{ name, markdown: resultsTable(rows) }];
  });
}

/** @param {readonly Result[]} results */
function resultsTable(results) {
  const rows = results.map(({ part, operation, classes, medians, samples, t, verdict }) => [
    part === "control" ? `control: ${operation}` : operation,
    classes.join(" – "),
    formatMicroseconds(Math.min(...medians)),
    String(samples.reduce((sum, times) => sum + times.length, 0)),
    formatT(t),
    verdict,
  ]);
  return [
    "| operation | inputs compared | median, µs | samples | largest \\|t\\| | |",
    "| :-- | :-- | --: | --: | --: | :-- |",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");
}

/** @param {number} nanoseconds */
function formatMicroseconds(nanoseconds) {
  return String(Number((nanoseconds / 1000).toPrecision(3)));
}

/** @param {number} t */
function formatT(t) {
  return Math.abs(t) < 100 ? Math.abs(t).toFixed(1) : Math.abs(t).toFixed(0);
}

/** @param {Run} run */
function describeRun({ machine, versions, startedAt, command, seconds }) {
  const { processor, threads, system } = machine;
  const { commit, rust, node, build } = versions;
  const place = `${processor}, ${threads} threads, ${system}; ${rust}; Node ${node}, build \`${build}\``;
  return `${place}; commit ${commit}, ${startedAt.slice(0, 10)}; \`${command}\`, ${seconds} s a test, longer where that left doubt or did not catch a control.`;
}

/**
 * The reasons why a run fails, a line each: a control that was not caught, or a test that leaks.
 * @param {Pick<Run, "results">} run
 */
export function failureLines({ results }) {
  return results.flatMap(({ place, name, part, t, verdict }) => {
    const found = `${place}: ${name}: |t| is ${formatT(t)}`;
    if (part === "control") {
      return verdict === "leaks"
        ? []
        : [`${found}, so this control was not caught and the other results prove nothing`];
    }
    return verdict === "leaks" ? [`${found}: it leaks`] : [];
  });
}

/**
 * Whether every control was caught.
 * @param {Pick<Run, "results">} run
 */
export function controlsCaught({ results }) {
  return results.every(({ part, verdict }) => part !== "control" || verdict === "leaks");
}

/**
 * The run as JSON, with every time in nanoseconds.
 * @param {Run} run
 */
export function toJson(run) {
  return `${JSON.stringify({ format: "rsa-variants timing", version: 1, ...run })}\n`;
}
