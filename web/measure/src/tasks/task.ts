import type { Repeatable } from "../index.ts";
import type { GuardedOperation } from "./guards.ts";
import type { Subject } from "./protocol.ts";

/** An operation of one subject that is measured again and again. */
export interface Task extends Repeatable {
  readonly subject: Subject;
  readonly operation: "encrypt" | "decrypt" | GuardedOperation;
  /** Messages that one call answers: the times are divided by it. */
  readonly messages: number;
  /** A sample repeats the operation a multiple of this. Default 1. */
  readonly period?: number;
}

/** Makes a key of one subject again and again. */
export interface KeyMaker {
  readonly subject: Subject;
  /** Makes a key and throws it away after a check that it works; resolves to the milliseconds that making took. */
  make(): number | Promise<number>;
}

/** What measuring one key needs. */
export interface Prepared {
  readonly tasks: readonly Task[];
  readonly keyMaker?: KeyMaker;
  free(): void;
}

/** How many different messages a task goes through, so that no single operand decides its time. */
export const messagePool = 8;
