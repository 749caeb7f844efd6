import type { Powers } from "modular-powers";
import { type Clock, median, roundOrder, Sampler, timerStep } from "../index.ts";
import { ballot } from "./ballot.ts";
import { PaillierOperands, paillier } from "./paillier.ts";
import { PowerOperands, power } from "./power.ts";
import { product } from "./product.ts";
import { type ArithmeticEvent, factorsOnThePage, type Job } from "./protocol.ts";
import { safePrime } from "./safe-prime.ts";
import { SquaringOperands, squarings } from "./squarings.ts";
import type { Workload, WorkloadName } from "./workload.ts";

/** A job is measured at least this long (milliseconds), and in at least three rounds. */
const jobTime = 1000;
const leastRounds = 3;

/** What is measured for the page, in order. */
const jobs: readonly Job[] = [
  { name: "power", length: 3072 },
  { name: "ballot", length: 3072 },
  { name: "paillier", length: 2048 },
  { name: "product", length: 3072 },
  { name: "squarings", length: 2048 },
  { name: "safe-prime", length: 1024 },
];

const make: Partial<Record<WorkloadName, (powers: Powers, length: number) => Workload>> = {
  power: (powers, length) => power(powers, new PowerOperands(length)),
  ballot,
  paillier: (powers, length) => paillier(powers, new PaillierOperands(length)),
  product: (powers, length) => product(powers, length, factorsOnThePage),
  squarings: (powers, length) => squarings(powers, new SquaringOperands(length)),
  "safe-prime": safePrime,
};

/** Measures every job, its contestants in turns. */
export async function measureArithmetic(
  powers: Powers,
  now: Clock,
  emit: (event: ArithmeticEvent) => void,
): Promise<void> {
  const step = timerStep(now);
  for (const job of jobs) {
    const prepare = make[job.name];
    if (prepare === undefined) continue;
    emit({ type: "job", job });
    const samplers = await Promise.all(
      Object.entries(prepare(powers, job.length).contestants).map(async ([name, start]) => ({
        name,
        sampler: new Sampler(await start(), now, step),
        samples: [] as number[],
      })),
    );
    for (const { sampler } of samplers) await sampler.warmUp();
    const begin = now();
    for (let round = 0; round < leastRounds || now() - begin < jobTime; round += 1) {
      for (const { sampler, samples } of roundOrder(samplers, round)) samples.push((await sampler.sample()).single);
    }
    const typical = job.name === "safe-prime" ? mean : median;
    const times = Object.fromEntries(samplers.map(({ name, samples }) => [name, typical(samples)]));
    emit({ type: "figures", figures: { ...job, times } });
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
