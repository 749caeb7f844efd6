import { load } from "@rsa-variants/measure/load";
import { answerRequests } from "@rsa-variants/measure/worker-client";
import { load as loadXrsa } from "rsa-variants/xrsa";
import type { RunEvent, TableOneEvent, WorkerRequest } from "./protocol.ts";
import { measureTableOne, run } from "./session.ts";

const now = () => performance.now();

answerRequests<WorkerRequest, RunEvent | TableOneEvent>(async (request, emit) => {
  if ("tableOneLength" in request) {
    emit({ type: "samples", outcome: await measureTableOne(await loadXrsa(), request.tableOneLength, now) });
  } else {
    emit({ type: "stage", stage: "load" });
    const [rsa, xrsa] = await Promise.all([load(), loadXrsa()]);
    emit({ type: "environment", build: rsa.build });
    run(request.selection, { rsa, xrsa, now, emit });
  }
});
