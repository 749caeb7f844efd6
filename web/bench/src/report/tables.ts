import { quantile, summarize } from "@rsa-variants/measure";
import { formatFactor, formatNumber, formatRange } from "@rsa-variants/measure/text/format";
import { markdownTable } from "@rsa-variants/measure/text/tables";
import type { PartName, Subject } from "../protocol.ts";
import { variantSelections } from "../selections.ts";
import { moments } from "../start-protocol.ts";
import { type BrowserRun, type Comparison, fastestEngine, findMeasurement, findSummary } from "./comparison.ts";
import type { GoalResult } from "./goals.ts";
import { countsMeans, meanOf } from "./means.ts";
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

/** What a row is about. */
type Row = Omit<Subject, "part">;

/** A row for each of these, with cells for each browser. Nothing without rows. */
function tableOf<Each extends Row>(
  runs: readonly BrowserRun[],
  rows: readonly Each[],
  headings: (browser: string) => readonly string[],
  cells: (run: BrowserRun, row: Each) => readonly string[],
): string | undefined {
  if (rows.length === 0) return undefined;
  return markdownTable(
    ["", ...runs.flatMap(({ browser }) => headings(browser))],
    rows.map((row) => [nameOf(row), ...runs.flatMap((run) => cells(run, row))]),
  );
}

const timeText = (time: number | undefined): string => (time === undefined ? "–" : formatNumber(time));

/** A row for each contestant, a column for each browser and length: median, and how many times as long as our fastest engine. */
function lengthsTable(runs: readonly BrowserRun[], part: PartName): string | undefined {
  const lengths = lengthsOf(runs, part);
  const headings = (browser: string) => lengths.map((length) => `${browser}, ${length}`);
  const rows = contestantsOf(runs, part).map((contestant) => ({ contestant, length: 0 }));
  return tableOf(runs, rows, headings, (run, { contestant }) =>
    lengths.map((length) => {
      const time = findSummary(run, { part, contestant, length })?.time;
      const own = findSummary(run, { part, contestant: fastestEngine, length })?.time;
      const isOwn = contestant === run.environment.engines[0];
      const ratio = time === undefined || own === undefined || isOwn ? "" : ` (${formatFactor(time / own, 2)})`;
      return timeText(time) + ratio;
    }),
  );
}

/** A row for each contestant; for each browser the median, and how many times as fast as each of the baselines. */
function relativeTable(
  runs: readonly BrowserRun[],
  part: PartName,
  length: number,
  baselines: Readonly<Record<string, string>>,
): string | undefined {
  const headings = (browser: string) => [`${browser}, ms`, ...Object.keys(baselines)];
  const rows = contestantsOf(runs, part, length).map((contestant) => ({ contestant, length }));
  return tableOf(runs, rows, headings, (run, { contestant }) => {
    const time = findSummary(run, { part, contestant, length })?.time;
    const ratios = Object.values(baselines).map((baseline) => {
      const base = findSummary(run, { part, contestant: baseline, length })?.time;
      return timeText(base && time && base / time);
    });
    return [timeText(time), ...ratios];
  });
}

/** A row for each job and contestant; for each browser the median, and how many times as long as the job's first contestant. */
function jobsTable(runs: readonly BrowserRun[], part: PartName): string | undefined {
  const subjects = contestantsOf(runs, part).flatMap((contestant) =>
    lengthsOf(runs, part)
      .filter((length) => contestantsOf(runs, part, length).includes(contestant))
      .map((length) => ({ contestant, length, job: `${contestant.split(",")[0]}, ${length}` })),
  );
  const rows = [...new Set(subjects.map(({ job }) => job))].flatMap((job) => {
    const sameJob = subjects.filter((each) => each.job === job);
    return sameJob.map((subject) => ({ ...subject, first: sameJob[0]?.contestant ?? subject.contestant }));
  });
  const headings = (browser: string) => [`${browser}, ms`, "× the first"];
  return tableOf(runs, rows, headings, (run, { contestant, length, first }) => {
    const own = findTime(run, { part, contestant, length });
    const base = findTime(run, { part, contestant: first, length });
    return [timeText(own), timeText(own && base && own / base)];
  });
}

function findTime(run: BrowserRun, subject: Subject): number | undefined {
  if (!countsMeans(subject.part)) return findSummary(run, subject)?.time;
  const samples = findMeasurement(run, subject)?.samples;
  return samples && samples.length > 0 ? meanOf(samples).mean : undefined;
}

/** A row for each program, a column for each browser and moment: medians. */
function startTable(runs: readonly BrowserRun[]): string | undefined {
  const programs = new Set(contestantsOf(runs, "start").map((contestant) => contestant.split(",")[0] as string));
  const rows = [...programs].map((contestant) => ({ contestant, length: 0 }));
  const headings = (browser: string) => [`${browser}: first`, "hundredth", "one more"];
  return tableOf(runs, rows, headings, (run, { contestant }) =>
    moments.map((moment) => {
      const subject = { part: "start", contestant: `${contestant}, ${moment}`, length: 2048 } as const;
      return timeText(findSummary(run, subject)?.time);
    }),
  );
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

/** Describes the width of the medians' intervals. */
function describePrecision(runs: readonly BrowserRun[]): string | undefined {
  const reaches = runs
    .flatMap(({ measurements }) => measurements)
    .filter(({ part }) => !countsMeans(part))
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
