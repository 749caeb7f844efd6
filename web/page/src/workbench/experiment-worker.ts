import type { ExperimentEvent, ExperimentRequest } from "@rsa-variants/measure/experiment/protocol";
import { runExperiment } from "@rsa-variants/measure/experiment/session";
import { load } from "rsa-variants";
import { type WorkerError, workerError } from "../core/worker-client.ts";

/** Gets one experiment, then sends events until it is done or the page ends the worker. */
const emit = (event: ExperimentEvent | WorkerError): void => postMessage(event);

addEventListener("message", async ({ data }: MessageEvent<ExperimentRequest>) => {
  try {
    await runExperiment(data, { rsa: await load(), now: () => performance.now(), emit });
    emit({ type: "done" });
  } catch (error) {
    emit(workerError(error));
  }
});
