import { type RunningWorker, startWorker } from "../../common/worker-client.ts";
import type { TableOneEvent, TableOneRequest } from "./protocol.ts";

/** Starts the measurement of Table I in a worker of its own; `onEvent` gets every event, last `done` or `error`. */
export function startTableOne(request: TableOneRequest, onEvent: (event: TableOneEvent) => void): RunningWorker {
  const create = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "table-one" });
  return startWorker<TableOneEvent>(create, request, onEvent);
}
