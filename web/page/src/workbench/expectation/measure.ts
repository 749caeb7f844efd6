import type { KeyGenerationProgress, KeyParams, Rsa } from "rsa-variants";
import type { Clock } from "../../common/measure/clock.ts";
import type { SearchRate } from "./protocol.ts";

/** Milliseconds before anything counts: the first calls run code that is not yet optimised. */
const warmUp = 80;
/** Milliseconds after which a search is given up … */
const budget = 500;
/** … if so many candidates were tried: of long moduli one alone takes longer. */
const leastCandidates = 4;

/**
 * Searches for keys for about half a second and counts candidates.
 *
 * @returns the rate, of the key's parameters and this machine
 * @throws RsaError `invalid-params`
 */
export function measureRate(rsa: Rsa, params: KeyParams, now: Clock): SearchRate {
  const start = now();
  const counter = new Counter(now, start + warmUp);
  const isEnough = () => now() - start >= budget && counter.counted >= leastCandidates;
  const stop = new AbortController();
  while (!isEnough()) {
    try {
      const key = rsa.generateKey(params, {
        allowBroken: true, // nobody uses it
        signal: stop.signal,
        onProgress: (progress) => {
          counter.add(progress);
          if (isEnough()) stop.abort();
        },
      });
      key.free();
    } catch (error) {
      if (!stop.signal.aborted) throw error;
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
