import { experimentText, plan } from "@rsa-variants/measure/experiment/plan";
import type { ExperimentEvent, ExperimentRequest } from "@rsa-variants/measure/experiment/protocol";
import { type RunningWorker, startWorker, type WorkerError } from "../core/worker-client.ts";
import { problemOf } from "./problems.ts";
import { type ExperimentState, noExperiment, type WorkbenchStore } from "./state.ts";

/** Gives what starts the experiment, or stops it. */
export function createExperiment(store: WorkbenchStore): () => void {
  let worker: RunningWorker | undefined;
  const end = (change: Partial<ExperimentState>) => {
    worker = undefined;
    store.change({ experiment: { ...store.state.experiment, progress: undefined, ...change } });
  };
  const receive = (event: ExperimentEvent | WorkerError) => {
    const { experiment } = store.state;
    if (event.type === "done") end({ state: "done" });
    else if (event.type === "error") end({ state: "failed", problem: problemOf(event) });
    else if (event.type === "progress") store.changeSoon({ experiment: { ...experiment, progress: event.progress } });
    else store.changeSoon({ experiment: { ...experiment, points: [...experiment.points, event.point] } });
  };
  return () => {
    if (worker !== undefined) {
      worker.stop();
      end({ state: "stopped" });
      return;
    }
    store.change({ experiment: { ...noExperiment, state: "running" } });
    worker = startExperiment(receive);
  };
}

/** Starts the paper's whole experiment, or another, in its own worker; the last event is `done` or `error`. */
export function startExperiment(
  onEvent: (event: ExperimentEvent | WorkerError) => void,
  request: ExperimentRequest = { plan, text: experimentText() },
): RunningWorker {
  const create = () =>
    new Worker(new URL("./experiment-worker.ts", import.meta.url), { type: "module", name: "experiment" });
  return startWorker<ExperimentEvent>(create, request, onEvent);
}
