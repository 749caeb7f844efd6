import { load } from "rsa-variants";
import { workerError } from "../../common/worker-client.ts";
import type { ExperimentEvent, ExperimentRequest } from "./plan.ts";
import { runExperiment } from "./session.ts";

/** The worker's end: one experiment, then events until it is done or the page ends the worker. */
const emit = (event: ExperimentEvent): void => postMessage(event);

addEventListener("message", async ({ data }: MessageEvent<ExperimentRequest>) => {
  try {
    await runExperiment(data, { rsa: await load(), now: () => performance.now(), emit });
    emit({ type: "done" });
  } catch (error) {
    emit(workerError(error));
  }
});
