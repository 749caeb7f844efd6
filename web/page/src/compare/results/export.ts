import { type Summary, spread } from "@rsa-variants/measure";
import { type GuardedOperation, guardedOperations } from "@rsa-variants/measure/tasks/guards";
import { type MeasuredOperation, type Operation, operations } from "@rsa-variants/measure/tasks/protocol";
import { type CsvRecord, csvTable } from "../../core/csv.ts";
import { formatFactor, formatNumber, formatRange } from "../../core/format.ts";
import { markdownTable } from "../../core/markdown.ts";
import { shortSources } from "../../core/paper-names.ts";
import { nameWithEngine, subjectName } from "../text/variants.ts";
import { hasGuards } from "./guards.ts";
import { describeParams } from "./params-text.ts";
import type { Row } from "./rows.ts";
import type { Run } from "./run.ts";
import { verdictLine } from "./safety.ts";

const operationNames: Readonly<Record<MeasuredOperation, string>> = {
  keygen: "key generation",
  encrypt: "encrypt",
  decrypt: "decrypt",
  "decrypt-blinding": "decrypt with blinding",
  "decrypt-fault-check": "decrypt with fault check",
  "decrypt-both-guards": "decrypt with both guards",
};

const csvColumns = [
  "variant",
  "engine",
  "modulus_length",
  "primes",
  "crt_exponent_length",
  "batch_size",
  "multiplicity",
  "prime_length",
  "public_exponent",
  "verdict",
  "strength_bits",
  "operation",
  "samples",
  "outliers",
  "median_ms",
  "interval_low_ms",
  "interval_high_ms",
  "lower_quartile_ms",
  "upper_quartile_ms",
  "operations_per_second",
  "speedup_over_original",
  "speedup_theory",
  "measured_over_theory",
  "speedup_published",
  "published_in",
  "cost_over_bare",
] as const;

type Column = (typeof csvColumns)[number];

/**
 * The table as comma-separated values (RFC 4180), a line for each row and operation, times with six digits. Where guards were
 * measured, their lines follow the row's.
 */
export function toCsv(rows: readonly Row[], modulusLength: number): string {
  return csvTable(
    csvColumns,
    rows.flatMap((row) => [
      ...operations.map((operation) => csvRecord(row, operation, modulusLength)),
      ...guardedOperations
        .filter((operation) => row.guards[operation] !== undefined)
        .map((operation) => guardRecord(row, operation, modulusLength)),
    ]),
  );
}

type AnyRecord = Record<string, string | number | bigint | undefined>;

function csvRecord(row: Row, operation: Operation, modulusLength: number): CsvRecord<Column> {
  const { measured, theory, ratio, published } = row.comparisons[operation];
  const exact = published.filter(({ difference }) => difference === undefined);
  return withoutGaps({
    ...commonFields(row, operation, row.summaries[operation], modulusLength),
    speedup_over_original: measured?.value,
    speedup_theory: theory,
    measured_over_theory: ratio,
    speedup_published: exact.length === 0 ? undefined : exact.map(({ value }) => value).join("; "),
    published_in: exact.length === 0 ? undefined : exact.map(({ source }) => shortSources[source]).join("; "),
  });
}

function guardRecord(row: Row, operation: GuardedOperation, modulusLength: number): CsvRecord<Column> {
  const figure = row.guards[operation];
  return withoutGaps({
    ...commonFields(row, operation, figure?.summary, modulusLength),
    cost_over_bare: figure?.cost?.value,
  });
}

/** What every line says: whose operation, with which parameters, and its times. */
function commonFields(
  row: Row,
  operation: MeasuredOperation,
  summary: Summary | undefined,
  modulusLength: number,
): AnyRecord {
  const params = row.resolved?.params;
  return {
    variant: row.subject.kind === "variant" ? row.subject.variant : row.subject.reference,
    engine: row.subject.kind === "variant" ? row.subject.engine : undefined,
    modulus_length: modulusLength,
    primes: params?.primes,
    multiplicity: params?.multiplicity,
    crt_exponent_length: params?.crtExponentLength,
    batch_size: params?.batchSize,
    prime_length: params?.primeLength,
    public_exponent: params?.publicExponent,
    verdict: row.assessment?.verdict,
    strength_bits: row.assessment?.strength,
    operation: operationNames[operation],
    samples: summary?.count,
    outliers: summary?.outliers,
    median_ms: summary?.median,
    interval_low_ms: summary?.interval?.low,
    interval_high_ms: summary?.interval?.high,
    lower_quartile_ms: summary?.lowerQuartile,
    upper_quartile_ms: summary?.upperQuartile,
    operations_per_second: summary && 1000 / summary.median,
  };
}

function withoutGaps(record: AnyRecord): CsvRecord<Column> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as CsvRecord<Column>;
}

/** The table as Markdown, as a README shows it, with the machine under it, and what the guards cost where measured. */
export function toMarkdown(rows: readonly Row[], run: Run | undefined, modulusLength: number): string {
  const engines = [...new Set(rows.flatMap(({ subject }) => (subject.kind === "variant" ? subject.engine : [])))];
  const header = [
    "Variant",
    "Key generation, ms",
    "Encrypt, ms",
    "Decrypt, ms",
    "Decryptions/s",
    "Speed-up",
    "Theory",
    "Measured ÷ theory",
    "Published",
    "Verdict",
  ];
  const lines = rows.map((row) => {
    const { decrypt } = row.comparisons;
    return [
      nameWithEngine(row.subject, engines.length > 1),
      quartilesText(row),
      timeText(row, "encrypt"),
      timeText(row, "decrypt"),
      row.summaries.decrypt === undefined ? "" : formatNumber(1000 / row.summaries.decrypt.median),
      decrypt.measured === undefined ? "" : formatFactor(decrypt.measured.value),
      decrypt.theory === undefined ? "" : formatFactor(decrypt.theory),
      decrypt.ratio === undefined ? "" : formatNumber(decrypt.ratio, 2),
      decrypt.published
        .map(({ value, difference }) => formatFactor(value) + (difference === undefined ? "" : ` (${difference})`))
        .join(", "),
      row.assessment === undefined ? "" : verdictLine(row.assessment),
    ];
  });
  const foot = `${describeRun(engines, run, modulusLength)} ${describeKeys(rows)}`;
  return [markdownTable(header, lines), foot, ...guardsTable(rows, engines)].join("\n\n").concat("\n");
}

/** Decryption's time with guards, as multiples of the bare operation's; nothing where they were not measured. */
function guardsTable(rows: readonly Row[], engines: readonly string[]): string[] {
  const guarded = rows.filter(({ guards }) => hasGuards(guards));
  if (guarded.length === 0) return [];
  const header = ["Variant", "Decrypt, ms", "With blinding", "With fault check", "With both"];
  const lines = guarded.map((row) => [
    nameWithEngine(row.subject, engines.length > 1),
    timeText(row, "decrypt"),
    ...guardedOperations.map((operation) => {
      const cost = row.guards[operation]?.cost;
      return cost === undefined ? "" : `${formatFactor(cost.value)} (${formatRange(cost.low, cost.high)})`;
    }),
  ]);
  return [
    markdownTable(header, lines),
    "What the guards cost: decryption's time with them ÷ without, in the same run.",
  ];
}

function timeText(row: Row, operation: Operation): string {
  const summary = row.summaries[operation];
  if (summary === undefined) return "";
  const { low, high } = spread(summary);
  return `${formatNumber(summary.median)} (${formatRange(low, high)})`;
}

function quartilesText(row: Row): string {
  const summary = row.summaries.keygen;
  if (summary === undefined) return "";
  if (summary.count === 1) return formatNumber(summary.median);
  return `${formatNumber(summary.median)} (${formatRange(summary.lowerQuartile, summary.upperQuartile)})`;
}

/** Every variant's parameters, each once: "Keys: CRT (e 65537), R-Prime (r 3, w 160)." */
function describeKeys(rows: readonly Row[]): string {
  const keys = rows.filter(({ resolved }) => resolved !== undefined);
  const texts = new Set(keys.map((row) => `${subjectName(row.subject)} (${describeParams(row)})`));
  return texts.size === 0 ? "" : `Keys: ${[...texts].join(", ")}.`;
}

function describeRun(engines: readonly string[], run: Run | undefined, modulusLength: number): string {
  const lead = `n = ${modulusLength} bits. Speed-ups of decryption over the original variant.`;
  const meaning = "Medians; in brackets the 95 % interval, for key generation the quartiles.";
  if (run?.environment === undefined) return lead;
  const { userAgent, timerStep, build } = run.environment;
  const step = `timer step ${formatNumber(timerStep * 1000, 2)} µs`;
  const machinery = `build ${build}, ${engines.length === 1 ? "engine" : "engines"} ${engines.join(", ") || "none"}`;
  return `${lead} ${meaning} Measured ${run.startedAt.slice(0, 10)}: ${userAgent}; ${machinery}; ${step}.`;
}
