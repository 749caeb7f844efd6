/** What the library needs of the machine it runs on; `#platform` resolves to the implementation. */
import type { FromWorker, ToWorker } from "../workers/protocol.js";

/** The main side's end of a worker. */
export interface WorkerPort {
  send(message: ToWorker): void;
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

export interface Platform {
  startWorker(events: WorkerEvents): WorkerPort;
  /** How many threads the machine runs at once. */
  parallelism(): number;
}
