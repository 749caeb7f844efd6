import { type Summary, spread } from "../index.ts";
import { describeParams } from "../plan/resolve.ts";
import { guardedOperations } from "../tasks/guards.ts";
import { type MeasuredOperation, operations } from "../tasks/protocol.ts";
import { methodId, nameWithEngine, subjectName } from "../tasks/subject.ts";
import { capitalized, formatFactor, formatNumber, formatRange } from "../text/format.ts";
import type { Parameter } from "../text/params.ts";
import { shortSources } from "../text/sources.ts";
import { csvTable, markdownTable } from "../text/tables.ts";
import { strengthText } from "./assessor.ts";
import { costText, type GuardCost, hasEachGuard, isMeasurable } from "./guards.ts";
import type { Comparison, Row } from "./rows.ts";
import { enginesOf, type Run } from "./run.ts";

const operationNames: Readonly<Record<MeasuredOperation, string>> = {
  keygen: "key generation",
  encrypt: "encrypt",
  decrypt: "decrypt",
  "decrypt-blinding": "decrypt with blinding",
  "decrypt-fault-check": "decrypt with fault check",
  "decrypt-both-guards": "decrypt with both guards",
};

/** A line of the CSV: one operation of a row. */
interface Line {
  readonly row: Row;
  readonly modulusLength: number;
  readonly operation: MeasuredOperation;
  readonly summary: Summary | undefined;
  readonly comparison?: Comparison;
  /** Of a guarded operation. */
  readonly cost?: GuardCost | undefined;
}

type CsvColumn = readonly [name: string, value: (line: Line) => string | number | bigint | undefined];

/** Programs may read the columns by their place: new ones go to the end. */
const csvParameters = [
  "primes",
  "crtExponentLength",
  "batchSize",
  "multiplicity",
  "primeLength",
  "publicExponent",
] as const satisfies readonly Parameter[];

const csvColumns: readonly CsvColumn[] = [
  ["variant", ({ row: { subject } }) => methodId(subject)],
  ["engine", ({ row: { subject } }) => (subject.kind === "variant" ? subject.engine : undefined)],
  ["modulus_length", ({ modulusLength }) => modulusLength],
  ...csvParameters.map((name): CsvColumn => {
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [column, ({ row }) => row.resolved?.params[name]];
  }),
  ["verdict", ({ row }) => row.assessment?.verdict],
  ["strength_bits", ({ row }) => row.assessment?.strength],
  ["operation", ({ operation }) => operationNames[operation]],
  ["samples", ({ summary }) => summary?.count],
  ["outliers", ({ summary }) => summary?.outliers],
  ["time_ms", ({ summary }) => summary?.time],
  ["interval_low_ms", ({ summary }) => summary?.interval?.low],
  ["interval_high_ms", ({ summary }) => summary?.interval?.high],
  ["lower_quartile_ms", ({ summary }) => summary?.lowerQuartile],
  ["upper_quartile_ms", ({ summary }) => summary?.upperQuartile],
  ["operations_per_second", ({ summary }) => summary && 1000 / summary.time],
  ["speedup_over_original", ({ comparison }) => comparison?.measured?.value],
  ["speedup_theory", ({ comparison }) => comparison?.theory],
  ["measured_over_theory", ({ comparison }) => comparison?.ratio],
  ["speedup_published", (line) => exactFigures(line, ({ value }) => String(value))],
  ["published_in", (line) => exactFigures(line, ({ source }) => shortSources[source])],
  ["cost_over_bare", ({ cost }) => (cost && isMeasurable(cost) ? cost.value : undefined)],
  ["cost_at_most", ({ cost }) => cost && Math.max(1, cost.high)],
];

/** What papers measured with exactly these parameters. */
function exactFigures(
  { comparison }: Line,
  text: (figure: Comparison["published"][number]) => string,
): string | undefined {
  const exact = comparison?.published.filter(({ difference }) => difference === undefined) ?? [];
  return exact.map(text).join("; ") || undefined;
}

/**
 * The table as comma-separated values (RFC 4180): a line for each row and operation, and one for each guarded operation that was
 * measured.
 */
export function toCsv(rows: readonly Row[], modulusLength: number): string {
  const lines = rows.flatMap((row): Line[] => {
    const common = { row, modulusLength };
    const bare = operations.map((operation) => {
      return { ...common, operation, summary: row.summaries[operation], comparison: row.comparisons[operation] };
    });
    const guarded = guardedOperations.flatMap((operation) => {
      const figure = row.guards[operation];
      return figure === undefined ? [] : { ...common, operation, summary: figure.summary, cost: figure.cost };
    });
    return [...bare, ...guarded];
  });
  return csvTable(
    csvColumns.map(([name]) => name),
    lines.map((line) => Object.fromEntries(csvColumns.map(([name, value]) => [name, value(line)]))),
  );
}

const guardedTitle = "Decrypt with guards, ms";

const markdownColumns: readonly (readonly [title: string, text: (row: Row) => string])[] = [
  ["Make a key, ms", ({ summaries }) => quartilesText(summaries.keygen)],
  ["Encrypt, ms", ({ summaries }) => timeText(summaries.encrypt)],
  ["Decrypt, ms", ({ summaries }) => timeText(summaries.decrypt)],
  [guardedTitle, ({ guards }) => timeText(guards["decrypt-both-guards"]?.summary)],
  ["Decryptions/s", ({ summaries: { decrypt } }) => textOf(decrypt && 1000 / decrypt.time, formatNumber)],
  ["Speed-up", ({ comparisons }) => textOf(comparisons.decrypt.measured?.value, formatFactor)],
  ["Theory", ({ comparisons }) => textOf(comparisons.decrypt.theory, formatFactor)],
  ["Measured ÷ theory", ({ comparisons }) => textOf(comparisons.decrypt.ratio, (value) => formatNumber(value, 2))],
  ["Published", ({ comparisons }) => publishedText(comparisons.decrypt)],
  ["Verdict", verdictLine],
];

/** The table as Markdown for a README, with the machine below it, and what each guard costs if that was measured. */
export function toMarkdown(rows: readonly Row[], run: Run | undefined, modulusLength: number): string {
  const engines = enginesOf({ subjects: rows });
  const hasGuarded = rows.some(({ guards }) => guards["decrypt-both-guards"] !== undefined);
  const columns = markdownColumns.filter(([title]) => hasGuarded || title !== guardedTitle);
  const table = markdownTable(
    ["Variant", ...columns.map(([title]) => title)],
    rows.map((row) => [nameWithEngine(row.subject, engines.length > 1), ...columns.map(([_title, text]) => text(row))]),
  );
  const foot = `${describeRun(engines, run, modulusLength)} ${describeKeys(rows)}`;
  return [table, foot, ...guardsTable(rows, engines)].join("\n\n").concat("\n");
}

/** Decryption's time with guards, as multiples of the bare operation's; nothing where they were not measured round by round. */
function guardsTable(rows: readonly Row[], engines: readonly string[]): string[] {
  const guarded = rows.filter(({ guards }) => hasEachGuard(guards));
  if (guarded.length === 0) return [];
  const header = ["Variant", "Decrypt, ms", "With blinding", "With fault check", "With both"];
  const lines = guarded.map((row) => [
    nameWithEngine(row.subject, engines.length > 1),
    timeText(row.summaries.decrypt),
    ...guardedOperations.map((operation) => {
      const cost = row.guards[operation]?.cost;
      return cost && isMeasurable(cost) ? `${costText(cost)} (${formatRange(cost.low, cost.high)})` : costText(cost);
    }),
  ]);
  return [
    markdownTable(header, lines),
    "The cost of the guards: the median of the times with them ÷ without them, round by round, with its 95 % interval. ≤: no measurable cost, at most this.",
  ];
}

function textOf(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? "" : format(value);
}

function publishedText({ published }: Comparison): string {
  return published
    .map(({ value, difference }) => formatFactor(value) + (difference === undefined ? "" : ` (${difference})`))
    .join(", ");
}

/** What a verdict rests on, in a line: "Weak, 80 bits: Number field sieve". */
function verdictLine({ assessment }: Row): string {
  if (assessment === undefined) return "";
  const { verdict, decisive } = assessment;
  return `${capitalized(verdict)}, ${strengthText(decisive)}: ${decisive.name}`;
}

function timeText(summary: Summary | undefined): string {
  if (summary === undefined) return "";
  const { low, high } = spread(summary);
  return `${formatNumber(summary.time)} (${formatRange(low, high)})`;
}

function quartilesText(summary: Summary | undefined): string {
  if (summary === undefined) return "";
  if (summary.count === 1) return formatNumber(summary.time);
  return `${formatNumber(summary.time)} (${formatRange(summary.lowerQuartile, summary.upperQuartile)})`;
}

/** Every variant's parameters, each once: "Keys: CRT (e 65537), R-Prime (r 3, w 160)." */
function describeKeys(rows: readonly Row[]): string {
  const keys = rows.filter(({ resolved }) => resolved !== undefined);
  const texts = new Set(keys.map((row) => `${subjectName(row.subject)} (${describeParams(row)})`));
  return texts.size === 0 ? "" : `Keys: ${[...texts].join(", ")}.`;
}

function describeRun(engines: readonly string[], run: Run | undefined, modulusLength: number): string {
  const lead = `n = ${modulusLength} bits. Speed-ups are for decryption without guards, over the original variant.`;
  const meaning =
    "One sample in five is shorter than the time shown, with its 95 % interval in brackets. To make a key: median and quartiles.";
  if (run?.environment === undefined) return lead;
  const { userAgent, processor, timerStep, build } = run.environment;
  const step = `timer step ${formatNumber(timerStep * 1000, 2)} µs`;
  const machinery = `build ${build}, ${engines.length === 1 ? "engine" : "engines"} ${engines.join(", ") || "none"}`;
  const machine = [userAgent, processor, machinery, step].filter(Boolean).join("; ");
  return `${lead} ${meaning} Measured ${run.startedAt.slice(0, 10)}: ${machine}.`;
}
