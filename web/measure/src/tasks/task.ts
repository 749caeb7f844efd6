import { type Repeatable, repeatOver } from "../index.ts";
import { bare, type GuardedOperation, type guardsOf } from "./guards.ts";
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

/** A private operation to measure, with its guards and the period of its samples. */
export interface PrivateTask extends Pick<Task, "operation" | "period"> {
  readonly guards: (typeof guardsOf)[GuardedOperation] | typeof bare;
}

export const privateBare: PrivateTask = { operation: "decrypt", guards: bare };

/** What a key does with a message, or with a batch of them, which `check` compares. */
interface Use<Unit> {
  readonly inputs: readonly Unit[];
  readonly encrypt: (unit: Unit) => Unit;
  readonly decrypt: (guards: PrivateTask["guards"]) => (unit: Unit) => Unit;
  readonly check: (found: Unit, wanted: Unit) => void;
}

/** Encryption of inputs, and decryption of what came of it. */
export function tasksOf<Unit>(
  of: Pick<Task, "subject" | "messages">,
  privates: readonly PrivateTask[],
  use: Use<Unit>,
): Task[] {
  const { inputs, encrypt, decrypt, check } = use;
  const encrypted = inputs.map((unit) => encrypt(unit));
  const repeat = (from: readonly Unit[], operate: (unit: Unit) => Unit, to: readonly Unit[]) =>
    repeatOver(from, operate, (found, place) => check(found, to[place] as Unit));
  return [
    { ...of, operation: "encrypt", ...repeat(inputs, encrypt, encrypted) },
    ...privates.map(({ guards, ...rest }) => ({ ...of, ...rest, ...repeat(encrypted, decrypt(guards), inputs) })),
  ];
}
