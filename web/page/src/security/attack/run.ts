import type { KeyParams } from "rsa-variants";
import {
  type AttackName,
  type AttackOptions,
  type AttackOutcome,
  type AttackProgress,
  type AttackTarget,
  type CheckedAnswer,
  connect,
  type Demonstration,
  type SecurityWorkers,
} from "rsa-variants/security";
import { type WorkerError, workerError } from "../../core/worker-client.ts";
import type { OptionValues } from "./options.ts";

/** A demonstration and the attack on it. */
export interface AttackRequest {
  readonly name: AttackName;
  readonly options: OptionValues;
}

/** What happens, in this order. */
export type AttackStage = "load" | "key" | "attack";

/** What the attacker has. */
export interface Evidence {
  readonly target: AttackTarget;
  /** The key's parameters, if the library makes such keys. */
  readonly params?: KeyParams;
}

/** How an attack ended, and what the page needs to check and show it. */
export interface Report {
  readonly outcome: AttackOutcome;
  /** The message that was encrypted, if one is sought. */
  readonly message?: bigint;
  /** For a fault: the same with the library's check. */
  readonly withCheck?: CheckedAnswer;
  /** For a fault: the attack on what was released in spite of the check. */
  readonly onReleased?: AttackOutcome<"fault">;
  /** For a fault: the bit that was flipped. */
  readonly bit?: number;
}

export type AttackEvent =
  | { readonly type: "stage"; readonly stage: AttackStage }
  | { readonly type: "progress"; readonly progress: AttackProgress }
  | { readonly type: "evidence"; readonly evidence: Evidence }
  | { readonly type: "report"; readonly report: Report }
  | { readonly type: "done" }
  | WorkerError;

/** A step of making the key or of the attack, in the library's words. */
export interface Step extends Omit<AttackProgress, "step"> {
  readonly text: string;
  readonly stage: AttackStage;
}

/** What is known of an attack that was started. */
export interface AttackRun {
  readonly state: "running" | "done" | "stopped" | "failed";
  readonly stage: AttackStage;
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
  /** Milliseconds since the start, at the last event. */
  readonly elapsed: number;
  readonly steps: readonly Step[];
  readonly evidence?: Evidence;
  readonly report?: Report;
  /** What went wrong. */
  readonly message?: string;
}

export function startedRun(startedAt: number): AttackRun {
  return { state: "running", stage: "load", startedAt, elapsed: 0, steps: [] };
}

/** The run after an event. */
export function addEvent(run: AttackRun, event: AttackEvent, now: number): AttackRun {
  const next = { ...run, elapsed: now - run.startedAt };
  switch (event.type) {
    case "stage":
      return { ...next, stage: event.stage };
    case "progress":
      return { ...next, steps: addProgress(run, event.progress) };
    case "evidence":
      return { ...next, evidence: event.evidence };
    case "report":
      return { ...next, report: event.report };
    case "done":
      return { ...next, state: "done" };
    case "error":
      return { ...next, state: "failed", message: event.message };
  }
}

/** Another sentence means another step. */
function addProgress({ steps, stage }: AttackRun, { step: text, ...rest }: AttackProgress): Step[] {
  const last = steps.at(-1);
  const goesOn = last?.text === text && last.stage === stage;
  return [...(goesOn ? steps.slice(0, -1) : steps), { text, stage, ...rest }];
}

/** How much of a step is done, from 0 to 1; undefined if it is not known. More than expected may come. */
export function fractionOf({ done, expected }: Pick<Step, "done" | "expected">): number | undefined {
  return expected === undefined || expected === 0 ? undefined : Math.min(1, done / expected);
}

/** What an attack needs from its surroundings. */
export interface AttackPlace {
  readonly security: SecurityWorkers;
  readonly signal: AbortSignal;
  readonly emit: (event: AttackEvent) => void;
}

/**
 * Attacks a new key in a worker of its own, so that its memory is free afterwards. `emit` gets every event, the last of which is
 * `done` or `error`, and nothing after an abort.
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

/** Makes a new key, attacks what the attacker sees of it, and reports. */
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
  emit({ type: "report", report: { outcome, ...(await extrasOf(demonstration, { security, signal })) } });
}

/** What only some attacks have: the message, and what the library's check makes of a fault. */
async function extrasOf(
  demonstration: Demonstration,
  { security, signal }: Pick<AttackPlace, "security" | "signal">,
): Promise<Omit<Report, "outcome">> {
  if ("message" in demonstration.secret) return { message: demonstration.secret.message };
  if (!("withCheck" in demonstration)) return {};
  const { target, withCheck, bit } = demonstration;
  if (!withCheck.released) return { withCheck, bit };
  // A released signature may still be wrong.
  const onReleased = await security.runAttack("fault", { ...target, signature: withCheck.signature }, { signal });
  return { withCheck, bit, onReleased };
}
