import {
  type FailureReport,
  measuredOperations,
  type PlainParams,
  references,
  type Subject,
  type SubjectReport,
} from "@rsa-variants/measure/tasks/protocol";
import type { Assessor } from "../../core/security/assessor.ts";
import { allEngines, allVariants } from "../params/selection.ts";
import { checkNumber, checkOneOf, JsonReader } from "./json-reader.ts";
import type { Measurement, Run, RunEnvironment } from "./run.ts";
import { savedVerdicts } from "./safety.ts";

const formatName = "rsa-variants run";
const formatVersion = 1;
/** No run of this page comes near; a larger file is something else. Bytes. */
export const largestFile = 64 * 1024 * 1024;

/**
 * A run as JSON, with every raw sample and the environment.
 *
 * @param assess adds the verdict on every measured key, for who reads the file; the page itself asks anew
 */
export function writeRunFile(run: Run, assess?: Assessor): string {
  const verdicts = assess === undefined ? {} : { verdicts: savedVerdicts(run, assess) };
  return JSON.stringify({ format: formatName, version: formatVersion, ...run, ...verdicts }, null, 1);
}

/**
 * Reads what {@link writeRunFile} wrote.
 *
 * @throws Error naming what is wrong, when the text is not such a file
 */
export function readRunFile(text: string): Run {
  const file = new JsonReader(parse(text), "this file");
  if (file.value("format") !== formatName) throw new Error("this file does not hold a run of this page");
  const version = file.number("version");
  if (version !== formatVersion) {
    throw new Error(`this file has version ${version}; this page reads version ${formatVersion}`);
  }
  const state = file.oneOf("state", ["running", "stopped", "done", "failed"] as const);
  return {
    startedAt: file.text("startedAt"),
    selection: file.text("selection"),
    // A file saved in the middle of a run holds a run that ended there.
    state: state === "running" ? "stopped" : state,
    hiddenSeconds: file.number("hiddenSeconds"),
    ...(file.has("environment") ? { environment: readEnvironment(file.object("environment")) } : {}),
    subjects: file.objects("subjects", readSubjectReport),
    failures: file.objects("failures", readFailure),
    measurements: file.objects("measurements", readMeasurement),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("this file is not JSON");
  }
}

/** A file name for a run, without its ending: "rsa-variants-2048-2026-01-31T12-00". */
export function runFileName(run: Run, modulusLength: number): string {
  return `rsa-variants-${modulusLength}-${run.startedAt.slice(0, 16).replace(":", "-")}`;
}

function readEnvironment(data: JsonReader): RunEnvironment {
  return {
    timerStep: data.number("timerStep"),
    crossOriginIsolated: data.value("crossOriginIsolated") === true,
    build: data.text("build"),
    engines: data.list("engines", (engine) => checkOneOf(engine, "engine", allEngines)),
    userAgent: data.text("userAgent"),
    processors: data.number("processors"),
  };
}

function readSubject(data: JsonReader): Subject {
  if (data.value("kind") === "reference") return { kind: "reference", reference: data.oneOf("reference", references) };
  return { kind: "variant", variant: data.oneOf("variant", allVariants), engine: data.oneOf("engine", allEngines) };
}

function readSubjectReport(data: JsonReader): SubjectReport {
  return {
    subject: readSubject(data.object("subject")),
    modulusLength: data.number("modulusLength"),
    ...(data.has("params") ? { params: readParams(data.object("params")) } : {}),
    ...(data.has("keySource") ? { keySource: data.oneOf("keySource", ["sample", "generate"] as const) } : {}),
    ...(data.has("note") ? { note: data.text("note") } : {}),
  };
}

function readParams(data: JsonReader): PlainParams {
  const optional = (name: "primes" | "multiplicity" | "crtExponentLength" | "batchSize" | "primeLength") =>
    data.has(name) ? { [name]: data.number(name) } : {};
  if (data.has("publicExponent") && !/^\d+$/.test(data.text("publicExponent"))) {
    throw new Error(`this file's publicExponent must be a decimal number, found ${data.text("publicExponent")}`);
  }
  const variant = data.oneOf("variant", allVariants);
  return {
    variant,
    modulusLength: data.number("modulusLength"),
    // Files do not name it that were saved before the count of a batch key's primes could be chosen.
    ...(variant === "batch" ? { primes: 2 } : {}),
    ...optional("primes"),
    ...optional("multiplicity"),
    ...optional("crtExponentLength"),
    ...optional("batchSize"),
    ...optional("primeLength"),
    ...(data.has("publicExponent") ? { publicExponent: data.text("publicExponent") } : {}),
  };
}

function readFailure(data: JsonReader): FailureReport {
  return {
    subject: readSubject(data.object("subject")),
    modulusLength: data.number("modulusLength"),
    message: data.text("message"),
  };
}

function readMeasurement(data: JsonReader): Measurement {
  return {
    subject: readSubject(data.object("subject")),
    modulusLength: data.number("modulusLength"),
    operation: data.oneOf("operation", measuredOperations),
    repetitions: data.number("repetitions"),
    samples: data.list("samples", (sample) => checkNumber(sample, "sample")),
  };
}
