import { type Clock, repetitionsFor, sampleTarget } from "./clock.js";

/** Work that can be repeated and checked. */
export interface Repeatable {
  /** The timed part: repeats the operation and returns all results. */
  run(repetitions: number): readonly unknown[] | Promise<readonly unknown[]>;
  /** The untimed part: throws unless every result is right. */
  check(results: readonly unknown[]): void;
}

/** Repeats a synchronous operation over a pool of inputs; `check` gets each output with the index of its input. */
export function repeatOver<Input, Output>(
  inputs: readonly Input[],
  operate: (input: Input, place: number) => Output,
  check: (output: Output, place: number) => void,
): Repeatable {
  return {
    run(repetitions) {
      const outputs: Output[] = [];
      for (let index = 0; index < repetitions; index += 1) {
        const place = index % inputs.length;
        outputs.push(operate(inputs[place] as Input, place));
      }
      return outputs;
    },
    check: checkEach(inputs.length, check),
  };
}

/** Like `repeatOver` for asynchronous operations, one after the other. */
export function repeatOneByOne<Input, Output>(
  inputs: readonly Input[],
  operate: (input: Input, place: number) => Promise<Output>,
  check: (output: Output, place: number) => void,
): Repeatable {
  return {
    async run(repetitions) {
      const outputs: Output[] = [];
      for (let index = 0; index < repetitions; index += 1) {
        const place = index % inputs.length;
        outputs.push(await operate(inputs[place] as Input, place));
      }
      return outputs;
    },
    check: checkEach(inputs.length, check),
  };
}

function checkEach<Output>(places: number, check: (output: Output, place: number) => void): Repeatable["check"] {
  return (outputs) => {
    for (const [index, output] of outputs.entries()) check(output as Output, index % places);
  };
}

/** Takes samples of one piece of work, each long enough for the clock. */
export class Sampler {
  #repetitions = 1;

  constructor(
    readonly work: Repeatable,
    readonly now: Clock,
    /** The step of the clock, in milliseconds. */
    readonly step: number,
    /** The repetitions in a sample are a multiple of this. */
    readonly period = 1,
  ) {}

  /** How often a sample repeats the operation. */
  get repetitions(): number {
    return this.#repetitions;
  }

  /** Runs the work until its duration is known well enough to choose the repetitions of a sample. */
  async warmUp(): Promise<void> {
    const target = sampleTarget(this.step);
    let elapsed = await this.#time(1);
    let repetitions = 1;
    // The first calls run code that is not optimized yet: continue for twice the duration of a sample.
    for (let spent = elapsed; spent < 2 * target; spent += elapsed) {
      repetitions = repetitionsFor(Math.max(elapsed / repetitions, this.step / repetitions), this.step);
      elapsed = await this.#time(repetitions);
    }
    this.#repetitions = repetitionsFor(elapsed / repetitions, this.step, this.period);
  }

  /** Takes one sample: the milliseconds of a single operation, and the number of repetitions. */
  async sample(): Promise<{ readonly single: number; readonly repetitions: number }> {
    const repetitions = this.#repetitions;
    const elapsed = await this.#time(repetitions);
    const single = elapsed / repetitions;
    // Optimized code can be faster than during the warm-up; samples must stay well above the clock's step.
    if (elapsed < sampleTarget(this.step) / 2) this.#repetitions = repetitionsFor(single, this.step, this.period);
    return { single, repetitions };
  }

  /** Measures the milliseconds of that many repetitions; the results are checked after the clock is read. */
  async #time(repetitions: number): Promise<number> {
    const start = this.now();
    const running = this.work.run(repetitions);
    const results = running instanceof Promise ? await running : running;
    const elapsed = this.now() - start;
    this.work.check(results);
    return elapsed;
  }
}

/** The entries in the order of a round. Each round starts one entry later, so that no entry always follows the same pause. */
export function roundOrder<Entry>(entries: readonly Entry[], round: number): Entry[] {
  const first = round % entries.length;
  return [...entries.slice(first), ...entries.slice(0, first)];
}
