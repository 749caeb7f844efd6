import type { Build, Engine, KeyParams, Variant } from "rsa-variants";
import { type GuardChoice, type GuardedOperation, guardedOperations } from "./guards.ts";

/** What the variants are compared with. */
export type Reference = "webcrypto" | "bigint";

export const references: readonly Reference[] = ["webcrypto", "bigint"];

/** The operations that the table compares; `decrypt` is without guards. */
export type Operation = "keygen" | "encrypt" | "decrypt";

export const operations: readonly Operation[] = ["keygen", "encrypt", "decrypt"];

/** Where the key of a variant comes from. */
export type KeySource = "generate" | "sample";

/**
 * When a run ends: after a time, or after a number of samples of every operation. A run that ends after a time takes at least six
 * samples of every operation; of guarded ones it may take fewer, as few as one (see `isGuardedRound`).
 */
export type Budget =
  | { readonly kind: "seconds"; readonly seconds: number }
  | { readonly kind: "samples"; readonly samples: number };

export type MeasuredOperation = Operation | GuardedOperation;

export const measuredOperations: readonly MeasuredOperation[] = [...operations, ...guardedOperations];

/** The subject of a row of the table. */
export type Subject =
  | { readonly kind: "variant"; readonly variant: Variant; readonly engine: Engine }
  | { readonly kind: "reference"; readonly reference: Reference };

/** A name for a subject that is unique within a run. */
export function subjectId(subject: Subject): string {
  return subject.kind === "variant" ? `${subject.variant}/${subject.engine}` : subject.reference;
}

/** The key that a variant is measured with. */
export interface KeyRequest {
  readonly params: KeyParams;
  readonly source: KeySource;
}

/** A whole run, as sent to the worker. Every modulus length is measured in turn, each with the whole budget. */
export interface MeasureRequest {
  readonly lengths: readonly { readonly modulusLength: number; readonly keys: readonly KeyRequest[] }[];
  /** The build to load; `auto` for the fastest. */
  readonly build: Build | "auto";
  /** The engines to measure; empty for the fastest. */
  readonly engines: readonly Engine[];
  readonly references: readonly Reference[];
  readonly budget: Budget;
  /** Whether to spend part of the time on further keys, because the times of key generation vary. */
  readonly furtherKeys: boolean;
  /** Whether a key with a long e shares its modulus with a key with a short e, if both are measured. */
  readonly commonModulus: boolean;
  readonly guards: GuardChoice;
}

/** The engines to measure: those chosen that run here, or the fastest if none is chosen. */
export function enginesToMeasure(chosen: readonly Engine[], running: readonly Engine[]): readonly Engine[] {
  return chosen.length === 0 ? running.slice(0, 1) : running.filter((engine) => chosen.includes(engine));
}

export type Phase = "load" | "keys" | "warm-up" | "samples";

export const phases: readonly Phase[] = ["load", "keys", "warm-up", "samples"];

export interface MeasuringEnvironment {
  /** The step of the clock, in milliseconds. */
  readonly timerStep: number;
  readonly crossOriginIsolated: boolean;
  /** The WebAssembly build that was loaded. */
  readonly build: string;
  /** The engines that run, fastest first. */
  readonly engines: readonly Engine[];
}

/**
 * The significant digits of a sample, two more than tables show. A link to a run holds all of them: fewer would round a second
 * time, and others would sometimes see another last digit.
 */
export const sampleDigits = 5;

/** New samples of one operation of one subject. */
export interface SampleReport {
  readonly subject: Subject;
  readonly modulusLength: number;
  readonly operation: MeasuredOperation;
  /** Milliseconds for one operation; for batch decryption, for one message. */
  readonly samples: readonly number[];
  /** The number of operations in one sample. */
  readonly repetitions: number;
  /** How many keys there were before the one of these samples; absent for the first. */
  readonly key?: number;
}

/** A subject that is now being measured, with the parameters of its key. */
export interface SubjectReport {
  readonly subject: Subject;
  readonly modulusLength: number;
  readonly params?: KeyParams;
  readonly keySource?: KeySource;
  /** What readers need to know to compare this row, such as padding that the others do not have. */
  readonly note?: string;
}

export interface FailureReport {
  readonly subject: Subject;
  readonly modulusLength: number;
  readonly message: string;
}

export interface ProgressReport {
  readonly phase: Phase;
  readonly modulusLength: number;
  readonly done: number;
  /** Undefined if it is not known. */
  readonly expected?: number;
  /** The name of the current subject, and how far its key is. */
  readonly detail?: string;
  /** Milliseconds since the run began, and milliseconds left if known. */
  readonly elapsed: number;
  readonly left?: number;
}

export type MeasureEvent =
  | { readonly type: "environment"; readonly environment: MeasuringEnvironment }
  | { readonly type: "subject"; readonly report: SubjectReport }
  | { readonly type: "samples"; readonly reports: readonly SampleReport[] }
  | { readonly type: "progress"; readonly report: ProgressReport }
  | { readonly type: "failure"; readonly report: FailureReport }
  | { readonly type: "done" };
