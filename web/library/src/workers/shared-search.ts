import { copyBytes } from "../bytes.js";
import type { KeyGenerationProgress } from "../generate.js";
import type { FoundPrimes } from "../rsa.js";
import { keysOf, wipeBytes } from "./protocol.js";
import type { WorkerSlot } from "./worker-slot.js";

/** How a search is divided. */
export interface SearchPlan {
  /**
   * How long one part takes, in milliseconds. A queued call waits at most this long for a worker that helps, or for the test of
   * one candidate. Each part sieves again, and a worker may make a part longer if its sieve is long.
   */
  readonly partLength: number;
  /** Whether all workers are started at once, because the search probably takes long. */
  readonly isLong: boolean;
}

/** For the primes of a key, for which a sieve takes one to seven milliseconds; the two messages of a part take less. */
export const keyPlan: SearchPlan = { partLength: 50, isLong: false };

/** Continues the search in a worker for `milliseconds`. */
export type SearchPart = (
  slot: WorkerSlot,
  known: readonly Uint8Array[],
  milliseconds: number,
  report: (progress: unknown) => void,
) => Promise<unknown>;

/**
 * The generation of one key by several workers. Each searches any missing prime for a while and returns what it found; its next
 * part starts with the primes of all. A search tries random candidates, so it loses nothing when a part ends, and two workers
 * find primes twice as fast as one, also the last prime. (If each searched a prime of its own, a key would take until the later
 * of two is found: 1.5 times as long.)
 *
 * One worker leads: it has the caller's place in the queue, and the call fails if it ends. The others help, a part at a time.
 */
export class SharedSearch {
  /** The first result of any worker. */
  readonly outcome: Promise<unknown>;
  readonly #part: SearchPart;
  readonly #onProgress: ((progress: KeyGenerationProgress) => void) | undefined;
  readonly #onLate: () => void;
  readonly #plan: SearchPlan;
  #settle: { resolve(output: unknown): void; reject(error: unknown): void } | undefined;
  #leader: WorkerSlot | undefined;
  #known: Uint8Array[] = [];
  #helpers = 0;
  #helped = true;
  #late = 0;
  #primes = -1;
  #tried = 0;

  /** `onLate` is called when `takeLate` has become true. */
  constructor(
    part: SearchPart,
    onProgress: ((progress: KeyGenerationProgress) => void) | undefined,
    onLate: () => void,
    plan: SearchPlan = keyPlan,
  ) {
    this.#plan = plan;
    if (plan.isLong) this.#late = Number.POSITIVE_INFINITY;
    this.#part = part;
    this.#onProgress = onProgress;
    this.#onLate = onLate;
    this.outcome = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  /** The number of workers that help, or infinity if no more can. */
  get helpers(): number {
    return this.#helped && !this.#over ? this.#helpers : Number.POSITIVE_INFINITY;
  }

  get #over(): boolean {
    return this.#settle === undefined;
  }

  /** Whether to start one more worker: once for each part whose time was up, so that a short search starts none. */
  takeLate(): boolean {
    if (this.helpers === Number.POSITIVE_INFINITY || this.#late === 0) return false;
    this.#late--;
    return true;
  }

  /** Searches in this worker until there is a result. Resolves when the worker is free. */
  async lead(slot: WorkerSlot): Promise<void> {
    this.#leader = slot;
    try {
      while (!this.#over) await this.#search(slot);
    } catch (error) {
      this.#end()?.reject(error);
    }
  }

  /** Searches in this worker for one part. Resolves when the worker is free; the search survives the worker's end. */
  async help(slot: WorkerSlot): Promise<void> {
    this.#helpers++;
    try {
      await this.#search(slot);
    } catch {
      this.#helped = false;
    } finally {
      this.#helpers--;
    }
  }

  async #search(slot: WorkerSlot): Promise<void> {
    const known = this.#known.map(copyBytes); // they are transferred
    const output = await this.#part(slot, known, this.#plan.partLength, this.#reporter());
    if (this.#over) {
      for (const { keyId } of keysOf(output)) slot.free(keyId);
      wipeBytes(output);
    } else if (isFoundPrimes(output)) {
      this.#merge(output.primes);
      if (output.found) return;
      this.#late++;
      this.#onLate();
    } else {
      this.#end()?.resolve(output);
    }
  }

  #merge(primes: readonly Uint8Array[]): void {
    const isNew = (prime: Uint8Array) =>
      this.#known.every((other) => other.length !== prime.length || other.some((byte, i) => byte !== prime[i]));
    for (const prime of primes) {
      if (isNew(prime)) this.#known.push(prime);
      else prime.fill(0);
    }
  }

  #end(): { resolve(output: unknown): void; reject(error: unknown): void } | undefined {
    const settle = this.#settle;
    this.#settle = undefined;
    wipeBytes(this.#known);
    this.#known = [];
    return settle;
  }

  /** Reports the sum of the candidates that all workers have tried for the next prime. */
  #reporter(): (progress: unknown) => void {
    let last = 0;
    return (value) => {
      const { phase, done, expected } = value as KeyGenerationProgress; // as the option of generateKey
      if (this.#over || (phase === "primes" && done <= this.#primes)) return;
      if (phase === "primes") {
        this.#primes = done;
        this.#tried = 0;
      } else {
        this.#tried += done - last;
        last = done;
      }
      try {
        this.#onProgress?.({ phase, done: phase === "primes" ? done : this.#tried, expected });
      } catch (thrown) {
        this.#leader?.terminate(thrown); // fails the call, whichever worker reported
      }
    };
  }
}

function isFoundPrimes(output: unknown): output is FoundPrimes {
  return typeof output === "object" && output !== null && "found" in output;
}
