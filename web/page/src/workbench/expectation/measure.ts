import type { Clock } from "@rsa-variants/measure";
import type { KeyGenerationProgress, KeyParams, RsaWorkers } from "rsa-variants";

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
