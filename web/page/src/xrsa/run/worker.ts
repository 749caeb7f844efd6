import { load } from "@rsa-variants/measure/load";
import { answerRequests } from "@rsa-variants/measure/worker-client";
import { load as loadXrsa } from "rsa-variants/xrsa";
import type { XrsaSelection } from "../selection.ts";
import type { RunEvent } from "./protocol.ts";
import { run } from "./session.ts";

answerRequests<XrsaSelection, RunEvent>(async (selection, emit) => {
  emit({ type: "stage", stage: "load" });
  const [rsa, xrsa] = await Promise.all([load(), loadXrsa()]);
  emit({ type: "environment", build: rsa.build });
  run(selection, { rsa, xrsa, now: () => performance.now(), emit });
});
