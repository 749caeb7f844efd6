import type { KeyGenerationProgress, KeyParams } from "rsa-variants";
import { formatDuration } from "../../common/format.ts";
import { paramsText } from "../../common/params-text.ts";
import { inWords, letters, refusedBy } from "../../common/refusal.ts";
import type { Making, WorkbenchStore } from "../state.ts";
import type { Keyring } from "./keyring.ts";

const nothingYet: Making = { primes: 0, expectedPrimes: 0, candidates: 0, expectedCandidates: 0 };

/** How far a search is, with what another report says. */
export function addProgress(making: Making, { phase, done, expected }: KeyGenerationProgress): Making {
  if (phase === "candidates") return { ...making, candidates: done, expectedCandidates: expected };
  return { ...making, primes: done, expectedPrimes: expected, candidates: 0 };
}

/** Makes one key at a time. */
export class KeyMaker {
  readonly #store: WorkbenchStore;
  readonly #keyring: Keyring;
  #stop: AbortController | undefined;

  constructor(store: WorkbenchStore, keyring: Keyring) {
    this.#store = store;
    this.#keyring = keyring;
  }

  /**
   * Makes a key and takes it into the keyring.
   *
   * @param allowBroken whether the user was told that such a key is broken
   * @returns whether there is a key: not after a stop, nor where the library refuses
   */
  async make(params: KeyParams, name: string, allowBroken: boolean): Promise<boolean> {
    const { rsa } = this.#keyring;
    if (rsa === undefined || this.#stop !== undefined) return false;
    const stop = new AbortController();
    this.#stop = stop;
    this.#store.change({ making: nothingYet, makingNote: undefined, keyNotes: [] });
    const start = performance.now();
    try {
      const key = await rsa.generateKey(params, {
        allowBroken,
        signal: stop.signal,
        onProgress: (progress) => {
          const { making } = this.#store.state;
          if (making !== undefined) this.#store.changeSoon({ making: addProgress(making, progress) });
        },
      });
      const time = formatDuration(performance.now() - start);
      const { entry } = await this.#keyring.add(key, name || paramsText(key.params));
      const text = `${entry.name}: made in ${time}.`;
      this.#store.change({ making: undefined, keyNotes: [{ text, isProblem: false }] });
      return true;
    } catch (error) {
      const wasStopped = stop.signal.aborted;
      const message = inWords(refusedBy(error), letters);
      const makingNote = { text: wasStopped ? "Stopped: no key was made." : `${message}.`, isProblem: !wasStopped };
      this.#store.change({ making: undefined, makingNote });
      return false;
    } finally {
      this.#stop = undefined;
    }
  }

  /** Gives the search up. */
  stop(): void {
    this.#stop?.abort();
  }
}
