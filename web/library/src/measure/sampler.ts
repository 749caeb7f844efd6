import { type Clock, repetitionsFor, sampleTarget } from "./clock.js";

/** Work that can be done again and again, and checked. */
export interface Repeatable {
  /** The timed part: the operation so many times, all results kept. */
  run(repetitions: number): readonly unknown[] | Promise<readonly unknown[]>;
  /** The untimed part: throws unless every result is right. */
  check(results: readonly unknown[]): void;
}

/** Repeats a synchronous operation over a pool of inputs; `check` gets each output with the place of its input. */
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

/** As `repeatOver` with calls that are waited for, one after the other. */
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

/** Takes samples of one piece of work, each of them long enough for the clock. */
export class Sampler {
  #repetitions = 1;

  constructor(
    readonly work: Repeatable,
    readonly now: Clock,
    /** The step of the clock, milliseconds. */
    readonly step: number,
    /** A sample repeats the operation a multiple of this. */
    readonly period = 1,
  ) {}

  /** How often a sample repeats the operation. */
  get repetitions(): number {
    return this.#repetitions;
  }

  /** Runs the work until its length is known well enough to choose the repetitions of a sample. */
  async warmUp(): Promise<void> {
    const target = sampleTarget(this.step);
    let elapsed = await this.#time(1);
    let repetitions = 1;
    // The first calls run code that is not yet optimised: go on until a whole sample has passed twice.
    for (let spent = elapsed; spent < 2 * target; spent += elapsed) {
      repetitions = repetitionsFor(Math.max(elapsed / repetitions, this.step / repetitions), this.step);
      elapsed = await this.#time(repetitions);
    }
    this.#repetitions = repetitionsFor(elapsed / repetitions, this.step, this.period);
  }

  /** Takes one sample: milliseconds for one operation, and how often it was repeated. */
  async sample(): Promise<{ readonly single: number; readonly repetitions: number }> {
    const repetitions = this.#repetitions;
    const elapsed = await this.#time(repetitions);
    const single = elapsed / repetitions;
    // Optimised code can turn out faster than in the warm-up; samples must stay well above the clock's step.
    if (elapsed < sampleTarget(this.step) / 2) this.#repetitions = repetitionsFor(single, this.step, this.period);
    return { single, repetitions };
  }

  /** Milliseconds for so many calls; the results are checked after the clock was read. */
  async #time(repetitions: number): Promise<number> {
    const start = this.now();
    const running = this.work.run(repetitions);
    const results = running instanceof Promise ? await running : running;
    const elapsed = this.now() - start;
    this.work.check(results);
    return elapsed;
  }
}
