import type { Engine } from "rsa-variants";
import { type Interval, type Summary, summarize, undisturbed } from "../index.ts";
import {
  type FailureReport,
  type MeasuredOperation,
  type MeasureEvent,
  type MeasuringEnvironment,
  type SampleReport,
  type Subject,
  type SubjectReport,
  subjectId,
} from "../tasks/protocol.ts";
import type { WorkerError } from "../worker-client.ts";

export interface RunEnvironment extends MeasuringEnvironment {
  readonly userAgent: string;
  /** Logical processors. */
  readonly processors: number;
  /** The name of the processor. Browsers do not reveal it, but a run that Node started has it. */
  readonly processor?: string;
  /** The page's version and commit. */
  readonly version?: string;
}

/** All samples of one operation of one subject at one modulus length. */
export interface Measurement extends Omit<SampleReport, "samples" | "key"> {
  /** How many samples each key has, in their order; absent if there is one key. */
  readonly keys?: readonly number[];
  /** Empty in a link, where the run has too many for it. */
  readonly samples: number[];
  /** Of the samples that are not there. */
  readonly summary?: Summary;
  /** What guards cost, by the samples that are not there. */
  readonly cost?: Interval & { readonly value: number };
}

/** How many samples an operation has, there or not. */
export function countOf({ samples, summary }: Measurement): number {
  return summary?.count ?? samples.length;
}

export type RunState = "running" | "stopped" | "done" | "failed";

/** A run with everything it measured: what is saved, loaded and shown. Times are milliseconds. */
export interface Run {
  /** ISO 8601. */
  readonly startedAt: string;
  /** What the user calls it. */
  name?: string;
  /** The page's query string: what was chosen. */
  readonly selection: string;
  state: RunState;
  environment?: RunEnvironment;
  /** Seconds for which the page was hidden while it measured. */
  hiddenSeconds: number;
  readonly subjects: SubjectReport[];
  readonly failures: FailureReport[];
  readonly measurements: Measurement[];
}

export function emptyRun(selection: string, startedAt = new Date().toISOString()): Run {
  return { startedAt, selection, state: "running", hiddenSeconds: 0, subjects: [], failures: [], measurements: [] };
}

/** Adds what an event reports. The caller handles progress and the end. */
export function addEvent(
  run: Run,
  event: MeasureEvent | WorkerError,
  place: Omit<RunEnvironment, keyof MeasuringEnvironment>,
): void {
  switch (event.type) {
    case "environment":
      run.environment = { ...event.environment, ...place };
      break;
    case "subject":
      run.subjects.push(event.report);
      break;
    case "failure":
      run.failures.push(event.report);
      break;
    case "samples":
      for (const report of event.reports) addSamples(run, report);
      break;
    default:
  }
}

function addSamples(run: Run, report: SampleReport): void {
  const known = findMeasurement(run, report.subject, report.modulusLength, report.operation);
  const { key = 0, samples, ...rest } = report;
  if (known === undefined) run.measurements.push({ ...rest, samples: [...samples] });
  else {
    if (key > 0) {
      const keys = [...(known.keys ?? [known.samples.length])];
      keys[key] = (keys[key] ?? 0) + samples.length;
      Object.assign(known, { keys: Array.from(keys, (count = 0) => count) });
    }
    known.samples.push(...samples);
  }
}

export function findMeasurement(
  run: Run,
  subject: Subject,
  modulusLength: number,
  operation: MeasuredOperation,
): Measurement | undefined {
  const id = subjectId(subject);
  return run.measurements.find(
    (each) => each.operation === operation && each.modulusLength === modulusLength && subjectId(each.subject) === id,
  );
}

const summaries = new WeakMap<Measurement, Summary>();

/** The summary of an operation's samples so far; undefined when it was not measured. */
export function findSummary(
  run: Run,
  subject: Subject,
  modulusLength: number,
  operation: MeasuredOperation,
): Summary | undefined {
  const measurement = findMeasurement(run, subject, modulusLength, operation);
  if (measurement === undefined) return undefined;
  if (measurement.summary !== undefined) return measurement.summary;
  // A long run has many samples, and the page asks for their summary with every report.
  const known = summaries.get(measurement);
  if (known?.count === measurement.samples.length) return known;
  // The search for primes is random: its median is what to expect.
  const summary = summarize(measurement.samples, operation === "keygen" ? 0.5 : undisturbed, measurement.keys);
  if (summary !== undefined) summaries.set(measurement, summary);
  return summary;
}

/** The run, unless it measured another build than this one; a run that has only begun does not know its build yet. */
export function ofBuild(run: Run, build: string | undefined): Run | undefined {
  const measured = run.environment?.build;
  return measured === undefined || build === undefined || measured === build ? run : undefined;
}

/** The engines of a run's subjects, or of rows. */
export function enginesOf({ subjects }: { readonly subjects: readonly { subject: Subject }[] }): readonly Engine[] {
  return [...new Set(subjects.flatMap(({ subject }) => (subject.kind === "variant" ? subject.engine : [])))];
}

/**
 * A run that goes on with an earlier one's measurements, except those at lengths that are to be measured again. It is the same run if
 * there are none.
 */
export function continuedRun(previous: Run, selection: string, lengths: readonly number[]): Run {
  const keep = <T extends { modulusLength: number }>(list: readonly T[]) =>
    list.filter(({ modulusLength }) => !lengths.includes(modulusLength));
  const { subjects, failures, measurements, environment, name, startedAt } = previous;
  const kept = { subjects: keep(subjects), failures: keep(failures), measurements: keep(measurements) };
  const isSame = kept.subjects.length + kept.failures.length === subjects.length + failures.length;
  return {
    ...emptyRun(selection, isSame ? startedAt : undefined),
    ...(environment && { environment }),
    ...(isSame && name !== undefined && { name }),
    ...kept,
  };
}

/** The modulus lengths that a run has decryption times for, ascending. */
export function measuredLengths(run: Run | undefined): number[] {
  const lengths = new Set(
    run?.measurements.filter(({ operation }) => operation === "decrypt").map(({ modulusLength }) => modulusLength),
  );
  return [...lengths].sort((a, b) => a - b);
}
