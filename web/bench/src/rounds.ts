import { type Clock, roundOrder, Sampler } from "@rsa-variants/measure";
import { refusedBy } from "@rsa-variants/measure/text/params";
import type { Budget, Failure, Measurement } from "./protocol.ts";
import type { SelfTimed, Work } from "./workshop.ts";

interface Contestant extends Work {
  readonly sampler: Pick<Sampler, "warmUp" | "sample">;
  readonly measurement: Measurement;
}

/** Measures in rounds. Every contestant has one turn in a round, so that a slow moment of the machine affects all alike. */
export class Rounds {
  readonly failures: Failure[] = [];
  #contestants: readonly Contestant[];

  constructor(
    works: readonly Work[],
    readonly now: Clock,
    /** The step of the clock, in milliseconds. */
    step: number,
    readonly progress: (text: string) => void,
  ) {
    this.#contestants = works.map((work) => ({
      ...work,
      sampler: "time" in work.task ? onceEach(work.task) : new Sampler(work.task, now, step),
      measurement: { ...work.subject, samples: [], repetitions: 0 },
    }));
  }

  /** The measurements so far of all contestants that have not failed. */
  get measurements(): Measurement[] {
    return this.#contestants.map(({ measurement }) => measurement);
  }

  /** Runs all contestants untimed, until their code is optimized and the duration of a sample is known. */
  async warmUp(): Promise<void> {
    for (const contestant of this.#contestants) {
      this.progress(`warming up ${contestant.subject.contestant}, ${contestant.subject.length} bits`);
      await this.#guard(contestant, () => contestant.sampler.warmUp());
    }
  }

  /** Takes samples until the budget is spent. */
  async sample({ seconds, rounds }: Budget): Promise<void> {
    const begin = this.now();
    const goesOn = (round: number) => round < Math.max(1, rounds) || this.now() - begin < seconds * 1000;
    for (let round = 0; goesOn(round); round += 1) {
      const turns = this.#contestants.filter(({ everyRounds }) => round % everyRounds === 0);
      for (const contestant of roundOrder(turns, round)) {
        if (!goesOn(round)) return;
        this.progress(`round ${round + 1}, ${Math.floor((this.now() - begin) / 1000)} of ${seconds} s`);
        await this.#guard(contestant, () => takeSample(contestant));
      }
    }
  }

  /** Runs a contestant's work. If it fails, the contestant leaves with all its samples, and the others continue. */
  async #guard(contestant: Contestant, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#contestants = this.#contestants.filter((other) => other !== contestant);
      this.failures.push({ ...contestant.subject, message: refusedBy(error).message });
    }
  }
}

function onceEach({ time }: SelfTimed): Contestant["sampler"] {
  return {
    warmUp: async () => void (await time()),
    sample: async () => ({ single: await time(), repetitions: 1 }),
  };
}

async function takeSample({ sampler, measurement, operations }: Contestant): Promise<void> {
  const { single, repetitions } = await sampler.sample();
  measurement.samples.push(single / operations);
  measurement.repetitions = repetitions * operations;
}
