import type { Repeatable } from "../index.ts";
import type { GuardedOperation } from "./guards.ts";
import type { Subject } from "./protocol.ts";

/** An operation of one subject that is measured repeatedly. */
export interface Task extends Repeatable {
  readonly subject: Subject;
  readonly operation: "encrypt" | "decrypt" | GuardedOperation;
  /** The number of messages in one call; times are divided by it. */
  readonly messages: number;
  /** The repetitions in a sample are a multiple of this. Default 1. */
  readonly period?: number;
}

/** Makes keys repeatedly; all tasks of the variant go on with the new one. */
export interface KeyMaker {
  readonly subject: Subject;
  /** Makes and checks a key; returns the milliseconds that making it took. */
  make(): number | Promise<number>;
}

/** Everything to measure one key. */
export interface Prepared {
  readonly tasks: readonly Task[];
  readonly keyMaker?: KeyMaker;
  free(): void;
}

/** The number of different messages in a task, so that no single operand decides its time. */
export const messagePool = 8;
