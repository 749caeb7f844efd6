import { startExperiment } from "@rsa-variants/measure/experiment/client";
import type { ExperimentEvent } from "@rsa-variants/measure/experiment/protocol";
import type { RunningWorker, WorkerError } from "@rsa-variants/measure/worker-client";
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
