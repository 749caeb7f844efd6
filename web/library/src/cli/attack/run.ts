import type { AttackProgress } from "../../security/attack.js";
import type { AttackName, AttackOutcome, AttackTarget, Demonstration } from "../../security/attacks.js";
import { connect } from "../../security/connect.js";

/** What is to be done. */
export interface Job {
  readonly name: AttackName;
  /** Without one a fresh key is made. */
  readonly target?: AttackTarget;
  readonly options: object;
  readonly demonstrationOptions?: object;
}

/** What came of it. */
export interface Result {
  readonly target: AttackTarget;
  /** Where a fresh key was made. */
  readonly demonstration?: Demonstration;
  readonly outcome: AttackOutcome;
}

/** Attacks in a worker, which an abort ends at once. */
export async function run(
  { name, target, options, demonstrationOptions }: Job,
  signal: AbortSignal,
  onProgress: (progress: AttackProgress) => void,
): Promise<Result> {
  const workers = await connect({ workers: 1 });
  try {
    if (target !== undefined) {
      return { target, outcome: await workers.runAttack(name, target, { ...options, signal, onProgress }) };
    }
    const demonstration = await workers.demonstration(name, { ...demonstrationOptions, signal, onProgress });
    const all = { ...demonstration.options, ...options, signal, onProgress };
    const outcome = await workers.runAttack(name, demonstration.target, all);
    return { target: demonstration.target, demonstration, outcome };
  } finally {
    await workers.close();
  }
}
