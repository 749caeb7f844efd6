import { load } from "../load.ts";
import { type WorkerError, workerError } from "../worker-client.ts";
import type { MeasureEvent, MeasureRequest } from "./protocol.ts";
import { measure } from "./session.ts";

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
