import type { Build, Engine, KeyParamValues, Variant } from "rsa-variants";
import { type GuardedOperation, guardedOperations } from "./guards.ts";

/** What is measured for comparison with the variants. */
export type Reference = "webcrypto" | "bigint";

export const references: readonly Reference[] = ["webcrypto", "bigint"];

/** What the table compares; its private operation is bare. */
export type Operation = "keygen" | "encrypt" | "decrypt";

export const operations: readonly Operation[] = ["keygen", "encrypt", "decrypt"];

/** How a variant gets its key. */
export type KeySource = "generate" | "sample";

/** When a run ends: after a time, or when every operation has been sampled so often. */
export type Budget =
  | { readonly kind: "seconds"; readonly seconds: number }
  | { readonly kind: "samples"; readonly samples: number };

/** What is timed. */
export type MeasuredOperation = Operation | GuardedOperation;

export const measuredOperations: readonly MeasuredOperation[] = [...operations, ...guardedOperations];

/** Key parameters that can be written as JSON: the public exponent is a decimal string. */
export interface PlainParams extends Omit<KeyParamValues, "publicExponent"> {
  readonly publicExponent?: string;
}

/** What a row of the table measures. */
export type Subject =
  | { readonly kind: "variant"; readonly variant: Variant; readonly engine: Engine }
  | { readonly kind: "reference"; readonly reference: Reference };

/** A name for a subject that is unique within a run. */
export function subjectId(subject: Subject): string {
  return subject.kind === "variant" ? `${subject.variant}/${subject.engine}` : subject.reference;
}

/** The key that a variant is measured with. */
export interface KeyRequest {
  readonly params: PlainParams;
  readonly source: KeySource;
}

/** A whole run, as the worker gets it. Every modulus length is measured in turn with the budget given. */
export interface MeasureRequest {
  readonly lengths: readonly { readonly modulusLength: number; readonly keys: readonly KeyRequest[] }[];
  /** The WebAssembly to load; `auto`: the fastest. */
  readonly build: Build | "auto";
  /** Empty: the fastest. */
  readonly engines: readonly Engine[];
  readonly references: readonly Reference[];
  readonly budget: Budget;
  /** Whether to spend part of the time on further keys, for the spread of key generation times. */
  readonly furtherKeys: boolean;
  /** Whether keys with a long e have their modulus in common with keys of a short e, where both are measured. */
  readonly commonModulus: boolean;
  /** Whether the private operations are measured with their guards too. */
  readonly guards: boolean;
}

/** The engines that are measured of those that run: the chosen ones, or the fastest where none is chosen. */
export function enginesToMeasure(chosen: readonly Engine[], running: readonly Engine[]): readonly Engine[] {
  return chosen.length === 0 ? running.slice(0, 1) : running.filter((engine) => chosen.includes(engine));
}

export type Phase = "load" | "keys" | "warm-up" | "samples";

export const phases: readonly Phase[] = ["load", "keys", "warm-up", "samples"];

/** The machinery that the figures come from. */
export interface MeasuringEnvironment {
  /** Milliseconds. */
  readonly timerStep: number;
  readonly crossOriginIsolated: boolean;
  /** The WebAssembly build that was loaded. */
  readonly build: string;
  /** Fastest first. */
  readonly engines: readonly Engine[];
}

/** New samples of one operation of one subject. */
export interface SampleReport {
  readonly subject: Subject;
  readonly modulusLength: number;
  readonly operation: MeasuredOperation;
  /** Milliseconds for one operation; for batch decryption for one message. */
  readonly samples: readonly number[];
  /** Operations that one sample repeats. */
  readonly repetitions: number;
}

/** A subject that is now being measured, with the parameters its key has. */
export interface SubjectReport {
  readonly subject: Subject;
  readonly modulusLength: number;
  readonly params?: PlainParams;
  readonly keySource?: KeySource;
  /** What a reader must know to compare this row (such as a padding that the others lack). */
  readonly note?: string;
}

/** A subject that could not be measured, or no longer. */
export interface FailureReport {
  readonly subject: Subject;
  readonly modulusLength: number;
  readonly message: string;
}

export interface ProgressReport {
  readonly phase: Phase;
  readonly modulusLength: number;
  readonly done: number;
  /** Undefined when it cannot be told. */
  readonly expected?: number;
  /** What is being worked on just now. */
  readonly detail?: string;
  /** Milliseconds since the run began, and those left if known. */
  readonly elapsed: number;
  readonly left?: number;
}

/** What the measuring side reports. */
export type MeasureEvent =
  | { readonly type: "environment"; readonly environment: MeasuringEnvironment }
  | { readonly type: "subject"; readonly report: SubjectReport }
  | { readonly type: "samples"; readonly reports: readonly SampleReport[] }
  | { readonly type: "progress"; readonly report: ProgressReport }
  | { readonly type: "failure"; readonly report: FailureReport }
  | { readonly type: "done" };
