import { load } from "rsa-variants/security";
import { workerError } from "../../common/worker-client.ts";
import type { AttackEvent, AttackRequest } from "./protocol.ts";
import { attackFreshKey } from "./session.ts";

/** The worker's end: one attack, then events until it is done or the page ends the worker. */
const emit = (event: AttackEvent): void => postMessage(event);

addEventListener("message", async ({ data }: MessageEvent<AttackRequest>) => {
  try {
    emit({ type: "stage", stage: "load" });
    attackFreshKey(data, { security: await load(), now: () => performance.now(), emit });
    emit({ type: "done" });
  } catch (error) {
    emit(workerError(error));
  }
});
