import type { KeyChoice } from "@rsa-variants/measure/plan/key-choice";
import type { Answer, Assessor } from "@rsa-variants/measure/run/assessor";
import type { AttackName, Security } from "rsa-variants/security";
import type { Failure, Loaded } from "../core/failures.ts";
import { keep, kept } from "../core/kept.ts";
import type { AttackRun, Entries } from "./attack.ts";
import { type NumberField, questionOf } from "./selection.ts";

/** What was entered for each attack, and its last run. */
interface Attacked {
  readonly entries: { readonly [Name in AttackName]?: Entries };
  readonly runs: { readonly [Name in AttackName]?: AttackRun };
}

export interface SecurityState extends Attacked {
  readonly selection: KeyChoice;
  /** Why the text of a field cannot be used. */
  readonly fieldProblems: Partial<Record<NumberField, string>>;
  readonly notices: readonly string[];
  /** The library on the page's own thread, where it only assesses. */
  readonly library: Loaded<{ readonly security: Security; readonly assess: Assessor }>;
  readonly failure?: Failure | undefined;
}

/** The library's answer to the selection: an assessment or a refusal; neither until it is loaded. */
export function answerTo({ library, selection }: SecurityState): Answer | { assessment?: never; refusal?: never } {
  return library.state === "ready" ? library.assess(questionOf(selection)) : {};
}

/** Whether a field cannot be used, so that the answer belongs to the choice before. */
export function isStale({ fieldProblems }: SecurityState): boolean {
  return Object.keys(fieldProblems).length > 0;
}

/** The name in the tab's storage, with the version of the format. */
const name = "rsa-variants attacks 2";

/** Keeps entries and finished runs until this tab is reloaded or returns from another place. */
export function keepAttacked({ entries, runs }: Attacked): void {
  const finished = Object.fromEntries(Object.entries(runs).filter(([, run]) => run.state !== "running"));
  keep("sessionStorage", name, writeAttacked({ entries, runs: finished }));
}

export function keptAttacked(): Attacked {
  return kept("sessionStorage", name, readAttacked) ?? { entries: {}, runs: {} };
}

/** As JSON, with whole numbers of any length as `{ "n": "123" }`. */
export function writeAttacked(attacked: Attacked): string {
  return JSON.stringify(attacked, (_key, value) => (typeof value === "bigint" ? { n: value.toString() } : value));
}

/** @throws if the text is not what `writeAttacked` wrote */
export function readAttacked(text: string): Attacked {
  const value: unknown = JSON.parse(text, (_key, each) => {
    const isNumber = typeof each?.n === "string" && Object.keys(each).length === 1;
    return isNumber ? BigInt(each.n) : each;
  });
  if (!isAttacked(value)) throw new Error("not a record of attacks");
  return value;
}

function isAttacked(value: unknown): value is Attacked {
  if (!isRecord(value)) return false;
  const { entries, runs } = value;
  if (!isRecord(entries) || !isRecord(runs)) return false;
  return Object.values(entries).every(isRecord) && Object.values(runs).every(isRun);
}

function isRun(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { state, stage, steps } = value;
  return ["done", "stopped", "failed"].includes(String(state)) && typeof stage === "string" && Array.isArray(steps);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
