import type { Powers } from "modular-powers";
import { type Clock, median, roundOrder, Sampler, timerStep } from "../index.ts";
import { ballot } from "./ballot.ts";
import { PaillierOperands, paillier } from "./paillier.ts";
import { PowerOperands, power } from "./power.ts";
import { product } from "./product.ts";
import { type ArithmeticEvent, factorsOnThePage, type Job } from "./protocol.ts";
import { safePrime } from "./safe-prime.ts";
import { SquaringOperands, squarings } from "./squarings.ts";
import type { Workload } from "./workload.ts";

/** A job is measured at least this long (milliseconds), and in at least three rounds. */
const jobTime = 1000;
const leastRounds = 3;

/** What is measured for the page, in order. */
const jobs: readonly (Job & { readonly make: (powers: Powers, length: number) => Workload })[] = [
  { name: "power", length: 3072, make: (powers, length) => power(powers, new PowerOperands(length)) },
  { name: "ballot", length: 3072, make: ballot },
  { name: "paillier", length: 2048, make: (powers, length) => paillier(powers, new PaillierOperands(length)) },
  { name: "product", length: 3072, make: (powers, length) => product(powers, length, factorsOnThePage) },
  { name: "squarings", length: 2048, make: (powers, length) => squarings(powers, new SquaringOperands(length)) },
  { name: "safe-prime", length: 1024, make: safePrime },
];

/** Measures every job, its contestants in turns. */
export async function measureArithmetic(
  powers: Powers,
  now: Clock,
  emit: (event: ArithmeticEvent) => void,
): Promise<void> {
  const step = timerStep(now);
  for (const { make, ...job } of jobs) {
    emit({ type: "job", job });
    const samplers = await Promise.all(
      Object.entries(make(powers, job.length).contestants).map(async ([name, start]) => ({
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
