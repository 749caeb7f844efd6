import { experimentText, plan } from "@rsa-variants/measure/experiment/plan";
import type { ExperimentEvent, ExperimentRequest } from "@rsa-variants/measure/experiment/protocol";
import { type RunningWorker, startWorker, type WorkerError } from "../../common/worker-client.ts";

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
