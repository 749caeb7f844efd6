import { type RunningWorker, startWorker } from "../../common/worker-client.ts";
import type { RunEvent, RunRequest } from "./protocol.ts";

/** Starts a run in a worker of its own; `onEvent` gets every event, last `done` or `error`. */
export function startRun(request: RunRequest, onEvent: (event: RunEvent) => void): RunningWorker {
  const create = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "xrsa" });
  return startWorker<RunEvent>(create, request, onEvent);
}
