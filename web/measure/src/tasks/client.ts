import { type RunningWorker, startWorker, type WorkerError } from "../worker-client.ts";
import type { MeasureEvent, MeasureRequest } from "./protocol.ts";

/** Starts a worker that measures the request; `onEvent` gets every event, last `done` or `error`. */
export function startMeasurement(
  request: MeasureRequest,
  onEvent: (event: MeasureEvent | WorkerError) => void,
): RunningWorker {
  const create = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "measurement" });
  return startWorker<MeasureEvent>(create, request, onEvent);
}
