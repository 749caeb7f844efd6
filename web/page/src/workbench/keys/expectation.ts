import type { Clock } from "@rsa-variants/measure";
import { formatCount, formatDuration, formatNumber } from "@rsa-variants/measure/text/format";
import { connect, type KeyGenerationProgress, type KeyParams, type RsaWorkers } from "rsa-variants";
import { isNotLoaded, problemOf } from "../problems.ts";
import type { ExpectationState, SearchRate, WorkbenchStore } from "../state.ts";

/** Milliseconds after the last change of parameters: what is typed changes with every key. */
const patience = 350;

/** Measures, in its own worker, how long keys of the parameters last asked for would take. */
export class Expectation {
  readonly #store: WorkbenchStore;
  #stop: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: WorkbenchStore) {
    this.#store = store;
  }

  ask(params: KeyParams): void {
    this.stop();
    this.#store.change({ expectation: { state: "measuring" } });
    const stop = new AbortController();
    this.#stop = stop;
    this.#timer = setTimeout(async () => {
      const expectation = await measure(params, stop);
      // Another question may have been asked since.
      if (this.#stop === stop && this.#store.state.expectation.state === "measuring")
        this.#store.change({ expectation });
    }, patience);
  }

  /** Gives up, so that the real search has the machine to itself. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    if (this.#store.state.expectation.state === "measuring") this.#store.change({ expectation: { state: "none" } });
  }
}

async function measure(params: KeyParams, stop: AbortController): Promise<ExpectationState> {
  let rsa: RsaWorkers | undefined;
  try {
    rsa = await connect({ workers: 1 });
    return { state: "known", rate: await measureRate(rsa, params, () => performance.now(), stop) };
  } catch (error) {
    return { state: isNotLoaded(error) ? "unknown" : "refused", message: problemOf(error) };
  } finally {
    void rsa?.close().catch(() => {}); // what was measured counts all the same
  }
}

/** Milliseconds from which on the page says how long a key takes. */
export const worthSaying = 1500;

/** Half of the keys take at most so many milliseconds. The time of a single one is random, so this is about many. */
export function medianOf({ primes, mean, milliseconds }: SearchRate): number {
  return candidatesWithin(0.5, primes, mean) * milliseconds;
}

export function expectationText(rate: SearchRate): string {
  return `Usually takes about ${formatDuration(medianOf(rate))}.`;
}

export function expectationReason({ milliseconds, candidates, mean, primes }: SearchRate): string {
  return (
    `Your browser just tested ${formatCount(candidates)} candidates for a prime in ${formatNumber(milliseconds, 2)} ms each. ` +
    `About one in ${formatCount(mean)} is a suitable prime, and this key needs ${primes}. The number of candidates per ` +
    `prime follows a geometric distribution. Other programs slow the search down.`
  );
}

/** Milliseconds that do not count: the first calls run code that is not optimized yet. */
const warmUp = 80;
/** Milliseconds of a search … */
const budget = 500;
/** … with at least this many candidates: of long moduli a single one takes longer. */
const leastCandidates = 4;

/** Ends a search that has shown its rate. */
const enough = new Error("enough");

/** Searches for keys for about half a second and counts candidates. An abort of `stop` ends it. */
export async function measureRate(
  rsa: RsaWorkers,
  params: KeyParams,
  now: Clock,
  stop = new AbortController(),
): Promise<SearchRate> {
  const start = now();
  let [mean, primes] = [1, 1];
  /** Candidates for earlier primes, and for the present one. */
  let [before, present] = [0, 0];
  /** The first and the last count that count. */
  let marks: readonly { readonly time: number; readonly candidates: number }[] = [];
  const counted = () => (marks[1]?.candidates ?? 0) - (marks[0]?.candidates ?? 0);
  const isEnough = () => now() - start >= budget && counted() >= leastCandidates;
  const note = () => {
    const mark = { time: now(), candidates: before + present };
    if (mark.time >= start + warmUp) marks = [marks[0] ?? mark, mark];
  };
  const endPrime = () => {
    before += present;
    present = 0;
  };
  const onProgress = ({ phase, done, expected }: KeyGenerationProgress) => {
    if (phase === "candidates") [present, mean] = [done, expected];
    else {
      endPrime();
      // The last candidate, which is the prime, is not reported.
      if (done > 0) before += 1;
      primes = expected;
    }
    note();
    if (isEnough()) stop.abort(enough);
  };
  while (!isEnough()) {
    try {
      // Nobody uses the key.
      const key = await rsa.generateKey(params, { allowBroken: true, signal: stop.signal, onProgress });
      key.free();
    } catch (error) {
      if (error !== enough) throw error;
    }
    endPrime();
    note();
  }
  const [first, last] = marks as [(typeof marks)[number], (typeof marks)[number]];
  const candidates = counted();
  return { milliseconds: (last.time - first.time) / candidates, candidates, mean, primes };
}

/**
 * Each candidate is prime with chance 1/m, whatever came before, so that the candidates for one prime are geometrically
 * distributed with mean m, and those for k primes, one prime after the other, as a sum of k such numbers (negative binomial).
 *
 * @param share of all keys, between 0 and 1
 * @param primes k
 * @param mean m, at least 1
 * @returns the least number of candidates within which that share of the keys is found
 *
 * @example
 * ```ts
 * candidatesWithin(0.5, 1, 100); // 69: (1 − 1/100)^69 < 0.5
 * ```
 */
export function candidatesWithin(share: number, primes: number, mean: number): number {
  if (!(share > 0 && share < 1 && primes >= 1 && mean >= 1)) {
    throw new RangeError(`no quantile of ${share} for ${primes} primes with a mean of ${mean}`);
  }
  const chance = 1 / mean;
  let count = primes;
  // The last of `count` candidates is the k-th prime: C(count − 1, k − 1)·chance^k·(1 − chance)^(count − k).
  let probability = chance ** primes;
  let sum = probability;
  while (sum < share) {
    probability *= (count / (count - primes + 1)) * (1 - chance);
    sum += probability;
    count += 1;
    // The sum may never reach the share because of rounding.
    if (probability < Number.EPSILON * (1 - share) && count > primes * mean) break;
  }
  return count;
}
