import type { AttackProgress, Demonstration, Security } from "rsa-variants/security";
import type { AttackEvent, AttackRequest, Report } from "./protocol.ts";

/** Milliseconds between reports: as often as a screen can show them. */
const reportInterval = 16;

/** What an attack needs of where it runs. */
export interface AttackPlace {
  readonly security: Security;
  readonly now: () => number;
  readonly emit: (event: AttackEvent) => void;
}

/** Makes a fresh key, attacks what the attacker sees of it, and reports. */
export function attackFreshKey({ name, options }: AttackRequest, { security, now, emit }: AttackPlace): void {
  emit({ type: "stage", stage: "key" });
  const demonstration = security.demonstration(name, { ...options, onProgress: reporter() });
  const { target, params } = demonstration;
  emit({ type: "evidence", evidence: { target, ...(params === undefined ? {} : { params }) } });

  emit({ type: "stage", stage: "attack" });
  const outcome = security.runAttack(name, target, { ...demonstration.options, onProgress: reporter() });
  emit({ type: "report", report: { outcome, ...besides(demonstration, security) } });

  /** Passes progress on, as often as it can be seen, and every new step. */
  function reporter(): (progress: AttackProgress) => void {
    let last = Number.NEGATIVE_INFINITY;
    let present: string | undefined;
    return (progress) => {
      const time = now();
      if (time - last < reportInterval && progress.step === present) return;
      last = time;
      present = progress.step;
      emit({ type: "progress", progress });
    };
  }
}

function besides(demonstration: Demonstration, security: Security): Omit<Report, "outcome"> {
  return {
    ...("message" in demonstration.secret ? { message: demonstration.secret.message } : {}),
    ...("withCheck" in demonstration ? faultBesides(demonstration, security) : {}),
  };
}

/** What the library's check makes of the fault; that a signature is released does not say that it is right. */
function faultBesides({ target, withCheck, bit }: Demonstration<"fault">, security: Security): Omit<Report, "outcome"> {
  if (!withCheck.released) return { withCheck, bit };
  return { withCheck, bit, onReleased: security.runAttack("fault", { ...target, signature: withCheck.signature }) };
}
