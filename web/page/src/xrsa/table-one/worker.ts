import { load } from "rsa-variants";
import { workerError } from "../../common/worker-client.ts";
import { measureTableOne } from "./measure.ts";
import type { TableOneEvent, TableOneRequest } from "./protocol.ts";

const emit = (event: TableOneEvent): void => postMessage(event);

addEventListener("message", async ({ data }: MessageEvent<TableOneRequest>) => {
  try {
    const rsa = await load();
    emit({ type: "samples", outcome: await measureTableOne(rsa, data.length, () => performance.now()) });
    emit({ type: "done" });
  } catch (error) {
    emit(workerError(error));
  }
});
