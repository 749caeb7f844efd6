import type { PrivateOperationOptions } from "rsa-variants";

/** The options for the private operation as the papers measure it: without the guards, which are on by default. */
export const bare = { blinding: false, faultCheck: false } as const;

/** The private operation with one or both of its guards; the operation `decrypt` has none. */
export type GuardedOperation = "decrypt-blinding" | "decrypt-fault-check" | "decrypt-both-guards";

export const guardedOperations: readonly GuardedOperation[] = [
  "decrypt-blinding",
  "decrypt-fault-check",
  "decrypt-both-guards",
];

export function isGuarded(operation: string): operation is GuardedOperation {
  return guardedOperations.some((each) => each === operation);
}

/**
 * Which private operations are measured in addition to the bare one: none; the one with both guards, as the library runs by
 * default, in some of the rounds; or each of the three in every round, so that their samples can be compared round by round.
 */
export type GuardChoice = "none" | "both" | "each";

/** The guards of each operation, as options of the library. */
export const guardsOf: Readonly<
  Record<GuardedOperation, Required<Pick<PrivateOperationOptions, "blinding" | "faultCheck">>>
> = {
  "decrypt-blinding": { blinding: true, faultCheck: false },
  "decrypt-fault-check": { blinding: false, faultCheck: true },
  "decrypt-both-guards": { blinding: true, faultCheck: true },
};

/**
 * The number of operations that share one random pair of blinding factors, which the library squares after each use
 * (crates/rsa/src/protection/blinding.rs). A sample whose repetitions are a multiple of it contains its share of that cost. If
 * each way to decrypt is measured, the bare one uses this period, too, so that a busy machine interrupts their samples alike.
 */
export const blindingPeriod = 32;
