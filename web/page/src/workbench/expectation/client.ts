import type { KeyParams } from "rsa-variants";
import { inWords, letters } from "../../common/refusal.ts";
import { type RunningWorker, startWorker } from "../../common/worker-client.ts";
import type { WorkbenchStore } from "../state.ts";
import type { ExpectationEvent } from "./protocol.ts";

/** Milliseconds after the last change of parameters: what is typed changes with every key. */
const patience = 350;

/** Finds out, in a worker, what keys of the parameters last asked for would take. */
export class Expectation {
  readonly #store: WorkbenchStore;
  #worker: RunningWorker | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: WorkbenchStore) {
    this.#store = store;
  }

  ask(params: KeyParams): void {
    this.stop();
    this.#store.change({ expectation: { state: "measuring" } });
    this.#timer = setTimeout(() => {
      const create = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "expectation" });
      this.#worker = startWorker<ExpectationEvent>(create, { params }, (event) => this.#receive(event));
    }, patience);
  }

  /** Forgets the question, so that what is really made has the machine to itself. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#worker?.stop();
    this.#worker = undefined;
    if (this.#store.state.expectation.state === "measuring") this.#store.change({ expectation: { state: "none" } });
  }

  #receive(event: ExpectationEvent): void {
    if (event.type === "rate") this.#store.change({ expectation: { state: "known", rate: event.rate } });
    if (event.type === "error") {
      this.#store.change({ expectation: { state: "refused", message: `${inWords(event, letters)}.` } });
    }
  }
}
