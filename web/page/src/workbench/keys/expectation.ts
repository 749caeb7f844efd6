import type { Clock } from "@rsa-variants/measure";
import { connect, type KeyGenerationProgress, type KeyParams, type RsaWorkers } from "rsa-variants";
import { formatCount, formatDuration, formatNumber } from "../../core/format.ts";
import { isNotLoaded, problemOf } from "../problems.ts";
import type { ExpectationState, SearchRate, WorkbenchStore } from "../state.ts";

/** Milliseconds after the last change of parameters: what is typed changes with every key. */
const patience = 350;

/** Finds out, in a worker of its own, what keys of the parameters last asked for would take. */
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
    this.#timer = setTimeout(() => void this.#measure(params, stop), patience);
  }

  /** Forgets the question, so that what is really made has the machine to itself. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    if (this.#store.state.expectation.state === "measuring") this.#store.change({ expectation: { state: "none" } });
  }

  async #measure(params: KeyParams, stop: AbortController): Promise<void> {
    let rsa: RsaWorkers | undefined;
    try {
      rsa = await connect({ workers: 1 });
      const rate = await measureRate(rsa, params, () => performance.now(), stop);
      this.#tell(stop, { state: "known", rate });
    } catch (error) {
      this.#tell(stop, { state: isNotLoaded(error) ? "unknown" : "refused", message: problemOf(error) });
    } finally {
      await rsa?.close();
    }
  }

  /** What was found out, unless another question was asked meanwhile, or none. */
  #tell(stop: AbortController, expectation: ExpectationState): void {
    if (this.#stop === stop && this.#store.state.expectation.state === "measuring") this.#store.change({ expectation });
  }
}

/** How long keys take, as a sentence about shares of many: the time of a single one is random. */
export function expectationText(rate: SearchRate): string {
  const within = (share: number) => formatDuration(candidatesWithin(share, rate.primes, rate.mean) * rate.milliseconds);
  return `Half of such keys take at most ${within(0.5)}, nine out of ten at most ${within(0.9)}.`;
}

/** Where the sentence comes from. */
export function expectationReason({ milliseconds, candidates, mean, primes }: SearchRate): string {
  return (
    `Your browser just tested ${formatCount(candidates)} candidates for a prime, ${formatNumber(milliseconds, 2)} ms each. ` +
    `On average one in ${formatCount(mean)} is a suitable prime, and this key needs ${primes}. The number of candidates per ` +
    `prime follows a geometric distribution, which gives the two times. Other programs slow the search down.`
  );
}

/** Milliseconds before anything counts: the first calls run code that is not yet optimised. */
const warmUp = 80;
/** Milliseconds after which a search is given up … */
const budget = 500;
/** … if so many candidates were tried: of long moduli one alone takes longer. */
const leastCandidates = 4;

/** Why a search is given up that has shown its rate. */
const enough = new Error("enough");

/**
 * Searches for keys for about half a second and counts candidates.
 *
 * @param stop ends the measurement when it is aborted
 * @returns the rate, of the key's parameters and this machine
 * @throws RsaError `invalid-params`
 */
export async function measureRate(
  rsa: RsaWorkers,
  params: KeyParams,
  now: Clock,
  stop = new AbortController(),
): Promise<SearchRate> {
  const start = now();
  const counter = new Counter(now, start + warmUp);
  const isEnough = () => now() - start >= budget && counter.counted >= leastCandidates;
  while (!isEnough()) {
    try {
      const key = await rsa.generateKey(params, {
        allowBroken: true, // nobody uses it
        signal: stop.signal,
        onProgress: (progress) => {
          counter.add(progress);
          if (isEnough()) stop.abort(enough);
        },
      });
      key.free();
    } catch (error) {
      if (error !== enough) throw error;
    }
    counter.endKey();
  }
  return counter.rate;
}

/** Adds candidates up over primes and keys. */
class Counter {
  readonly #now: Clock;
  readonly #from: number;
  /** Candidates of earlier primes, and of the present one. */
  #before = 0;
  #present = 0;
  #mean = 1;
  #primes = 1;
  /** When counting began, and what had been tried by then. */
  #base: { readonly time: number; readonly candidates: number } | undefined;
  #last = 0;

  constructor(now: Clock, from: number) {
    this.#now = now;
    this.#from = from;
  }

  add({ phase, done, expected }: KeyGenerationProgress): void {
    if (phase === "candidates") {
      this.#present = done;
      this.#mean = expected;
    } else {
      this.#next();
      // The candidate that is the prime is not reported any more.
      if (done > 0) this.#before += 1;
      this.#primes = expected;
    }
    this.#note();
  }

  /** After a key was found or given up. */
  endKey(): void {
    this.#next();
    this.#note();
  }

  get counted(): number {
    return this.#base === undefined ? 0 : this.#total - this.#base.candidates;
  }

  get rate(): SearchRate {
    const { time } = this.#base ?? { time: this.#last };
    const candidates = this.counted;
    return { milliseconds: (this.#last - time) / candidates, candidates, mean: this.#mean, primes: this.#primes };
  }

  get #total(): number {
    return this.#before + this.#present;
  }

  #next(): void {
    this.#before += this.#present;
    this.#present = 0;
  }

  #note(): void {
    this.#last = this.#now();
    if (this.#base === undefined && this.#last >= this.#from) {
      this.#base = { time: this.#last, candidates: this.#total };
    }
  }
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
    // What rounding keeps from the sum is less than any share asked for.
    if (probability < Number.EPSILON * (1 - share) && count > primes * mean) break;
  }
  return count;
}
