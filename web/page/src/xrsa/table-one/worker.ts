import { load } from "rsa-variants/xrsa";
import { workerError } from "../../common/worker-client.ts";
import { measureTableOne } from "./measure.ts";
import type { TableOneEvent, TableOneRequest } from "./protocol.ts";

const emit = (event: TableOneEvent): void => postMessage(event);

addEventListener("message", async ({ data }: MessageEvent<TableOneRequest>) => {
  try {
    const xrsa = await load();
    emit({ type: "samples", outcome: await measureTableOne(xrsa, data.length, () => performance.now()) });
    emit({ type: "done" });
  } catch (error) {
    emit(workerError(error));
  }
});
