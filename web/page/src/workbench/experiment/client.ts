import type { ExperimentEvent } from "@rsa-variants/measure/experiment/protocol";
import { capitalised } from "../../common/dom.ts";
import type { RunningWorker, WorkerError } from "../../common/worker-client.ts";
import type { ExperimentState, WorkbenchStore } from "../state.ts";
import { startExperiment } from "./start.ts";

export const noExperiment: ExperimentState = { state: "none", progress: undefined, points: [], problem: undefined };

/** Runs the experiment in a worker of its own. */
export class Experiment {
  readonly #store: WorkbenchStore;
  #worker: RunningWorker | undefined;

  constructor(store: WorkbenchStore) {
    this.#store = store;
  }

  startOrStop(): void {
    if (this.#worker !== undefined) {
      this.#worker.stop();
      this.#end({ state: "stopped" });
      return;
    }
    this.#store.change({ experiment: { ...noExperiment, state: "running" } });
    this.#worker = startExperiment((event) => this.#receive(event));
  }

  #receive(event: ExperimentEvent | WorkerError): void {
    const { experiment } = this.#store.state;
    switch (event.type) {
      case "progress":
        this.#store.changeSoon({ experiment: { ...experiment, progress: event.progress } });
        break;
      case "point":
        this.#store.changeSoon({ experiment: { ...experiment, points: [...experiment.points, event.point] } });
        break;
      case "done":
        this.#end({ state: "done" });
        break;
      case "error":
        this.#end({ state: "failed", problem: `${capitalised(event.message)}.` });
    }
  }

  #end(change: Partial<ExperimentState>): void {
    this.#worker = undefined;
    this.#store.change({ experiment: { ...this.#store.state.experiment, progress: undefined, ...change } });
  }
}
