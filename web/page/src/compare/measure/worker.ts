import type { MeasureEvent, MeasureRequest } from "@rsa-variants/measure/tasks/protocol";
import { measure } from "@rsa-variants/measure/tasks/session";
import { load } from "rsa-variants";
import { type WorkerError, workerError } from "../../core/worker-client.ts";

/** The worker's end: one request, then events until it is done or the page ends the worker. */
const emit = (event: MeasureEvent | WorkerError): void => postMessage(event);

addEventListener("message", async ({ data }: MessageEvent<MeasureRequest>) => {
  try {
    await measure(data, {
      now: () => performance.now(),
      load: (build) => load({ build }),
      crossOriginIsolated: globalThis.crossOriginIsolated === true,
      emit,
    });
  } catch (error) {
    emit(workerError(error));
  }
});
