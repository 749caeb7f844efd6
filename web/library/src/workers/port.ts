import { reasonOf } from "../errors.js";
import type { FromWorker, ToWorker } from "./protocol.js";

/** The main side's end of a worker. */
export interface WorkerPort {
  /** Sends a message, the buffers without a copy. */
  send(message: ToWorker, transfer: ArrayBuffer[]): void;
  /** Ends the worker at once, in the middle of whatever it computes. */
  terminate(): void;
  /** Whether this worker keeps the process alive (Node only). */
  keepAlive(busy: boolean): void;
}

/** What a worker tells the main side. */
export interface WorkerEvents {
  message(message: FromWorker): void;
  /** The worker failed outside any call: its script could not be loaded, or it ended. */
  failure(reason: string): void;
}

/** Starts a worker. */
export type StartWorker = (events: WorkerEvents) => WorkerPort;

interface PostingWorker {
  // biome-ignore lint/suspicious/noExplicitAny: the platforms' own types of transfer lists differ
  postMessage(message: unknown, transfer: any[]): void;
  terminate(): unknown;
}

/** A Web Worker. */
export interface WebWorker extends PostingWorker {
  // biome-ignore lint/suspicious/noExplicitAny: the events of three kinds
  addEventListener(type: string, listener: (event: any) => void): void;
}

/** A worker thread of `node:worker_threads`. */
export interface WorkerThread extends PostingWorker {
  // biome-ignore lint/suspicious/noExplicitAny: the arguments of four kinds of events
  on(event: string, listener: (value: any) => void): unknown;
  ref(): void;
  unref(): void;
}

/** A worker of whatever kind. */
export type AnyWorker = WebWorker | WorkerThread;

const unreadable = "its message could not be read";

/** Listens to a worker, and gives its port. */
export function portOf(worker: AnyWorker, { message, failure }: WorkerEvents): WorkerPort {
  const port = {
    send: (sent: ToWorker, transfer: ArrayBuffer[]) => worker.postMessage(sent, transfer),
    terminate: () => void worker.terminate(),
  };
  if ("addEventListener" in worker) {
    worker.addEventListener("message", (event: MessageEvent<FromWorker>) => message(event.data));
    worker.addEventListener("messageerror", () => failure(unreadable));
    worker.addEventListener("error", (event: ErrorEvent) => {
      event.preventDefault();
      // A script that could not be loaded gives an event without a message.
      failure(event.message || "its script could not be loaded (missing file, or refused by CSP worker-src)");
    });
    return { ...port, keepAlive: () => {} };
  }
  worker.on("message", message);
  worker.on("messageerror", () => failure(unreadable));
  worker.on("error", (error: unknown) => failure(reasonOf(error)));
  worker.on("exit", (code: number) => failure(`it ended with exit code ${code}`));
  return { ...port, keepAlive: (busy) => (busy ? worker.ref() : worker.unref()) };
}
