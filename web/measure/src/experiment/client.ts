import { type RunningWorker, startWorker, type WorkerError } from "../worker-client.ts";
import { experimentText, plan } from "./plan.ts";
import type { ExperimentEvent, ExperimentRequest } from "./protocol.ts";

/** Starts the paper's whole experiment, or another, in its own worker; the last event is `done` or `error`. */
export function startExperiment(
  onEvent: (event: ExperimentEvent | WorkerError) => void,
  request: ExperimentRequest = { plan, text: experimentText() },
): RunningWorker {
  const create = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "experiment" });
  return startWorker<ExperimentEvent>(create, request, onEvent);
}
