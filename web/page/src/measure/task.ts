import type { Subject } from "./protocol.ts";

/** An operation that is measured again and again. */
export interface Task {
  readonly subject: Subject;
  readonly operation: "encrypt" | "decrypt";
  /** Messages that one call answers: the times are divided by it. */
  readonly messages: number;
  /** The timed part: the operation so many times, all results kept. */
  run(repetitions: number): readonly unknown[] | Promise<readonly unknown[]>;
  /** The untimed part: throws unless every result is right. */
  check(results: readonly unknown[]): void;
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

/** Builds the timed loop of a synchronous operation over a pool of inputs, and its check against the expected outputs. */
export function poolTask<Input, Output>(
  task: Pick<Task, "subject" | "operation" | "messages">,
  inputs: readonly Input[],
  operate: (input: Input, index: number) => Output,
  check: (output: Output, index: number) => void,
): Task {
  return {
    ...task,
    run(repetitions) {
      const results: Output[] = [];
      for (let index = 0; index < repetitions; index += 1) {
        const place = index % inputs.length;
        results.push(operate(inputs[place] as Input, place));
      }
      return results;
    },
    check(results) {
      results.forEach((result, index) => {
        check(result as Output, index % inputs.length);
      });
    },
  };
}
