import { Worker } from "node:worker_threads";
import { RsaError, reasonOf } from "../../errors.js";
import type { AttackProgress } from "../../security/attack.js";
import type { FromAttackWorker, Job, Result } from "./job.js";

/** Does a job in a worker of its own, which an abort ends at once. */
export async function runInWorker(
  job: Job,
  signal: AbortSignal,
  onProgress: (progress: AttackProgress) => void,
): Promise<Result> {
  signal.throwIfAborted();
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: job });
  let stop = () => {};
  try {
    return await new Promise<Result>((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener("abort", stop);
      const fail = (reason: string) => reject(new RsaError("worker-failed", `the worker failed: ${reason}`));
      worker.on("error", (error) => fail(reasonOf(error)));
      worker.on("exit", (code) => fail(`it ended with exit code ${code}`));
      worker.on("message", (message: FromAttackWorker) => {
        if (message.kind === "progress") onProgress(message.progress);
        else if (message.kind === "result") resolve(message.result);
        else reject(new RsaError(message.code, message.message));
      });
    });
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
