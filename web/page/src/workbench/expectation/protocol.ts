import type { KeyParams } from "rsa-variants";
import type { WorkerError } from "../../common/worker-client.ts";

/** Parameters whose keys are tried, as the worker gets them. */
export interface ExpectationRequest {
  readonly params: KeyParams;
}

/** What the search for a key of some parameters takes here. */
export interface SearchRate {
  /** Milliseconds for one candidate, mean. */
  readonly milliseconds: number;
  /** How many candidates were timed. */
  readonly candidates: number;
  /** The mean number of candidates for a prime. */
  readonly mean: number;
  /** Primes of the key. */
  readonly primes: number;
}

export type ExpectationEvent =
  | { readonly type: "rate"; readonly rate: SearchRate }
  | { readonly type: "done" }
  | WorkerError;
