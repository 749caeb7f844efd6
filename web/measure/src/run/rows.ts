import { type Engine, factsOf, type KeyParams } from "rsa-variants";
import type { Assessment, Verdict } from "rsa-variants/security";
import { type Interval, type Summary, speedUp, summarize } from "../index.ts";
import { type CheckParams, type Resolved, resolveVariant } from "../plan/resolve.ts";
import type { Selection } from "../plan/selection.ts";
import { type Operation, operations, type Subject, subjectId } from "../tasks/protocol.ts";
import { letters, parameters } from "../text/params.ts";
import { type Assessor, advisedVerdict } from "./assessor.ts";
import { type GuardFigures, guardFigures } from "./guards.ts";
import { findMeasurement, findSummary, type Run } from "./run.ts";
import { type PublishedFigure, publishedSpeedUps, type TheoreticalBase, theoreticalSpeedUp } from "./theory.ts";

/** How one operation compares with the original variant's, where figures exist. */
export interface Comparison {
  readonly measured: SpeedUp | undefined;
  readonly theory: number | undefined;
  /** measured ÷ theory. */
  readonly ratio: number | undefined;
  readonly published: readonly PublishedFigure[];
}

/** What a run measured of a row. */
interface Figures {
  readonly summaries: Partial<Record<Operation, Summary>>;
  /** What the summaries are of, round by round. Milliseconds. */
  readonly samples: Partial<Record<Operation, readonly number[]>>;
  /** Operations in one sample. */
  readonly repetitions: Partial<Record<Operation, number>>;
}

/** The same row in a run from a file or a link. */
export interface LoadedFigures extends Measured {
  readonly guards: GuardFigures;
  /** How the loaded key's parameters differ, or nothing. */
  readonly difference: string | undefined;
}

/** A row of the table, with everything that any view shows of it. */
export interface Row extends Figures {
  readonly id: string;
  readonly subject: Subject;
  /** Absent for references. */
  readonly resolved?: Resolved | undefined;
  /** Why there are no figures: a refusal, a choice, or a failure. */
  readonly message?: string;
  readonly messageKind?: "refused" | "skipped" | "failed" | "unavailable";
  readonly note: string | undefined;
  /** How safe the parameters are; absent for references, for refused parameters, and until that is known. */
  readonly assessment: Assessment | undefined;
  /** The verdict if its advice is followed. */
  readonly advisedVerdict: Verdict | undefined;
  /** The private operation with its guards, where they were measured. */
  readonly guards: GuardFigures;
  readonly comparisons: Readonly<Record<Operation, Comparison>>;
  /** Operations in which it is recommended for its speed: `isEligible`, and no other eligible row is surely faster. */
  readonly fastest: ReadonlySet<Operation>;
  /** The same row in each loaded run that has it. */
  readonly loaded: readonly (LoadedFigures | undefined)[];
}

interface RowsInput {
  readonly selection: Selection;
  /** The engines this machine has, fastest first; unknown until the library is loaded. */
  readonly available?: readonly Engine[] | undefined;
  readonly check?: CheckParams | undefined;
  readonly assess?: Assessor | undefined;
  readonly run?: Run | undefined;
  readonly loaded?: readonly Run[];
}

/** The table's rows for a selection, with what a run measured with exactly these parameters. */
export function buildRows({ selection, available, check, assess, run, loaded = [] }: RowsInput): Row[] {
  const { modulusLength, variants, references } = selection;
  const engines = selection.engines.length > 0 ? selection.engines : (available?.slice(0, 1) ?? ["scalar" as const]);
  const drafts: Draft[] = variants.flatMap((variant) => {
    const resolved = resolveVariant(variant, modulusLength, selection, check);
    const assessment = assess?.({ params: resolved.params }).assessment;
    const advised = assess && assessment && advisedVerdict(assessment, assess);
    return engines.map((engine) => {
      const draft = draftRow({ kind: "variant", variant, engine }, resolved, run, modulusLength);
      const isMissing = available?.includes(engine) === false && draft.message === undefined;
      const trouble = isMissing
        ? { message: `The engine ${engine} does not run here.`, messageKind: "unavailable" as const }
        : {};
      return { ...draft, ...trouble, assessment, advisedVerdict: advised };
    });
  });
  for (const reference of references) {
    drafts.push(draftRow({ kind: "reference", reference }, undefined, run, modulusLength));
  }
  const pooled = poolEqualWork(drafts);
  const fastest = new Map(operations.map((operation) => [operation, new Set(fastestOf(pooled, operation))]));
  return pooled.map((draft) => ({
    ...draft,
    comparisons: {
      keygen: compare(draft, pooled, "keygen", selection),
      encrypt: compare(draft, pooled, "encrypt", selection),
      decrypt: compare(draft, pooled, "decrypt", selection),
    },
    fastest: new Set(operations.filter((operation) => fastest.get(operation)?.has(draft))),
    loaded: loaded.map((each) => loadedFigures(draft, each, modulusLength)),
  }));
}

type Draft = Omit<Row, "comparisons" | "fastest" | "loaded">;

function draftRow(
  subject: Subject,
  resolved: Resolved | undefined,
  run: Run | undefined,
  modulusLength: number,
): Draft {
  const id = subjectId(subject);
  const isSame = (each: { subject: Subject; modulusLength: number }) =>
    each.modulusLength === modulusLength && subjectId(each.subject) === id;
  const report = run?.subjects.find(isSame);
  const isCurrent =
    report !== undefined && (resolved === undefined || paramsDifference(report.params, resolved.params) === undefined);
  const current = isCurrent ? run : undefined;
  const figures = figuresOf(current, subject, modulusLength);
  return {
    id,
    subject,
    resolved,
    ...findTrouble(resolved, run?.failures.find(isSame)?.message, figures.summaries),
    note: report?.note,
    assessment: undefined,
    advisedVerdict: undefined,
    ...figures,
    guards: current === undefined ? {} : guardFigures(current, subject, modulusLength),
  };
}

function figuresOf(run: Run | undefined, subject: Subject, modulusLength: number): Figures {
  const found: { [Field in keyof Figures]: { -readonly [Each in Operation]?: Figures[Field][Each] } } = {
    summaries: {},
    samples: {},
    repetitions: {},
  };
  for (const operation of operations) {
    const measurement = run && findMeasurement(run, subject, modulusLength, operation);
    const summary = run && findSummary(run, subject, modulusLength, operation);
    if (measurement === undefined || summary === undefined) continue;
    found.summaries[operation] = summary;
    found.samples[operation] = measurement.samples;
    found.repetitions[operation] = measurement.repetitions;
  }
  return found;
}

/**
 * The row with the time of decryption with both guards, as the library runs by default, in place of the bare one. Undefined if that was
 * not measured.
 */
export function guardedRow<Each extends Pick<Row, "summaries" | "guards">>(row: Each): Each | undefined {
  const decrypt = row.guards["decrypt-both-guards"]?.summary;
  return decrypt && { ...row, summaries: { ...row.summaries, decrypt } };
}

function findTrouble(
  resolved: Resolved | undefined,
  failure: string | undefined,
  summaries: Figures["summaries"],
): Pick<Row, "message" | "messageKind"> {
  if (resolved?.problem !== undefined) return { message: resolved.problem.message, messageKind: "refused" };
  if (failure !== undefined) return { message: failure, messageKind: "failed" };
  if (resolved?.skipped !== undefined && summaries.decrypt === undefined) {
    return { message: resolved.skipped, messageKind: "skipped" };
  }
  return {};
}

function compare(draft: Draft, all: readonly Draft[], operation: Operation, { publicExponent }: Selection): Comparison {
  const base = baselineOf(draft.subject, all, operation);
  const measured = base && speedUpOver(base, draft, operation);
  const params = draft.resolved?.problem === undefined ? draft.resolved?.params : undefined;
  const theory = params && theoreticalSpeedUp(operation, params, publicExponent);
  return {
    measured,
    theory,
    ratio: measured && theory && measured.value / theory,
    published: params === undefined ? [] : publishedSpeedUps(operation, params),
  };
}

/** Plain RSA, or CRT, among measured rows: on a variant's own engine, and for a reference on the first engine that has it. */
export function baselineOf<Each extends Measured>(
  subject: Subject,
  all: readonly Each[],
  operation: Operation,
  base: TheoreticalBase = "original",
): Each | undefined {
  return all.find(
    (each) =>
      each.subject.kind === "variant" &&
      each.subject.variant === base &&
      each.summaries[operation] !== undefined &&
      (subject.kind === "reference" || each.subject.engine === subject.engine),
  );
}

/** What two rows are compared by. */
export interface Measured extends Pick<Row, "subject" | "summaries"> {
  readonly resolved?: Pick<Resolved, "params"> | undefined;
}

/**
 * What a range is: a 95 % confidence interval, all samples where they are too few for one, or nothing: both figures are of the very
 * same computation, or one is compared with itself.
 */
export type RangeKind = "interval" | "samples" | "same" | "itself";

/** How many times as fast as a baseline. */
export interface SpeedUp extends Interval {
  readonly value: number;
  readonly kind: RangeKind;
  /** Whether the interval shows which is faster; never with too few samples for an interval. */
  readonly isClear: boolean;
}

/**
 * By how much a speed-up differs between two runs on an idle machine, however many samples each has: keys and the places of code and
 * data in memory are others. docs/benchmarks.md has the experiment. No interval is narrower.
 */
const betweenRuns = 0.015;

/**
 * How many times as fast as a baseline. The very same computation is as fast as itself, whatever the samples say.
 */
export function speedUpOver(baseline: Measured, other: Measured, operation: Operation): SpeedUp | undefined {
  const [base, own] = [baseline.summaries[operation], other.summaries[operation]];
  if (base === undefined || own === undefined) return undefined;
  const work = workOf(baseline, operation);
  const isSame = work !== undefined && work === workOf(other, operation);
  if (isSame || base === own) {
    return { value: 1, low: 1, high: 1, kind: base === own ? "itself" : "same", isClear: false };
  }
  const { value, ...within } = speedUp(base, own);
  const found = {
    value,
    low: Math.min(within.low, value * (1 - betweenRuns)),
    high: Math.max(within.high, value * (1 + betweenRuns)),
  };
  const kind = base.interval && own.interval ? "interval" : "samples";
  return { ...found, kind, isClear: kind === "interval" && (found.low > 1 || found.high < 1) };
}

/** How many times as long instead of as fast. */
export function inverse<Speed extends Interval & Pick<SpeedUp, "value">>(speed: Speed): Speed {
  return { ...speed, value: 1 / speed.value, low: 1 / speed.high, high: 1 / speed.low };
}

/** Whether a row's parameters have a verdict of acceptable or better. */
export function isSafe({ assessment }: Pick<Row, "assessment">): boolean {
  return assessment?.verdict === "acceptable" || assessment?.verdict === "good";
}

/** Whether a row's parameters have a verdict of weak or broken. */
export function isUnsafe({ assessment }: Pick<Row, "assessment">): boolean {
  return assessment?.verdict === "weak" || assessment?.verdict === "broken";
}

/** Whether a row may be recommended for any use: a safe variant that handles every message, measured in these operations. */
export function isEligible(
  row: Pick<Row, "subject" | "assessment" | "summaries">,
  ...needed: readonly Operation[]
): boolean {
  const { subject, summaries } = row;
  const isGeneral = subject.kind === "variant" && factsOf(subject.variant).purpose === "general";
  return isGeneral && isSafe(row) && needed.every((operation) => summaries[operation] !== undefined);
}

/** The fastest eligible row and those that are not surely slower, fastest first. */
export function fastestOf<Each extends Draft>(rows: readonly Each[], operation: Operation): Each[] {
  const time = (row: Draft) => row.summaries[operation]?.time ?? Number.POSITIVE_INFINITY;
  const [first, ...others] = rows.filter((row) => isEligible(row, operation)).sort((a, b) => time(a) - time(b));
  if (first === undefined) return [];
  return [first, ...others.filter((other) => !isSurelyFaster(first, other, operation))];
}

/** Whether the samples show that a row is faster than another. */
export function isSurelyFaster(row: Measured, other: Measured, operation: Operation): boolean {
  const ratio = speedUpOver(other, row, operation);
  return ratio?.isClear === true && ratio.low > 1;
}

/** Rows whose keys are made by the same work share their times, which differ by chance only. */
function poolEqualWork(drafts: readonly Draft[]): Draft[] {
  const samples = new Map<string, readonly number[]>();
  for (const draft of drafts) {
    const work = workOf(draft, "keygen");
    if (work !== undefined) samples.set(work, [...(samples.get(work) ?? []), ...(draft.samples.keygen ?? [])]);
  }
  return drafts.map((draft) => {
    const pool = samples.get(workOf(draft, "keygen") ?? "");
    const keygen = pool && draft.samples.keygen && summarize(pool);
    return keygen === undefined ? draft : { ...draft, summaries: { ...draft.summaries, keygen } };
  });
}

/** The work of an operation, where rows can share it: making keys of two primes, and a power with the same e. */
export function workOf(
  { subject, resolved }: Pick<Measured, "subject" | "resolved">,
  operation: Operation,
): string | undefined {
  if (subject.kind !== "variant" || resolved === undefined) return undefined;
  const { variant, modulusLength, primes, publicExponent } = resolved.params;
  const { publicExponent: kind, hasStandardFormat } = factsOf(variant);
  const hasTwoPrimes = kind === "chosen" && hasStandardFormat === true && (primes ?? 2) === 2;
  const isShared = operation === "encrypt" ? publicExponent !== undefined : operation === "keygen" && hasTwoPrimes;
  return isShared ? `${subject.engine} ${modulusLength} ${publicExponent}` : undefined;
}

function loadedFigures(draft: Draft, loaded: Run, modulusLength: number): LoadedFigures | undefined {
  const reports = loaded.subjects.filter((each) => each.modulusLength === modulusLength);
  const report =
    reports.find((each) => subjectId(each.subject) === draft.id) ??
    // The other machine may have had another engine only.
    reports.find(
      (each) => variantOf(each.subject) !== undefined && variantOf(each.subject) === variantOf(draft.subject),
    );
  if (report === undefined) return undefined;
  const { subject } = report;
  return {
    subject,
    resolved: report.params && { params: report.params },
    summaries: figuresOf(loaded, subject, modulusLength).summaries,
    guards: guardFigures(loaded, subject, modulusLength),
    difference: draft.resolved && paramsDifference(report.params, draft.resolved.params),
  };
}

function variantOf(subject: Subject): string | undefined {
  return subject.kind === "variant" ? subject.variant : undefined;
}

/** How the parameters of a measured key differ from those wanted: "w 160", or nothing. */
export function paramsDifference(measured: KeyParams | undefined, wanted: KeyParams): string | undefined {
  if (measured === undefined) return "unknown parameters";
  const differences = parameters.flatMap((name) => {
    const found = measured[name] ?? (name === "multiplicity" ? 1 : undefined);
    const isSame = wanted[name] === undefined || String(found) === String(wanted[name]);
    return isSame ? [] : `${letters[name]} ${found}`;
  });
  return differences.join(", ") || undefined;
}
