import { type RunningWorker, startWorker } from "../../common/worker-client.ts";
import type { AttackEvent, AttackRequest } from "./protocol.ts";

/** Starts an attack in a worker of its own; `onEvent` gets every event, last `done` or `error`. */
export function startAttack(request: AttackRequest, onEvent: (event: AttackEvent) => void): RunningWorker {
  const create = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "attack" });
  return startWorker<AttackEvent>(create, request, onEvent);
}
