import type { Clock } from "@rsa-variants/measure";
import { formatCount, formatDuration, formatNumber } from "@rsa-variants/measure/text/format";
import { connect, type KeyGenerationProgress, type KeyParams, type RsaWorkers } from "rsa-variants";
import { isNotLoaded, problemOf } from "../problems.ts";
import type { ExpectationState, SearchRate, WorkbenchStore } from "../state.ts";

/** Milliseconds after the last change of parameters: what is typed changes with every key. */
const patience = 350;

/** Measures, in its own worker, how long keys of the parameters last asked for would take. */
export class Expectation {
  #stop: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly store: WorkbenchStore) {}

  ask(params: KeyParams): void {
    this.stop();
    this.store.change({ expectation: { state: "measuring" } });
    const stop = new AbortController();
    this.#stop = stop;
    this.#timer = setTimeout(async () => {
      const expectation = await measure(params, stop);
      // Another question may have been asked since.
      if (this.#stop === stop && this.store.state.expectation.state === "measuring") this.store.change({ expectation });
    }, patience);
  }

  /** Gives up, so that the real search has the machine to itself. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    if (this.store.state.expectation.state === "measuring") this.store.change({ expectation: { state: "none" } });
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

/**
 * Half of the keys take at most so many milliseconds. Each candidate is prime with chance 1/m, so the candidates for k primes
 * are about gamma distributed, whose median is m·(k − 1/3 + 8/(405k)) to within one percent.
 */
export function medianOf({ primes, mean, milliseconds }: SearchRate): number {
  return mean * (primes - 1 / 3 + 8 / (405 * primes)) * milliseconds;
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
export async function measureRate(rsa: RsaWorkers, params: KeyParams, now: Clock, stop = new AbortController()) {
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
