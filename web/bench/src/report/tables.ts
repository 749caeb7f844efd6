import { quantile, type Summary, summarize } from "@rsa-variants/measure";
import { formatFactor, formatNumber, formatRange } from "@rsa-variants/measure/text/format";
import { markdownTable } from "@rsa-variants/measure/text/tables";
import type { PartName, Subject } from "../protocol.ts";
import { variantSelections } from "../selections.ts";
import { moments } from "../start-protocol.ts";
import { type BrowserRun, type Comparison, fastestEngine, findMeasurement, findSummary } from "./comparison.ts";
import type { GoalResult } from "./goals.ts";
import { meanOf } from "./means.ts";
import { nameOf } from "./names.ts";
import { describeOrigin } from "./origin.ts";

/** Every name of a table, in the order of docs/benchmarks.md. */
export const tableNames: readonly string[] = [
  ...["modexp", "operations", "public", "keys"],
  ...variantSelections.map(({ modulusLength }) => `variants-${modulusLength}`),
  ...["bulk", "arithmetic", "safe-primes", "start", "machine"],
];

/** A table of docs/benchmarks.md, by the name that the comments around it have. */
export interface NamedTable {
  readonly name: string;
  readonly markdown: string;
}

/** The tables of all measured parts. */
export function buildTables(comparison: Comparison): NamedTable[] {
  const { runs } = comparison;
  const tables: [string, string | undefined][] = [
    ["modexp", lengthsTable(runs, "modexp")],
    ["operations", lengthsTable(runs, "operations")],
    ["public", lengthsTable(runs, "public")],
    ["keys", keysTable(runs)],
    ...variantSelections.map(({ modulusLength }): [string, string | undefined] => [
      `variants-${modulusLength}`,
      relativeTable(runs, "variants", modulusLength, { "× WebCrypto": "webcrypto-sign", "× CRT": "crt" }),
    ]),
    ["bulk", relativeTable(runs, "bulk", 2048, { "× one by one": "one-by-one" })],
    ["arithmetic", jobsTable(runs, "arithmetic")],
    ["safe-primes", jobsTable(runs, "safe-primes")],
    ["start", startTable(runs)],
    ["machine", describeMachine(comparison)],
  ];
  return tables.flatMap(([name, markdown]) => (markdown === undefined ? [] : [{ name, markdown }]));
}

/** The contestants of a part in all browsers, in the order in which they were measured. */
function contestantsOf(runs: readonly BrowserRun[], part: PartName, length?: number): string[] {
  const measured = runs
    .flatMap(({ measurements }) => measurements)
    .filter((each) => each.part === part && (length === undefined || each.length === length));
  return [...new Set(measured.map(({ contestant }) => contestant))];
}

function lengthsOf(runs: readonly BrowserRun[], part: PartName): number[] {
  const all = runs.flatMap(({ measurements }) => measurements).filter((each) => each.part === part);
  return [...new Set(all.map(({ length }) => length))].sort((a, b) => a - b);
}

/** A row for each contestant, a column for each browser and length: median, and how many times as long as our fastest engine. */
function lengthsTable(runs: readonly BrowserRun[], part: PartName): string | undefined {
  const lengths = lengthsOf(runs, part);
  if (lengths.length === 0) return undefined;
  const header = runs.flatMap(({ browser }) => lengths.map((length) => `${browser}, ${length}`));
  const rows = contestantsOf(runs, part).map((contestant) => [
    nameOf({ contestant, length: 0 }),
    ...runs.flatMap((run) =>
      lengths.map((length) => {
        const summary = findSummary(run, { part, contestant, length });
        if (summary === undefined) return "–";
        const own = findSummary(run, { part, contestant: fastestEngine, length });
        const isOwn = contestant === run.environment.engines[0];
        const ratio = own === undefined || isOwn ? "" : ` (${formatFactor(summary.time / own.time, 2)})`;
        return formatNumber(summary.time) + ratio;
      }),
    ),
  ]);
  return markdownTable(["", ...header], rows);
}

/** A row for each contestant; for each browser the median, and how many times as fast as each of the baselines. */
function relativeTable(
  runs: readonly BrowserRun[],
  part: PartName,
  length: number,
  baselines: Readonly<Record<string, string>>,
): string | undefined {
  const contestants = contestantsOf(runs, part, length);
  if (contestants.length === 0) return undefined;
  const header = runs.flatMap(({ browser }) => [`${browser}, ms`, ...Object.keys(baselines)]);
  const rows = contestants.map((contestant) => [
    nameOf({ contestant, length }),
    ...runs.flatMap((run) => {
      const summary = findSummary(run, { part, contestant, length });
      const ratios = Object.values(baselines).map((baseline) =>
        ratioText(findSummary(run, { part, contestant: baseline, length }), summary),
      );
      return [summary === undefined ? "–" : formatNumber(summary.time), ...ratios];
    }),
  ]);
  return markdownTable(["", ...header], rows);
}

function ratioText(baseline: Summary | undefined, other: Summary | undefined): string {
  return baseline === undefined || other === undefined ? "–" : formatNumber(baseline.time / other.time);
}

/** A row for each job and contestant; for each browser the median, and how many times as long as the job's first contestant. */
function jobsTable(runs: readonly BrowserRun[], part: PartName): string | undefined {
  const subjects = contestantsOf(runs, part).flatMap((contestant) =>
    lengthsOf(runs, part)
      .filter((length) => contestantsOf(runs, part, length).includes(contestant))
      .map((length) => ({ contestant, length, job: `${contestant.split(",")[0]}, ${length}` })),
  );
  if (subjects.length === 0) return undefined;
  const header = runs.flatMap(({ browser }) => [`${browser}, ms`, "× the first"]);
  const rows = [...new Set(subjects.map(({ job }) => job))].flatMap((job) => {
    const sameJob = subjects.filter((each) => each.job === job);
    return sameJob.map(({ contestant, length }) => [
      nameOf({ contestant, length }),
      ...runs.flatMap((run) => {
        const [first, own] = [sameJob[0]?.contestant ?? contestant, contestant].map((each) =>
          findTime(run, { part, contestant: each, length }),
        );
        if (own === undefined) return ["–", "–"];
        return [formatNumber(own), first === undefined ? "–" : formatNumber(own / first)];
      }),
    ]);
  });
  return markdownTable(["", ...header], rows);
}

/** The median; for safe primes, whose times differ from one to the next, the mean. */
function findTime(run: BrowserRun, subject: Subject): number | undefined {
  if (subject.part !== "safe-primes") return findSummary(run, subject)?.time;
  const samples = findMeasurement(run, subject)?.samples;
  return samples && samples.length > 0 ? meanOf(samples).mean : undefined;
}

/** A row for each program, a column for each browser and moment: medians. */
function startTable(runs: readonly BrowserRun[]): string | undefined {
  const contestants = contestantsOf(runs, "start");
  if (contestants.length === 0) return undefined;
  const programs = [...new Set(contestants.map((contestant) => contestant.split(",")[0] as string))];
  const header = runs.flatMap(({ browser }) => [`${browser}: first`, "hundredth", "one more"]);
  const rows = programs.map((program) => [
    nameOf({ contestant: program, length: 0 }),
    ...runs.flatMap((run) =>
      moments.map((moment) => {
        const summary = findSummary(run, { part: "start", contestant: `${program}, ${moment}`, length: 2048 });
        return summary === undefined ? "–" : formatNumber(summary.time);
      }),
    ),
  ]);
  return markdownTable(["", ...header], rows);
}

const keyQuantiles = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1];

/** A row for each browser and contestant: key generation as quantiles, because its times vary from key to key. */
function keysTable(runs: readonly BrowserRun[]): string | undefined {
  const subjects = lengthsOf(runs, "keys").flatMap((length) =>
    contestantsOf(runs, "keys", length).map((contestant) => ({ contestant, length })),
  );
  if (subjects.length === 0) return undefined;
  const header = ["least", "10 %", "25 %", "50 %", "75 %", "90 %", "greatest"];
  const rows = runs.flatMap((run) =>
    subjects.flatMap(({ contestant, length }) => {
      const samples = findMeasurement(run, { part: "keys", contestant, length })?.samples;
      if (samples === undefined) return [];
      const sorted = [...samples].sort((a, b) => a - b);
      return [
        [
          `${run.browser}: ${nameOf({ contestant, length })}`,
          String(samples.length),
          formatNumber(meanOf(samples).mean),
          ...keyQuantiles.map((fraction) => formatNumber(quantile(sorted, fraction))),
        ],
      ];
    }),
  );
  return markdownTable(["", "keys", "mean", ...header], rows);
}

/** Describes the origin and the precision of the figures. */
function describeMachine(comparison: Comparison): string {
  const { runs } = comparison;
  return [describeOrigin(comparison, runs), describePrecision(runs)].filter(Boolean).join(" ");
}

/** Describes the width of the medians' intervals, except for keys and safe primes, whose times vary from one to the next. */
function describePrecision(runs: readonly BrowserRun[]): string | undefined {
  const reaches = runs
    .flatMap(({ measurements }) => measurements)
    .filter(({ part }) => part !== "keys" && part !== "safe-primes")
    .flatMap(({ samples }) => {
      const summary = summarize(samples);
      // With few samples there is no interval.
      if (summary?.interval === undefined) return [];
      return [(summary.interval.high - summary.interval.low) / 2 / summary.time];
    })
    .sort((a, b) => a - b);
  if (reaches.length === 0) return undefined;
  const [half, all] = [0.5, 1].map((fraction) => `± ${formatNumber(100 * quantile(reaches, fraction), 2)} %`);
  return `Half of the medians' 95 % intervals are within ${half}, all within ${all}.`;
}

/** The goals of this project and the measurements. */
export function goalsTable(results: readonly GoalResult[]): string {
  const rows = results.map(({ browser, name, goal, measured, reached }) => [
    `${browser}: ${name}`,
    formatFactor(goal, 2),
    ...(measured === undefined ? ["not measured", ""] : [formatMeasured(measured), reached ? "yes" : "no"]),
  ]);
  return markdownTable(["", "goal", "measured", "reached"], rows);
}

function formatMeasured({ value, low, high }: NonNullable<GoalResult["measured"]>): string {
  return formatFactor(value) + (Number.isFinite(high) ? ` (${formatRange(low, high)})` : "");
}
