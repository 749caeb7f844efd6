import { load } from "rsa-variants";
import { workerError } from "../../common/worker-client.ts";
import { measureRate } from "./measure.ts";
import type { ExpectationEvent, ExpectationRequest } from "./protocol.ts";

/** The worker's end: one measurement. */
const emit = (event: ExpectationEvent): void => postMessage(event);

addEventListener("message", async ({ data }: MessageEvent<ExpectationRequest>) => {
  try {
    emit({ type: "rate", rate: measureRate(await load(), data.params, () => performance.now()) });
    emit({ type: "done" });
  } catch (error) {
    emit(workerError(error));
  }
});
