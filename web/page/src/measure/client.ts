import type { MeasureEvent, MeasureRequest } from "./protocol.ts";

/** A run in its own worker. */
export interface RunningMeasurement {
  /** Ends the worker at once, in the middle of whatever it computes. */
  stop(): void;
}

/**
 * Starts a worker that measures the request. The worker is this run's alone and ends with it.
 *
 * @param request what to measure
 * @param onEvent gets every event, last `done` or `error`; nothing after `stop`
 */
export function startMeasurement(request: MeasureRequest, onEvent: (event: MeasureEvent) => void): RunningMeasurement {
  let worker: Worker | undefined;
  const stop = () => {
    worker?.terminate();
    worker = undefined;
  };
  const deliver = (event: MeasureEvent) => {
    if (worker === undefined) return;
    if (event.type === "done" || event.type === "error") stop();
    onEvent(event);
  };
  try {
    worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "measurement" });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    queueMicrotask(() => onEvent({ type: "error", code: "worker-blocked", message }));
    return { stop };
  }
  worker.addEventListener("message", ({ data }: MessageEvent<MeasureEvent>) => deliver(data));
  worker.addEventListener("error", (event) => {
    // A worker whose file is blocked or missing fails without a message.
    const message = event.message || "the file of the worker could not be loaded";
    deliver({ type: "error", code: "worker-blocked", message });
  });
  worker.addEventListener("messageerror", () => {
    deliver({
      type: "error",
      code: "worker-blocked",
      message: "the browser could not pass a message of the worker on",
    });
  });
  worker.postMessage(request);
  return { stop };
}
