import type { PrivateOperationOptions } from "rsa-variants";

/** The private operation as the papers measure it, without the guards that the library has on by default. */
export const bare = { blinding: false, faultCheck: false } as const;

/** The private operation with one of its guards, or both; the operation `decrypt` has none. */
export type GuardedOperation = "decrypt-blinding" | "decrypt-fault-check" | "decrypt-both-guards";

export const guardedOperations: readonly GuardedOperation[] = [
  "decrypt-blinding",
  "decrypt-fault-check",
  "decrypt-both-guards",
];

/** The guards of each, as the library takes them. */
export const guardsOf: Readonly<
  Record<GuardedOperation, Required<Pick<PrivateOperationOptions, "blinding" | "faultCheck">>>
> = {
  "decrypt-blinding": { blinding: true, faultCheck: false },
  "decrypt-fault-check": { blinding: false, faultCheck: true },
  "decrypt-both-guards": { blinding: true, faultCheck: true },
};

/**
 * How many operations share one drawing of blinding factors, which the library squares for each that follows
 * (crates/rsa/src/protection/blinding.rs). A sample that repeats a multiple of it has its share of the drawing. All four
 * ways to decrypt take it, so that a busy machine interrupts their samples alike.
 */
export const blindingPeriod = 32;
