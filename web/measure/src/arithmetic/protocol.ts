import type { WorkloadName } from "./workload.ts";

/** The number of powers in a product. With BigInt, a thousand would take ten seconds and more. */
export const factorsOnThePage = 100;

/** A job, as the worker is about to measure it. */
export interface Job {
  readonly name: WorkloadName;
  /** The length of the modulus, or of the prime, in bits. */
  readonly length: number;
}

/** The median milliseconds of each contestant for one job. Those of safe primes are means. */
export interface JobFigures extends Job {
  readonly times: Readonly<Record<string, number>>;
}

export type ArithmeticEvent =
  | { readonly type: "job"; readonly job: Job }
  | { readonly type: "figures"; readonly figures: JobFigures }
  | { readonly type: "done" };
