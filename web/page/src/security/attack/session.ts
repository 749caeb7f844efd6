import { type AttackOptions, connect, type Demonstration, type SecurityWorkers } from "rsa-variants/security";
import { workerError } from "../../common/worker-client.ts";
import type { AttackEvent, AttackRequest, Report } from "./protocol.ts";

/** What an attack needs of where it runs. */
export interface AttackPlace {
  readonly security: SecurityWorkers;
  readonly signal: AbortSignal;
  readonly emit: (event: AttackEvent) => void;
}

/**
 * Attacks a fresh key in a worker of its own, so that its memory is free afterwards; `emit` gets every event, last `done` or
 * `error`, and nothing after an abort.
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

/** Makes a fresh key, attacks what the attacker sees of it, and reports. */
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
  emit({ type: "report", report: { outcome, ...(await extrasOf(demonstration, security)) } });
}

async function extrasOf(demonstration: Demonstration, security: SecurityWorkers): Promise<Omit<Report, "outcome">> {
  return {
    ...("message" in demonstration.secret ? { message: demonstration.secret.message } : {}),
    ...("withCheck" in demonstration ? await faultExtrasOf(demonstration, security) : {}),
  };
}

/** What the library's check makes of the fault; that a signature is released does not say that it is right. */
async function faultExtrasOf(
  { target, withCheck, bit }: Demonstration<"fault">,
  security: SecurityWorkers,
): Promise<Omit<Report, "outcome">> {
  if (!withCheck.released) return { withCheck, bit };
  const onReleased = await security.runAttack("fault", { ...target, signature: withCheck.signature });
  return { withCheck, bit, onReleased };
}
