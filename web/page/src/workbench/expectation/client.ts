import { connect, type KeyParams, type RsaWorkers } from "rsa-variants";
import { inWords, letters, refusedBy } from "../../common/refusal.ts";
import type { ExpectationState, WorkbenchStore } from "../state.ts";
import { measureRate } from "./measure.ts";

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
      this.#tell(stop, { state: "refused", message: `${inWords(refusedBy(error), letters)}.` });
    } finally {
      await rsa?.close();
    }
  }

  /** What was found out, unless another question was asked meanwhile, or none. */
  #tell(stop: AbortController, expectation: ExpectationState): void {
    if (this.#stop === stop && this.#store.state.expectation.state === "measuring") this.#store.change({ expectation });
  }
}
