import type { KeyParams } from "rsa-variants";
import type { AttackName, AttackOutcome, AttackProgress, AttackTarget, CheckedAnswer } from "rsa-variants/security";
import type { WorkerError } from "../../common/worker-client.ts";

/** Values of a demonstration's options by their names; what is left out is the library's to choose. */
export type OptionValues = Readonly<Record<string, number | string | boolean>>;

/** A demonstration and the attack on it. */
export interface AttackRequest {
  readonly name: AttackName;
  readonly options: OptionValues;
}

/** What happens, in its order. */
export type AttackStage = "load" | "key" | "attack";

/** What the attacker has. */
export interface Evidence {
  readonly target: AttackTarget;
  /** The key's parameters, where the library makes such keys. */
  readonly params?: KeyParams;
}

/** How it ended, with what the page needs to check and to show besides. */
export interface Report {
  readonly outcome: AttackOutcome;
  /** The message that was encrypted, where one is sought. */
  readonly message?: bigint;
  /** For a fault: the same with the library's check. */
  readonly withCheck?: CheckedAnswer;
  /** For a fault: the attack on what went out in spite of the check. */
  readonly onReleased?: AttackOutcome<"fault">;
  /** For a fault: the bit that was flipped. */
  readonly bit?: number;
}

/** What the page hears of it. */
export type AttackEvent =
  | { readonly type: "stage"; readonly stage: AttackStage }
  | { readonly type: "progress"; readonly progress: AttackProgress }
  | { readonly type: "evidence"; readonly evidence: Evidence }
  | { readonly type: "report"; readonly report: Report }
  | { readonly type: "done" }
  | WorkerError;
