import { type Interval, pairedSpeedUp, type Summary, speedUp, summarise } from "@rsa-variants/measure";
import { fromPlainParams } from "@rsa-variants/measure/tasks/plain-params";
import {
  type Operation,
  operations,
  type PlainParams,
  type Subject,
  type SubjectReport,
  subjectId,
} from "@rsa-variants/measure/tasks/protocol";
import type { Engine, KeyParams } from "rsa-variants";
import type { Assessment, Verdict } from "rsa-variants/security";
import { type Assessor, advisedVerdict } from "../../core/security/assessor.ts";
import { type CheckParams, type Resolved, resolveVariant } from "../params/resolve.ts";
import type { Selection } from "../params/selection.ts";
import { type GuardFigures, guardFigures } from "./guards.ts";
import { findMeasurement, findSummary, type Run } from "./run.ts";
import { type PublishedFigure, publishedSpeedUps, theoreticalSpeedUp } from "./theory.ts";

/** How one operation compares with the original variant's, where figures exist. */
export interface Comparison {
  readonly measured?: SpeedUp;
  readonly theory?: number;
  /** measured ÷ theory. */
  readonly ratio?: number;
  readonly published: readonly PublishedFigure[];
}

/** The same row in a run that was loaded from a file. */
export interface LoadedFigures {
  readonly subject: Subject;
  readonly summaries: Partial<Record<Operation, Summary>>;
  readonly speedUps: Partial<Record<Operation, SpeedUp>>;
  readonly guards: GuardFigures;
  /** How the loaded key's parameters differ, or nothing. */
  readonly difference?: string;
}

/** A row of the table, with everything that any view of it shows. */
export interface Row {
  readonly id: string;
  readonly subject: Subject;
  /** Absent for references. */
  readonly resolved?: Resolved;
  /** Why there are no figures: a refusal, a choice, or a failure. */
  readonly message?: string;
  readonly messageKind?: "refused" | "skipped" | "failed" | "unavailable";
  readonly note?: string;
  /** What is to be thought of the parameters; absent for references, for refused parameters, and until it is known. */
  readonly assessment?: Assessment;
  /** What its advice leads to. */
  readonly advisedVerdict?: Verdict | undefined;
  readonly summaries: Partial<Record<Operation, Summary>>;
  /** What the summaries are of, round by round. Milliseconds. */
  readonly samples: Partial<Record<Operation, readonly number[]>>;
  /** Operations in one sample. */
  readonly repetitions: Partial<Record<Operation, number>>;
  /** The private operation with its guards, where they were measured. */
  readonly guards: GuardFigures;
  readonly comparisons: Readonly<Record<Operation, Comparison>>;
  /** Operations in which it is recommended by speed: `isEligible`, and no other eligible row is surely faster. */
  readonly fastest: ReadonlySet<Operation>;
  /** The same row in each loaded run, where that has it. */
  readonly loaded: readonly (LoadedFigures | undefined)[];
}

export interface RowsInput {
  readonly selection: Selection;
  /** The engines this machine has, fastest first; unknown until the library is loaded. */
  readonly available?: readonly Engine[];
  readonly check?: CheckParams;
  readonly assess?: Assessor;
  readonly run?: Run;
  readonly loaded?: readonly Run[];
}

/** The engines that a selection stands for on this machine. */
function effectiveEngines(selection: Selection, available: readonly Engine[] | undefined): readonly Engine[] {
  if (selection.engines.length > 0) return selection.engines;
  return available?.slice(0, 1) ?? ["scalar"];
}

/** The table's rows for a selection, with what a run has measured under exactly these parameters. */
export function buildRows(input: RowsInput): Row[] {
  const { selection, assess, run, loaded = [] } = input;
  const engines = effectiveEngines(selection, input.available);
  const drafts: Draft[] = [];
  for (const variant of selection.variants) {
    const resolved = resolveVariant(variant, selection.modulusLength, selection, input.check);
    const assessment = assess && assessmentOf(resolved, assess);
    for (const engine of engines) {
      const draft = {
        ...draftRow({ kind: "variant", variant, engine }, resolved, run, selection),
        ...(assessment === undefined
          ? {}
          : { assessment, advisedVerdict: assess && advisedVerdict(assessment, assess) }),
      };
      const missing = input.available !== undefined && !input.available.includes(engine) && draft.message === undefined;
      const message = `The engine ${engine} does not run here.`;
      drafts.push(missing ? { ...draft, message, messageKind: "unavailable" } : draft);
    }
  }
  for (const reference of selection.references) {
    drafts.push(draftRow({ kind: "reference", reference }, undefined, run, selection));
  }
  const pooled = poolEqualWork(drafts);
  const fastest = new Map(operations.map((operation) => [operation, new Set(fastestOf(pooled, operation))]));
  return pooled.map((draft) => finishRow(draft, pooled, fastest, loaded, selection));
}

type Draft = Omit<Row, "comparisons" | "fastest" | "loaded">;

function draftRow(subject: Subject, resolved: Resolved | undefined, run: Run | undefined, selection: Selection): Draft {
  const id = subjectId(subject);
  const { modulusLength } = selection;
  const isSame = (each: { subject: Subject; modulusLength: number }) =>
    each.modulusLength === modulusLength && subjectId(each.subject) === id;
  const report = run?.subjects.find(isSame);
  const failure = run?.failures.find(isSame);
  const isCurrent =
    report !== undefined && (resolved === undefined || paramsDifference(report.params, resolved.params) === undefined);
  const current = isCurrent ? run : undefined;
  const figures = figuresOf(current, subject, modulusLength);
  const trouble = findTrouble(resolved, failure?.message, figures.summaries);
  return {
    id,
    subject,
    ...(resolved === undefined ? {} : { resolved }),
    ...trouble,
    ...(report?.note === undefined ? {} : { note: report.note }),
    ...figures,
    guards: current === undefined ? {} : guardFigures(current, subject, modulusLength),
  };
}

/** What a run measured of a subject at one length. */
function figuresOf(
  run: Run | undefined,
  subject: Subject,
  modulusLength: number,
): Pick<Row, "summaries" | "samples" | "repetitions"> {
  const summaries: Partial<Record<Operation, Summary>> = {};
  const samples: Partial<Record<Operation, readonly number[]>> = {};
  const repetitions: Partial<Record<Operation, number>> = {};
  for (const operation of operations) {
    const measurement = run && findMeasurement(run, subject, modulusLength, operation);
    const summary = run && findSummary(run, subject, modulusLength, operation);
    if (measurement === undefined || summary === undefined) continue;
    summaries[operation] = summary;
    samples[operation] = measurement.samples;
    repetitions[operation] = measurement.repetitions;
  }
  return { summaries, samples, repetitions };
}

function assessmentOf({ params }: Resolved, assess: Assessor): Assessment | undefined {
  const answer = assess({ params });
  return "assessment" in answer ? answer.assessment : undefined;
}

function findTrouble(
  resolved: Resolved | undefined,
  failure: string | undefined,
  summaries: Draft["summaries"],
): Pick<Row, "message" | "messageKind"> {
  if (resolved?.problem !== undefined) return { message: resolved.problem.message, messageKind: "refused" };
  if (failure !== undefined) return { message: failure, messageKind: "failed" };
  if (resolved?.skipped !== undefined && summaries.decrypt === undefined) {
    return { message: resolved.skipped, messageKind: "skipped" };
  }
  return {};
}

function finishRow(
  draft: Draft,
  all: readonly Draft[],
  fastest: ReadonlyMap<Operation, ReadonlySet<Draft>>,
  loaded: readonly Run[],
  { modulusLength, publicExponent }: Selection,
): Row {
  const comparison = (operation: Operation): Comparison => {
    const base = baselineOf(draft.subject, all, operation);
    const measured = base && speedUpOver(base, draft, operation);
    const params = draft.resolved?.problem === undefined ? draft.resolved?.params : undefined;
    const theory = params && theoreticalSpeedUp(operation, params, publicExponent);
    return {
      ...(measured === undefined ? {} : { measured }),
      ...(theory === undefined ? {} : { theory }),
      ...(measured === undefined || theory === undefined ? {} : { ratio: measured.value / theory }),
      published: params === undefined ? [] : publishedSpeedUps(operation, params),
    };
  };
  return {
    ...draft,
    comparisons: { keygen: comparison("keygen"), encrypt: comparison("encrypt"), decrypt: comparison("decrypt") },
    fastest: new Set(operations.filter((operation) => fastest.get(operation)?.has(draft))),
    loaded: loaded.map((each) => loadedFigures(draft, each, modulusLength)),
  };
}

/** Plain RSA among measured rows: on a variant's own engine, and for a reference on the first engine that has it. */
export function baselineOf<Each extends Measured>(
  subject: Subject,
  all: readonly Each[],
  operation: Operation,
): Each | undefined {
  return all.find(
    (each) =>
      each.subject.kind === "variant" &&
      each.subject.variant === "original" &&
      each.summaries[operation] !== undefined &&
      (subject.kind === "reference" || each.subject.engine === subject.engine),
  );
}

/** What figures two rows are compared by. */
interface Measured extends Pick<Row, "subject" | "summaries" | "samples"> {
  readonly resolved?: Pick<Resolved, "params">;
}

/** How many times as fast as a baseline, with the range in which it is with 95 % confidence. */
export interface SpeedUp extends Interval {
  readonly value: number;
  /** Whether the range tells the two apart; never with fewer samples than an interval takes. */
  readonly isClear: boolean;
}

/**
 * How many times as fast as a baseline. Keys are not made in turns; everything else is, and compared round by round. The very
 * same computation is as fast as itself, however chance falls.
 */
export function speedUpOver(baseline: Measured, other: Measured, operation: Operation): SpeedUp | undefined {
  const [base, own] = [baseline.summaries[operation], other.summaries[operation]];
  if (base === undefined || own === undefined) return undefined;
  const work = workOf(baseline, operation);
  if (work !== undefined && work === workOf(other, operation)) return { value: 1, low: 1, high: 1, isClear: false };
  const found =
    operation === "keygen"
      ? speedUp(base, own)
      : pairedSpeedUp(baseline.samples[operation] ?? [], other.samples[operation] ?? []);
  const hasIntervals = base.interval !== undefined && own.interval !== undefined;
  return found && { ...found, isClear: hasIntervals && (found.low > 1 || found.high < 1) };
}

/** Whether a row's parameters have a verdict of acceptable or better. */
export function isSafe({ assessment }: Pick<Row, "assessment">): boolean {
  return assessment?.verdict === "acceptable" || assessment?.verdict === "good";
}

/** Variants that serve in special cases only: several messages that wait together, and messages shorter than a short prime. */
const special: ReadonlySet<string> = new Set(["batch", "unbalanced"]);

/** Whether a row may be recommended for any use: a safe variant that serves every message, measured in these operations. */
export function isEligible(
  row: Pick<Row, "subject" | "assessment" | "summaries">,
  ...needed: readonly Operation[]
): boolean {
  const { subject, summaries } = row;
  const isGeneral = subject.kind === "variant" && !special.has(subject.variant);
  return isGeneral && isSafe(row) && needed.every((operation) => summaries[operation] !== undefined);
}

/** The fastest eligible row and those that are not surely slower, fastest first. */
export function fastestOf<Each extends Draft>(rows: readonly Each[], operation: Operation): Each[] {
  const median = (row: Draft) => row.summaries[operation]?.median ?? Number.POSITIVE_INFINITY;
  const eligible = rows.filter((row) => isEligible(row, operation)).sort((a, b) => median(a) - median(b));
  const [first, ...others] = eligible;
  if (first === undefined) return [];
  return [first, ...others.filter((other) => !isSurelySlower(first, other, operation))];
}

function isSurelySlower(first: Draft, other: Draft, operation: Operation): boolean {
  const ratio = speedUpOver(other, first, operation);
  return ratio?.isClear === true && ratio.low > 1;
}

/** Rows whose keys are made by the same work share their times: only chance sets them apart. */
function poolEqualWork(drafts: readonly Draft[]): Draft[] {
  const samples = new Map<string, readonly number[]>();
  for (const draft of drafts) {
    const work = workOf(draft, "keygen");
    if (work !== undefined) samples.set(work, [...(samples.get(work) ?? []), ...(draft.samples.keygen ?? [])]);
  }
  return drafts.map((draft) => {
    const pool = samples.get(workOf(draft, "keygen") ?? "");
    const summary = pool && draft.samples.keygen && summarise(pool);
    return summary === undefined ? draft : { ...draft, summaries: { ...draft.summaries, keygen: summary } };
  });
}

/** What an operation of a row consists of, where rows can have it in common: keys of two primes, and a power with the same e. */
export function workOf(
  { subject, resolved }: Pick<Measured, "subject" | "resolved">,
  operation: Operation,
): string | undefined {
  if (subject.kind !== "variant" || resolved === undefined) return undefined;
  const { variant, modulusLength, primes, publicExponent } = resolved.params;
  const hasTwoPrimes = variant === "original" || variant === "crt" || (variant === "multi-prime" && primes === 2);
  const isShared = operation === "encrypt" ? publicExponent !== undefined : operation === "keygen" && hasTwoPrimes;
  return isShared ? `${subject.engine} ${modulusLength} ${publicExponent}` : undefined;
}

function loadedFigures(draft: Draft, loaded: Run, modulusLength: number): LoadedFigures | undefined {
  const reports = loaded.subjects.filter((each) => each.modulusLength === modulusLength);
  const report =
    reports.find((each) => subjectId(each.subject) === draft.id) ??
    // The other machine may have had another engine only.
    reports.find((each) => sameVariant(each.subject, draft.subject));
  if (report === undefined) return undefined;
  const { subject } = report;
  const measuredOf = ({ subject: each, params }: SubjectReport): Measured => ({
    subject: each,
    ...(params === undefined ? {} : { resolved: { params: fromPlainParams(params) } }),
    ...figuresOf(loaded, each, modulusLength),
  });
  const own = measuredOf(report);
  const originals = reports
    .filter((each) => each.subject.kind === "variant" && each.subject.variant === "original")
    .map(measuredOf);
  const speedUps: LoadedFigures["speedUps"] = {};
  for (const operation of operations) {
    const base = baselineOf(subject, originals, operation);
    const speed = base && speedUpOver(base, own, operation);
    if (speed !== undefined) speedUps[operation] = speed;
  }
  const difference = draft.resolved && paramsDifference(report.params, draft.resolved.params);
  const guards = guardFigures(loaded, subject, modulusLength);
  return { subject, summaries: own.summaries, speedUps, guards, ...(difference === undefined ? {} : { difference }) };
}

function sameVariant(a: Subject, b: Subject): boolean {
  return a.kind === "variant" && b.kind === "variant" && a.variant === b.variant;
}

/** How the parameters of a measured key differ from those wanted: "w 160", or nothing. */
export function paramsDifference(measured: PlainParams | undefined, wanted: KeyParams): string | undefined {
  if (measured === undefined) return "unknown parameters";
  const differences: string[] = [];
  const compare = (letter: string, found: number | string | undefined, expected: number | bigint | undefined) => {
    if (expected !== undefined && String(found) !== String(expected)) differences.push(`${letter} ${found}`);
  };
  compare("n", measured.modulusLength, wanted.modulusLength);
  compare("r", measured.primes, wanted.primes);
  compare("s", measured.multiplicity ?? (wanted.multiplicity && 1), wanted.multiplicity);
  compare("w", measured.crtExponentLength, wanted.crtExponentLength);
  compare("b", measured.batchSize, wanted.batchSize);
  compare("|p|", measured.primeLength, wanted.primeLength);
  compare("e", measured.publicExponent, wanted.publicExponent);
  return differences.length === 0 ? undefined : differences.join(", ");
}
