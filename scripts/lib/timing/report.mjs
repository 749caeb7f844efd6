// What becomes of the times: tables, failures, and a file for machines.
import { largestT, median, verdict } from "./statistics.mjs";

/** The names of the tables, as the comments of SECURITY.md have them. */
export const tableNames = ["native", "portable", "node", "machine"];

/**
 * A test, what it measured and what that says.
 * @param {object} test
 * @param {readonly (readonly number[])[]} samples
 */
export function judge(test, samples) {
  const { t, kept } = largestT(samples);
  return { ...test, samples, medians: samples.map(median), t, kept, verdict: verdict(t) };
}

/** How much longer than asked for an undecided test is measured at most. */
const mostTimesLonger = 16;

/**
 * Measures and judges a test; while the verdict is undecided, again, twice as long, with new samples only: those that raised the
 * doubt say nothing about whether it was chance.
 * @param {object} test
 * @param {number} seconds for the first time
 * @param {(seconds: number) => Promise<readonly (readonly number[])[]>} measure
 */
export async function judgeLonger(test, seconds, measure) {
  let result = judge(test, await measure(seconds));
  for (let times = 2; result.verdict === "undecided" && times <= mostTimesLonger; times *= 2) {
    result = judge(test, await measure(times * seconds));
  }
  return result;
}

/** The tables of a run; those of places that were not measured are left out. */
export function buildTables(run) {
  const results = (place) => run.results.filter((result) => result.place === place);
  return tableNames.flatMap((name) => {
    if (name === "machine") return [{ name, markdown: describeRun(run) }];
    const rows = results(name);
    return rows.length === 0 ? [] : [{ name, markdown: resultsTable(rows) }];
  });
}

function resultsTable(results) {
  const rows = results.map(({ part, operation, classes, medians, samples, t, verdict }) => [
    part === "control" ? `control: ${operation}` : operation,
    classes.join(" – "),
    formatMicroseconds(Math.min(...medians)),
    String(samples[0].length + samples[1].length),
    formatT(t),
    verdict,
  ]);
  return [
    "| operation | inputs compared | median, µs | samples | largest \\|t\\| | |",
    "| :-- | :-- | --: | --: | --: | :-- |",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");
}

function formatMicroseconds(nanoseconds) {
  return String(Number((nanoseconds / 1000).toPrecision(3)));
}

function formatT(t) {
  return Math.abs(t) < 100 ? Math.abs(t).toFixed(1) : Math.abs(t).toFixed(0);
}

function describeRun({ machine, versions, startedAt, command, seconds }) {
  const { processor, threads, system } = machine;
  const { rust, node, build } = versions;
  const place = `${processor}, ${threads} threads, ${system}; ${rust}; Node ${node}, build \`${build}\``;
  return `${place}; ${startedAt.slice(0, 10)}; \`${command}\`, ${seconds} s a test, longer where that left doubt.`;
}

/** Why a run fails, a line each: a control that was not caught, or something else that leaks. */
export function failureLines({ results }) {
  return results.flatMap(({ place, name, part, t, verdict }) => {
    const found = `${place}: ${name}: |t| is ${formatT(t)}`;
    if (part === "control") {
      return verdict === "leaks" ? [] : [`${found}, so this control was not caught, and the rest proves nothing`];
    }
    return verdict === "leaks" ? [`${found}: it leaks`] : [];
  });
}

/** Whether every control was caught. */
export function controlsCaught({ results }) {
  return results.every(({ part, verdict }) => part !== "control" || verdict === "leaks");
}

/** The run for machines, with every time in nanoseconds. */
export function toJson(run) {
  return `${JSON.stringify({ format: "rsa-variants timing", version: 1, ...run })}\n`;
}
