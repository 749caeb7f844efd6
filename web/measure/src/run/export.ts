import { type Summary, spread } from "../index.ts";
import { describeParams } from "../plan/resolve.ts";
import type { Unit } from "../plan/selection.ts";
import { guardedOperations } from "../tasks/guards.ts";
import { type MeasuredOperation, type Operation, operations, sampleDigits } from "../tasks/protocol.ts";
import { methodId, nameWithEngine, subjectName } from "../tasks/subject.ts";
import { capitalized, formatFactor, formatNumber, formatRange } from "../text/format.ts";
import type { Parameter } from "../text/params.ts";
import { shortSources, sourceInBrief } from "../text/sources.ts";
import { csvTable, markdownTable } from "../text/tables.ts";
import { strengthText } from "./assessor.ts";
import { costText, type GuardCost, hasEachGuard, isMeasurable } from "./guards.ts";
import type { Comparison, Row, SpeedUp } from "./rows.ts";
import { enginesOf, type Run } from "./run.ts";
import { isGuarded, type Scale, scaleFigure, scaleRow } from "./scale.ts";
import type { PublishedFigure } from "./theory.ts";

export interface LengthRows {
  readonly modulusLength: number;
  readonly rows: readonly Row[];
}

const operationNames: Readonly<Record<MeasuredOperation, string>> = {
  keygen: "key generation",
  encrypt: "encrypt",
  decrypt: "decrypt",
  "decrypt-blinding": "decrypt with blinding",
  "decrypt-fault-check": "decrypt with fault check",
  "decrypt-both-guards": "decrypt with both guards",
};

/** A line of the CSV: one operation of a row. */
interface Line extends LengthRows {
  readonly row: Row;
  readonly run: Run | undefined;
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
  ["speedup_published", (line) => exactFigures(line, ({ value }) => String(plain(value)))],
  ["published_in", (line) => exactFigures(line, ({ source }) => shortSources[source])],
  ["cost_over_bare", ({ cost }) => (cost && isMeasurable(cost) ? cost.value : undefined)],
  ["cost_at_most", ({ cost }) => cost && Math.max(1, cost.high)],
  ["speedup_low", ({ comparison }) => rangeOf(comparison?.measured)?.low],
  ["speedup_high", ({ comparison }) => rangeOf(comparison?.measured)?.high],
  ["speedup_over_crt", (line) => over(line, "crt")],
  ["speedup_over_browser", (line) => over(line, "browser")],
  ["measured", ({ run }) => run?.startedAt],
  ["processor", ({ run }) => run?.environment?.processor],
  ["logical_processors", ({ run }) => run?.environment?.processors],
  ["browser", ({ run }) => run?.environment?.userAgent],
  ["build", ({ run }) => run?.environment?.build],
  ["page_version", ({ run }) => run?.environment?.version],
];

/** The 95 % interval of a speed-up, if the samples carry one. */
function rangeOf(speed: SpeedUp | undefined): SpeedUp | undefined {
  return speed?.kind === "interval" ? speed : undefined;
}

function over({ row, rows, operation }: Line, unit: Unit): number | undefined {
  const compared = operations.find((each) => each === operation);
  const scale = compared && { compared, unit, guarded: false, publicExponent: 0n };
  return scale && scaleFigure(row, rows, scale)?.value;
}

/** What papers measured with exactly these parameters. */
function exactFigures(
  { comparison }: Line,
  text: (figure: Comparison["published"][number]) => string,
): string | undefined {
  const exact = comparison?.published.filter(({ difference }) => difference === undefined) ?? [];
  return exact.map(text).join("; ") || undefined;
}

/** A number without the noise of binary fractions. */
function plain(value: string | number | bigint | undefined): typeof value {
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(sampleDigits)) : value;
}

/**
 * Tables as comma-separated values (RFC 4180): a line for each length, row and operation, and one for each guarded operation that
 * was measured.
 */
export function toCsv(tables: readonly LengthRows[], run: Run | undefined): string {
  const all = tables.flatMap((table) => table.rows.map((row) => ({ ...table, row, run })));
  const lines = all.flatMap((common): Line[] => {
    const { row } = common;
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
    lines.map((line) => Object.fromEntries(csvColumns.map(([name, value]) => [name, plain(value(line))]))),
  );
}

const operationTitles: Readonly<Record<Operation, string>> = {
  keygen: "Make a key",
  encrypt: "Encrypt",
  decrypt: "Decrypt",
};

const unitTitles: Readonly<Record<Unit, string>> = {
  plain: "× plain RSA",
  crt: "× CRT",
  browser: "× the browser’s RSA",
  ms: "ms",
};

/**
 * Tables as Markdown for a README, one for each length: times, what the page shows in its unit, verdicts, and what each guard costs if
 * that was measured. The machine stands below them.
 *
 * @param loaded the names of the runs in `rows[].loaded`
 */
export function toMarkdown(
  tables: readonly LengthRows[],
  run: Run | undefined,
  scale: Scale,
  loaded: readonly string[] = [],
): string {
  const engines = enginesOf({ subjects: tables.flatMap(({ rows }) => rows) });
  const parts = tables.flatMap(({ rows, modulusLength }) => [
    `**n = ${modulusLength} bits**`,
    lengthTable(rows, engines, scale, loaded),
    describeKeys(rows),
    ...guardsTable(rows, engines),
  ]);
  return [...parts, describeRun(engines, run, scale)].filter(Boolean).join("\n\n").concat("\n");
}

function lengthTable(
  rows: readonly Row[],
  engines: readonly string[],
  scale: Scale,
  loaded: readonly string[],
): string {
  const { compared, unit } = scale;
  const text = unit === "ms" ? (value: number) => formatNumber(value) : formatFactor;
  const scaled = new Map(rows.map((row) => [row, scaleRow(row, rows, scale)]));
  const isMs = unit === "ms";
  const elsewhere = (row: Row, at: number) => {
    const [own, all] = [row.loaded[at], rows.flatMap((each) => each.loaded[at] ?? [])];
    return own && scaleFigure(own, all, scale)?.value;
  };
  const shown = `${operationTitles[compared]}, ${unitTitles[unit]}`;
  const columns: (readonly [title: string, text: (row: Row) => string | undefined])[] = [
    ["Make a key, ms", ({ summaries }) => quartilesText(summaries.keygen)],
    ["Encrypt, ms", ({ summaries }) => timeText(summaries.encrypt)],
    ["Decrypt, ms", ({ summaries }) => timeText(summaries.decrypt)],
    ["Decrypt with guards, ms", ({ guards }) => timeText(guards["decrypt-both-guards"]?.summary)],
    ["Decryptions/s", ({ summaries: { decrypt } }) => textOf(decrypt && 1000 / decrypt.time, formatNumber)],
    [isMs ? "" : shown, (row) => (isMs ? "" : textOf(scaled.get(row)?.measured?.value, text))],
    ["Theory", (row) => textOf(scaled.get(row)?.theory, text)],
    [
      "Papers",
      (row) =>
        scaled
          .get(row)
          ?.published.map((figure) => publishedText(figure, text))
          .join("; "),
    ],
    ...loaded.map((name, at) => [`${name}: ${shown}`, (row: Row) => textOf(elsewhere(row, at), text)] as const),
    ["Verdict", verdictLine],
  ];
  // What no row has is left out.
  const filled = columns.filter(([title, cell]) => title.startsWith("Decrypt, ms") || rows.some(cell));
  return markdownTable(
    ["Variant", ...filled.map(([title]) => title)],
    rows.map((row) => [
      nameWithEngine(row.subject, engines.length > 1),
      ...filled.map(([_title, cell]) => cell(row) ?? ""),
    ]),
  );
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

/** "27.2 × (Paixão 2005, w 160)". */
function publishedText({ value, source, difference }: PublishedFigure, text: (value: number) => string): string {
  return `${text(value)} (${[sourceInBrief(source), difference].filter(Boolean).join(", ")})`;
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

function describeRun(engines: readonly string[], run: Run | undefined, scale: Scale): string {
  const { compared, unit } = scale;
  const guards = compared !== "decrypt" || unit === "ms" ? "" : isGuarded(scale) ? ", with guards" : ", without guards";
  const lead =
    unit === "ms" ? "" : `${operationTitles[compared]}, ${unitTitles[unit]}: how many times as fast${guards}.`;
  const meaning =
    "One sample in five is shorter than the time shown, with its 95 % interval in brackets. To make a key: median and quartiles.";
  if (run?.environment === undefined) return lead;
  const { userAgent, processor, processors, timerStep, build, version } = run.environment;
  const machine = [
    userAgent,
    processor ?? `${processors} logical processors`,
    `build ${build}, ${engines.length === 1 ? "engine" : "engines"} ${engines.join(", ") || "none"}`,
    `timer step ${formatNumber(timerStep * 1000, 2)} µs`,
    version && `rsa-variants ${version}`,
  ].filter(Boolean);
  return `${lead} ${meaning} Measured ${run.startedAt.slice(0, 10)}: ${machine.join("; ")}.`.trimStart();
}
