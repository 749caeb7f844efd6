import { load } from "@rsa-variants/measure/load";
import { workerError } from "@rsa-variants/measure/worker-client";
import { load as loadXrsa } from "rsa-variants/xrsa";
import type { RunEvent, TableOneEvent, WorkerRequest } from "./protocol.ts";
import { measureTableOne, run } from "./session.ts";

/** Gets one request, then sends events until it is done or the page ends the worker. */
const emit = (event: RunEvent | TableOneEvent): void => postMessage(event);
const now = () => performance.now();

addEventListener("message", async ({ data }: MessageEvent<WorkerRequest>) => {
  try {
    if ("tableOneLength" in data) {
      emit({ type: "samples", outcome: await measureTableOne(await loadXrsa(), data.tableOneLength, now) });
    } else {
      emit({ type: "stage", stage: "load" });
      const [rsa, xrsa] = await Promise.all([load(), loadXrsa()]);
      emit({ type: "environment", build: rsa.build });
      run(data.selection, { rsa, xrsa, now, emit });
    }
    emit({ type: "done" });
  } catch (error) {
    emit(workerError(error));
  }
});
