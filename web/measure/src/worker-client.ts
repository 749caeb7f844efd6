import { type Refused, refusedBy } from "./text/params.ts";

/** The last event of a worker whose work failed. */
export interface WorkerError extends Refused {
  readonly type: "error";
  readonly code?: string;
}

export interface RunningWorker {
  /** Ends the worker at once, in the middle of whatever it computes. */
  stop(): void;
}

/**
 * Starts a worker for one request. The worker ends with the request.
 *
 * @param create makes the worker (bundlers find its file only where `new Worker(new URL(…))` stands whole)
 * @param request what it is to do
 * @param onEvent gets every event, last `done` or `error`; nothing after `stop`
 */
export function startWorker<Event extends { readonly type: string }>(
  create: () => Worker,
  request: unknown,
  onEvent: (event: Event | WorkerError) => void,
): RunningWorker {
  let worker: Worker | undefined;
  const stop = () => {
    worker?.terminate();
    worker = undefined;
  };
  const deliver = (event: Event | WorkerError) => {
    if (worker === undefined) return;
    if (event.type === "done" || event.type === "error") stop();
    onEvent(event);
  };
  const blocked = (message: string): WorkerError => ({ type: "error", code: "worker-failed", message });
  try {
    worker = create();
  } catch (error) {
    const { message } = refusedBy(error);
    queueMicrotask(() => onEvent(blocked(message)));
    return { stop };
  }
  worker.addEventListener("message", ({ data }: MessageEvent<Event>) => deliver(data));
  worker.addEventListener("error", (event) => {
    // A worker with a blocked or missing file fails without a message.
    deliver(blocked(event.message || "the file of the worker could not be loaded"));
  });
  worker.addEventListener("messageerror", () =>
    deliver(blocked("the browser could not pass a message of the worker on")),
  );
  worker.postMessage(request);
  return { stop };
}

/**
 * Waits for the end of a worker.
 *
 * @param start starts it, with what gets its events
 * @param onEvent gets all events but the last
 * @throws Error if the last event is `error`
 */
export function ended<Event extends { readonly type: string }>(
  start: (onEvent: (event: Event | WorkerError) => void) => unknown,
  onEvent: (event: Event) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    start((event) => {
      if (event.type === "done") resolve();
      else if (event.type === "error") reject(new Error((event as WorkerError).message));
      else onEvent(event as Event);
    });
  });
}

/** The worker's side: does what it is asked to, and sends events, last `done` or `error`. */
export function answerRequests<Request, Event extends { readonly type: string }>(
  work: (request: Request, emit: (event: Event) => void) => unknown,
): void {
  const emit = (event: Event | WorkerError | { readonly type: "done" }): void => postMessage(event);
  addEventListener("message", async ({ data }: MessageEvent<Request>) => {
    try {
      await work(data, emit);
      emit({ type: "done" });
    } catch (error) {
      emit(workerError(error));
    }
  });
}

/** An error as a worker's last event, with the library's details. An error of the browser has its name as code. */
export function workerError(error: unknown): WorkerError {
  const code = error instanceof DOMException ? error.name : (error as { code?: unknown } | undefined)?.code;
  return {
    type: "error",
    ...refusedBy(error),
    ...(typeof code === "string" ? { code } : {}),
  };
}
