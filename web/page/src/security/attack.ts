import { limitsProblem, parseWholeNumber } from "@rsa-variants/measure/text/numbers";
import { type WorkerError, workerError } from "@rsa-variants/measure/worker-client";
import type { KeyParams } from "rsa-variants";
import {
  type Attack,
  type AttackName,
  type AttackOption,
  type AttackOptions,
  type AttackOutcome,
  type AttackProgress,
  type AttackTarget,
  type CheckedAnswer,
  connect,
  type Demonstration,
  type OutcomeCheck,
  type SecurityWorkers,
  verifyOutcome,
} from "rsa-variants/security";

/** Values of a demonstration's options by name; the library chooses what is left out. */
export type OptionValues = Readonly<Record<string, number | string | boolean>>;

/** What a card's controls contain, by the options' names. */
export type Entries = Readonly<Record<string, string | boolean>>;

export function isOffered(option: AttackOption, entries: Entries): boolean {
  const condition = option.kind === "number" ? option.only : undefined;
  return condition === undefined || entries[condition.option] === condition.value;
}

export function defaultEntries({ demonstrationOptions }: Pick<Attack, "demonstrationOptions">): Entries {
  const entryOf = (option: AttackOption) => (option.kind === "number" ? String(option.default ?? "") : option.default);
  return Object.fromEntries(demonstrationOptions.map((option: AttackOption) => [option.name, entryOf(option)]));
}

type ReadOptions = { readonly values: OptionValues } | { readonly option: string; readonly problem: string };

/** The entries as the library takes them, or what is wrong with one of them. The library chooses an empty number. */
export function readOptions(attack: Pick<Attack, "demonstrationOptions">, entries: Entries): ReadOptions {
  const values: Record<string, string | number | boolean> = {};
  for (const option of attack.demonstrationOptions as readonly AttackOption[]) {
    const entry = entries[option.name];
    if (entry === undefined || entry === "" || !isOffered(option, entries)) continue;
    if (option.kind !== "number" || typeof entry === "boolean") {
      values[option.name] = entry;
      continue;
    }
    const value = parseWholeNumber(entry);
    const problem = limitsProblem(value, { min: option.least, max: option.most, step: 1 });
    if (problem !== undefined) return { option: option.name, problem };
    values[option.name] = value;
  }
  return { values };
}

interface AttackRequest {
  readonly name: AttackName;
  readonly options: OptionValues;
}

/** The stages of a run, in this order. */
export type AttackStage = "load" | "key" | "attack";

/** What the attacker knows. */
export interface Evidence {
  readonly target: AttackTarget;
  /** The key's parameters, if the library makes such keys. */
  readonly params?: KeyParams;
}

export interface Report {
  readonly outcome: AttackOutcome;
  /** What was checked of it. */
  readonly checks: readonly OutcomeCheck[];
  /** Of a fault: the same with the library's check. */
  readonly withCheck?: CheckedAnswer;
  /** Of a fault: the attack on what was released in spite of the check. */
  readonly onReleased?: AttackOutcome;
  /** Of a fault: the flipped bit. */
  readonly bit?: number;
}

export type AttackEvent =
  | { readonly type: "stage"; readonly stage: AttackStage }
  | { readonly type: "progress"; readonly progress: AttackProgress }
  | { readonly type: "evidence"; readonly evidence: Evidence }
  | { readonly type: "report"; readonly report: Report }
  | { readonly type: "done" }
  | WorkerError;

/** A step of making the key or of the attack, as the library calls it. */
export interface Step extends Omit<AttackProgress, "step"> {
  readonly text: string;
  readonly stage: AttackStage;
}

export interface AttackRun {
  readonly state: "running" | "done" | "stopped" | "failed";
  readonly stage: AttackStage;
  /** By `performance.now()`. */
  readonly startedAt: number;
  /** Milliseconds since the start, at the last event. */
  readonly elapsed: number;
  readonly steps: readonly Step[];
  readonly evidence?: Evidence;
  readonly report?: Report;
  readonly message?: string;
}

export function startedRun(startedAt: number): AttackRun {
  return { state: "running", stage: "load", startedAt, elapsed: 0, steps: [] };
}

export function addEvent(run: AttackRun, event: AttackEvent, now: number): AttackRun {
  const next = { ...run, elapsed: now - run.startedAt };
  if (event.type === "progress") return { ...next, steps: addProgress(run, event.progress) };
  if (event.type === "done") return { ...next, state: "done" };
  if (event.type === "error") return { ...next, state: "failed", message: event.message };
  const { type: _type, ...known } = event;
  return { ...next, ...known };
}

/** Another text is another step. */
function addProgress({ steps, stage }: AttackRun, { step: text, ...rest }: AttackProgress): Step[] {
  const last = steps.at(-1);
  const goesOn = last?.text === text && last.stage === stage;
  return [...(goesOn ? steps.slice(0, -1) : steps), { text, stage, ...rest }];
}

/** How much of a step is done, from 0 to 1; undefined if that is not known. */
export function fractionOf({ done, expected }: Pick<Step, "done" | "expected">): number | undefined {
  return expected === undefined || expected === 0 ? undefined : Math.min(1, done / expected);
}

interface AttackPlace {
  readonly security: SecurityWorkers;
  readonly signal: AbortSignal;
  readonly emit: (event: AttackEvent) => void;
}

/**
 * Attacks a new key in its own worker, whose memory is free afterwards. The last event is `done` or `error`; after an abort
 * there is none.
 */
export async function startAttack(
  request: AttackRequest,
  { signal, emit: tell }: Pick<AttackPlace, "signal" | "emit">,
): Promise<void> {
  const emit = (event: AttackEvent) => signal.aborted || tell(event);
  let security: SecurityWorkers | undefined;
  try {
    emit({ type: "stage", stage: "load" });
    security = await connect({ workers: 1 });
    await attackFreshKey(request, { security, signal, emit });
    emit({ type: "done" });
  } catch (error) {
    emit(workerError(error));
  } finally {
    await security?.close();
  }
}

/** Makes a new key and attacks what an attacker sees of it. */
export async function attackFreshKey(
  { name, options }: AttackRequest,
  { security, signal, emit }: AttackPlace,
): Promise<void> {
  const reporting: Pick<AttackOptions, "signal" | "onProgress"> = {
    signal,
    onProgress: (progress) => emit({ type: "progress", progress }),
  };
  emit({ type: "stage", stage: "key" });
  const demonstration = await security.demonstration(name, { ...options, ...reporting });
  const { target, params } = demonstration;
  emit({ type: "evidence", evidence: { target, ...(params === undefined ? {} : { params }) } });

  emit({ type: "stage", stage: "attack" });
  const outcome = await security.runAttack(name, target, { ...demonstration.options, ...reporting });
  const extras = await extrasOf(name, demonstration, { security, signal });
  emit({ type: "report", report: { outcome, checks: verifyOutcome(target, outcome), ...extras } });
}

/** What only some reports have. */
async function extrasOf(
  name: AttackName,
  demonstration: Demonstration,
  { security, signal }: Pick<AttackPlace, "security" | "signal">,
): Promise<Omit<Report, "outcome" | "checks">> {
  if (!("withCheck" in demonstration)) return {};
  const { target, withCheck, bit } = demonstration;
  if (!withCheck.released) return { withCheck, bit };
  // The released signature may still be wrong.
  const onReleased = await security.runAttack(name, { ...target, signature: withCheck.signature }, { signal });
  return { withCheck, bit, onReleased };
}
