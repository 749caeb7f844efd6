import type { Build, KeyComponents } from "rsa-variants";

/** What the part `start` starts: our library in one of its builds, or other arithmetic. */
export type StartProgram = Build | "gmp-wasm" | "bigint";

/** The times that the part `start` measures, in the order of its columns. */
export const moments = ["first", "hundredth", "later"] as const;

/** What a worker loads, and what it decrypts. */
export interface StartRequest {
  readonly program: StartProgram;
  readonly components: KeyComponents;
  readonly ciphertexts: readonly Uint8Array[];
  readonly messages: readonly Uint8Array[];
}

/**
 * Milliseconds from the call that loads the program to its first result and to its hundredth, and of one private operation
 * among the hundred that follow.
 */
export type StartTimes = Readonly<Record<(typeof moments)[number], number>>;

/** What a worker has measured. */
export interface StartEvent {
  readonly type: "times";
  readonly times: StartTimes;
}
