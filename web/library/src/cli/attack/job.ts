import type { RsaErrorCode } from "../../errors.js";
import type { AttackProgress } from "../../security/attack.js";
import type { AttackName, AttackOutcome, AttackTarget, Demonstration } from "../../security/attacks.js";

/** What a worker is to do. */
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

/** What a worker sends. */
export type FromAttackWorker =
  | { readonly kind: "progress"; readonly progress: AttackProgress }
  | { readonly kind: "result"; readonly result: Result }
  | { readonly kind: "error"; readonly code: RsaErrorCode; readonly message: string };
