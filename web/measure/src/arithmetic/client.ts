import { type RunningWorker, startWorker, type WorkerError } from "../worker-client.ts";
import type { ArithmeticEvent } from "./protocol.ts";

/** Measures the engine's other jobs in a worker; the last event is `done` or `error`. */
export function startArithmetic(onEvent: (event: ArithmeticEvent | WorkerError) => void): RunningWorker {
  const create = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "arithmetic" });
  return startWorker<ArithmeticEvent>(create, "start", onEvent);
}
