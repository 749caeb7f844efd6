// Entry of the worker thread that attacks: the calls block, and the thread that hears signals ends it.
import { parentPort, workerData } from "node:worker_threads";
import { toRsaError } from "../../errors.js";
import type { AttackProgress } from "../../security/attack.js";
import { load } from "../../security/load.js";
import type { FromAttackWorker, Job } from "./job.js";

const { name, target: given, options, demonstrationOptions }: Job = workerData;
const send = (message: FromAttackWorker) => parentPort?.postMessage(message);
const onProgress = (progress: AttackProgress) => send({ kind: "progress", progress });
try {
  const security = await load();
  if (given === undefined) {
    const demonstration = security.demonstration(name, { ...demonstrationOptions, onProgress });
    const { target } = demonstration;
    const outcome = security.runAttack(name, target, { ...demonstration.options, ...options, onProgress });
    send({ kind: "result", result: { target, demonstration, outcome } });
  } else {
    const outcome = security.runAttack(name, given, { ...options, onProgress });
    send({ kind: "result", result: { target: given, outcome } });
  }
} catch (thrown) {
  const { code, message } = toRsaError(thrown);
  send({ kind: "error", code, message });
}
