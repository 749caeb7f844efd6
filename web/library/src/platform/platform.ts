/** What the library needs of the machine it runs on; `#platform` resolves to the implementation. */
import type { AnyWorker } from "../workers/port.js";

export interface Platform {
  /** Starts this package's own worker. */
  startWorker(): AnyWorker;
  /** How many threads the machine runs at once. */
  parallelism(): number;
}
