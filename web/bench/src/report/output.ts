import { summarize } from "@rsa-variants/measure";
import type { Comparison } from "./comparison.ts";
import { measureGoals } from "./goals.ts";
import { buildTables, goalsTable } from "./tables.ts";

/** The comparison as JSON: every raw sample with its median and interval, and the goals. Times are in milliseconds. */
export function toJson(comparison: Comparison): string {
  const runs = comparison.runs.map((run) => ({
    ...run,
    measurements: run.measurements.map((measurement) => ({ ...measurement, summary: summarize(measurement.samples) })),
  }));
  const content = { format: "rsa-variants bench", version: 1, ...comparison, runs, goals: measureGoals(comparison) };
  return `${JSON.stringify(content, null, 1)}\n`;
}

const titles: Readonly<Record<string, string>> = {
  modexp:
    "Two modular exponentiations, all numbers of this many bits: ms (how many times as long as our fastest engine)",
  operations: "A private operation with two primes: ms (how many times as long as our fastest engine)",
  public: "Encryption of a block with e = 65537: ms (how many times as long as our fastest engine)",
  keys: "A key with two primes, 2048 bits unless a row says otherwise: ms",
  "variants-2048": "A private operation of every variant, 2048 bits: ms a message, and how many times as fast",
  "variants-4096": "The same with 4096 bits",
  bulk: "64 private operations, 2048 bits, CRT: ms a message, and how many times as fast",
  start: "From loading a program to its first and its hundredth private operation, 2048 bits, CRT, and one more: ms",
};

const goalsTitle =
  "The goals of this project: at least this many times as fast (in brackets: the range that the 95 % intervals allow)";

/** The comparison as text for a terminal. */
export function toText(comparison: Comparison): string {
  const tables = buildTables(comparison).map(({ name, markdown }) =>
    titles[name] === undefined ? markdown : `${titles[name]}\n\n${markdown}`,
  );
  const goals = measureGoals(comparison);
  return [...tables, ...(goals.length === 0 ? [] : [`${goalsTitle}\n\n${goalsTable(goals)}`])].join("\n\n");
}

/** The failures, a line each. */
export function failureLines({ runs }: Comparison): string[] {
  return runs.flatMap(({ browser, failures }) =>
    failures.map(
      ({ part, contestant, length, message }) => `${browser}: ${part}, ${contestant}, ${length}: ${message}`,
    ),
  );
}
