import { load } from "rsa-variants";
import { load as loadXrsa } from "rsa-variants/xrsa";
import { workerError } from "../../common/worker-client.ts";
import type { RunEvent, RunRequest } from "./protocol.ts";
import { run } from "./session.ts";

/** The worker's end: one run, then events until it is done or the page ends the worker. */
const emit = (event: RunEvent): void => postMessage(event);

addEventListener("message", async ({ data }: MessageEvent<RunRequest>) => {
  try {
    emit({ type: "stage", stage: "load" });
    const [rsa, xrsa] = await Promise.all([load(), loadXrsa()]);
    emit({ type: "environment", build: rsa.build });
    run(data.selection, { rsa, xrsa, now: () => performance.now(), emit });
    emit({ type: "done" });
  } catch (error) {
    emit(workerError(error));
  }
});
