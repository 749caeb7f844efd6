import { experimentText, plan } from "@rsa-variants/measure/experiment/plan";
import type { ExperimentEvent, ExperimentRequest } from "@rsa-variants/measure/experiment/protocol";
import { type RunningWorker, startWorker, type WorkerError } from "../../core/worker-client.ts";
import { problemOf } from "../problems.ts";
import { type ExperimentState, noExperiment, type WorkbenchStore } from "../state.ts";

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
        this.#end({ state: "failed", problem: problemOf(event) });
    }
  }

  #end(change: Partial<ExperimentState>): void {
    this.#worker = undefined;
    this.#store.change({ experiment: { ...this.#store.state.experiment, progress: undefined, ...change } });
  }
}

/** The paper's experiment, whole. */
const whole: ExperimentRequest = { plan, text: experimentText() };

/** Starts the experiment in a worker of its own, or what else is asked for; `onEvent` gets every event, last `done` or `error`. */
export function startExperiment(
  onEvent: (event: ExperimentEvent | WorkerError) => void,
  request = whole,
): RunningWorker {
  const create = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "experiment" });
  return startWorker<ExperimentEvent>(create, request, onEvent);
}
