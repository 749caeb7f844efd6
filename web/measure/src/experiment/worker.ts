import { load } from "../load.ts";
import { type WorkerError, workerError } from "../worker-client.ts";
import type { ExperimentEvent, ExperimentRequest } from "./protocol.ts";
import { runExperiment } from "./session.ts";

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
