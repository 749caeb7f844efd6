import type { GenerateKeyOptions, KeyGenerationProgress, KeyParams } from "rsa-variants";
import { formatDuration } from "../../core/format.ts";
import { paramsText } from "../../core/params-text.ts";
import { problemOf } from "../problems.ts";
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
   * Makes a key, or two on one modulus, and takes them into the keyring.
   *
   * @param allowBroken whether the user was told that such a key is broken
   * @returns whether there is a key: not after a stop, nor where the library refuses
   */
  async make(params: KeyParams, name: string, withCompatible: boolean, allowBroken: boolean): Promise<boolean> {
    const { rsa } = this.#keyring;
    if (rsa === undefined || this.#stop !== undefined) return false;
    const stop = new AbortController();
    this.#stop = stop;
    this.#store.change({ making: nothingYet, makingNote: undefined, keyNotes: [] });
    const start = performance.now();
    try {
      const options: GenerateKeyOptions = {
        allowBroken,
        signal: stop.signal,
        onProgress: (progress) => {
          const { making } = this.#store.state;
          if (making !== undefined) this.#store.changeSoon({ making: addProgress(making, progress) });
        },
      };
      const keys = withCompatible
        ? await rsa.generateCommonModulusKeys(params, undefined, options)
        : { fast: await rsa.generateKey(params, options) };
      const time = formatDuration(performance.now() - start);
      const names: string[] = [];
      // The first one added is chosen: the one with the variant that was asked for.
      for (const key of Object.values(keys)) {
        const own = name === "" || key === keys.fast ? name : `${name}, short e`;
        names.push((await this.#keyring.add(key, own || paramsText(key.params))).entry.name);
      }
      const text = `${names.join(" and ")}: made in ${time}.`;
      this.#store.change({ making: undefined, keyNotes: [{ text, isProblem: false }] });
      return true;
    } catch (error) {
      const wasStopped = stop.signal.aborted;
      const text = wasStopped ? "Stopped. No key was made." : problemOf(error);
      const makingNote = { text, isProblem: !wasStopped };
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
