import { hasParam, type KeyParams, type KeyParamValues, keyParams } from "rsa-variants";
import type { Assessment } from "rsa-variants/security";
import type { Interval, Summary } from "../index.ts";
import { allVariants } from "../plan/key-choice.ts";
import { allEngines } from "../plan/selection.ts";
import {
  type FailureReport,
  measuredOperations,
  references,
  type Subject,
  type SubjectReport,
  sampleDigits,
} from "../tasks/protocol.ts";
import { parameters } from "../text/params.ts";
import type { Assessor } from "./assessor.ts";
import type { GuardCost } from "./guards.ts";
import type { Measurement, Run, RunEnvironment, RunState } from "./run.ts";

const formatName = "rsa-variants run";
const formatVersion = 1;
/** Bytes. No run of this page comes near; a larger file is something else. */
const largestFile = 64 * 1024 * 1024;

/**
 * A run as JSON, with every raw sample and the environment.
 *
 * @param assess adds the verdict on every measured key, for people who read the file; the page computes verdicts again
 */
export function writeRunFile(run: Run, assess?: Assessor): string {
  const verdicts = assess === undefined ? {} : { verdicts: savedVerdicts(run, assess) };
  const content = { format: formatName, version: formatVersion, unit: "ms", ...run, ...verdicts };
  return JSON.stringify(content, forFile, 1);
}

/** Public exponents become decimal; the noise of binary fractions is rounded away, and nothing that a figure on the page depends on. */
function forFile(_name: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(2 * sampleDigits)) : value;
}

/** The verdict on the parameters of a measured key, as a file holds it. */
interface SavedVerdict extends Pick<Assessment, "verdict" | "strength"> {
  readonly variant: string;
  readonly modulusLength: number;
  readonly decisive: string;
  readonly reason: string;
}

/** The verdicts on all keys of a run, each once. */
function savedVerdicts({ subjects }: Run, assess: Assessor): SavedVerdict[] {
  const saved = new Map<string, SavedVerdict>();
  for (const { params } of subjects) {
    const assessment = params && assess({ params }).assessment;
    if (params === undefined || assessment === undefined) continue;
    const { verdict, strength, decisive } = assessment;
    const { variant, modulusLength } = params;
    const line = { variant, modulusLength, verdict, strength, decisive: decisive.method, reason: decisive.reason };
    saved.set(JSON.stringify(line), line);
  }
  return [...saved.values()];
}

/**
 * Reads what {@link writeRunFile} wrote.
 *
 * @throws Error naming what is wrong, when the text is not such a file
 */
export function readRunFile(text: string): Run {
  const data = parse(text);
  const { format, version } = object<{ format: unknown; version: unknown }>({ format: anything, version: anything })(
    data,
  );
  if (format !== formatName) throw new Error("this is not a run of this page");
  if (version !== formatVersion) {
    throw new Error(`this run has version ${version}; this page reads version ${formatVersion}`);
  }
  const run = readRun(data);
  // A file saved during a run contains a run that ended there.
  return { ...run, state: run.state === "running" ? "stopped" : run.state };
}

/**
 * Reads a run from a file of the user's.
 *
 * @throws Error naming what is wrong with the file
 */
export async function openRunFile(file: File): Promise<Run> {
  if (file.size > largestFile) throw new Error(`this file must have at most ${largestFile} bytes, got ${file.size}`);
  return readRunFile(await file.text());
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("this is not a run of this page, because it is not JSON");
  }
}

/** Returns a value of a file as its type, or throws an error with its name. */
type Reader<T> = (value: unknown, name?: string) => T;
type Readers<T> = { readonly [Name in keyof T]-?: Reader<T[Name]> };

const anything: Reader<unknown> = (value) => value;

/** A finite number of 0 or more, as every number of a run is. */
const number: Reader<number> = (value, name) => {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  throw new Error(`this run's ${name} must be a number of 0 or more, found ${String(value)}`);
};

const string: Reader<string> = (value, name) => {
  if (typeof value === "string") return value;
  throw new Error(`this run's ${name} must be text, found ${typeof value}`);
};

/** A date and time as every run has it, so that nothing else is shown as one. */
const dateAndTime: Reader<string> = (value, name) => {
  const text = string(value, name);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new Error(`this run's ${name} must be a date and time such as 2026-01-31T12:00:00Z, found ${text}`);
};

const decimal: Reader<string> = (value, name) => {
  if (/^\d+$/.test(string(value, name))) return string(value);
  throw new Error(`this run's ${name} must be a decimal number, found ${value}`);
};

function oneOf<T>(...known: readonly T[]): Reader<T> {
  return (value, name) => {
    if (known.includes(value as T)) return value as T;
    throw new Error(`this run's ${name} is unknown: ${String(value)}`);
  };
}

function list<T>(item: Reader<T>): Reader<T[]> {
  return (value, name) => {
    if (Array.isArray(value)) return value.map((each) => item(each, name));
    throw new Error(`this run's ${name} are missing`);
  };
}

/** An object with these fields; others are left out. */
function object<T>(required: Readers<T>): Reader<T>;
function object<T, Optional extends keyof T>(
  required: Readers<Omit<T, Optional>>,
  optional: Readers<Pick<T, Optional>>,
): Reader<T>;
function object(required: Readers<object>, optional: Readers<object> = {}): Reader<object> {
  return (value, name = "content") => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new Error(`this run's ${name} is not an object`);
    }
    const fields = new Map<string, unknown>(Object.entries(value));
    const given = Object.entries<Reader<unknown>>({ ...optional }).filter(([field]) => fields.get(field) !== undefined);
    const readers = [...Object.entries<Reader<unknown>>({ ...required }), ...given];
    return Object.fromEntries(readers.map(([field, read]) => [field, read(fields.get(field), field)]));
  };
}

const readSubject: Reader<Subject> = (value, name) => {
  const { kind } = object<{ kind: Subject["kind"] }>({ kind: oneOf("variant", "reference") })(value, name);
  if (kind === "reference") {
    return object<Subject & { kind: "reference" }>({ kind: oneOf(kind), reference: oneOf(...references) })(value, name);
  }
  const [variant, engine] = [oneOf(...allVariants), oneOf(...allEngines)];
  return object<Subject & { kind: "variant" }>({ kind: oneOf(kind), variant, engine })(value, name);
};

/** As a file has them. */
interface SavedParams extends Omit<KeyParamValues, "publicExponent"> {
  readonly publicExponent?: string;
}

type OwnParams = Omit<SavedParams, "variant" | "modulusLength">;

/** For the parameters that only some variants have. */
const ownParamReaders = Object.fromEntries(
  parameters.map((name) => [name, name === "publicExponent" ? decimal : number]),
) as unknown as Readers<OwnParams>;

const readSavedParams = object<SavedParams, keyof OwnParams>(
  { variant: oneOf(...allVariants), modulusLength: number },
  ownParamReaders,
);

const readParams: Reader<KeyParams> = (value, name) => {
  const { publicExponent: e, ...params } = readSavedParams(value, name);
  // Files from before batch keys had a number of primes do not name it.
  const primes = hasParam(params.variant, "batchSize") ? { primes: 2 } : {};
  return keyParams({ ...primes, ...params, publicExponent: e === undefined ? undefined : BigInt(e) });
};

const quartiles = { lowerQuartile: number, upperQuartile: number };

/** Characters of the name of a run, which has room above a column. */
export const longestName = 40;

const readRun = object<Run, "environment" | "name">(
  {
    startedAt: dateAndTime,
    selection: string,
    state: oneOf<RunState>("running", "stopped", "done", "failed"),
    hiddenSeconds: number,
    subjects: list(
      object<SubjectReport, "params" | "keySource" | "note">(
        { subject: readSubject, modulusLength: number },
        { params: readParams, keySource: oneOf("sample", "generate"), note: string },
      ),
    ),
    failures: list(object<FailureReport>({ subject: readSubject, modulusLength: number, message: string })),
    measurements: list(
      object<Measurement, "keys" | "summary" | "cost">(
        {
          subject: readSubject,
          modulusLength: number,
          operation: oneOf(...measuredOperations),
          repetitions: number,
          samples: list(number),
        },
        {
          keys: list(number),
          summary: object<Summary, "interval">(
            { count: number, time: number, ...quartiles, least: number, greatest: number, outliers: number },
            { interval: object<Interval>({ low: number, high: number }) },
          ),
          cost: object<GuardCost>({ value: number, low: number, high: number }),
        },
      ),
    ),
  },
  {
    name: (value, field) => string(value, field).slice(0, longestName),
    environment: object<RunEnvironment, "processor" | "version">(
      {
        timerStep: number,
        crossOriginIsolated: (value) => value === true,
        build: string,
        engines: list(oneOf(...allEngines)),
        userAgent: string,
        processors: number,
      },
      { processor: string, version: string },
    ),
  },
);
