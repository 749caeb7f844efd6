import { type RunningWorker, startWorker } from "../../../core/worker-client.ts";
import type { WorkOptions } from "../../state.ts";
import { shortFile } from "../deliver.ts";
import {
  fromFailure,
  type HybridEvent,
  type HybridRequest,
  type KeyAnswer,
  type KeyOperation,
  runHybrid,
  toFailure,
} from "./work.ts";

/**
 * Encrypts or decrypts a file: a long one in a worker of its own, which has no part of the RSA key, and asks for the one
 * operation on the file key.
 *
 * @returns the result, where the target is the memory
 */
export function hybridWork(
  request: HybridRequest,
  keyOperation: KeyOperation,
  options: WorkOptions,
): Promise<Blob | undefined> {
  return request.blob.size > shortFile
    ? inWorker(request, keyOperation, options)
    : runHybrid(request, keyOperation, options);
}

function inWorker(
  request: HybridRequest,
  keyOperation: KeyOperation,
  { signal, onProgress }: WorkOptions,
): Promise<Blob | undefined> {
  return new Promise((resolve, reject) => {
    const create = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "hybrid" });
    const end = () => signal.removeEventListener("abort", onAbort);
    const running: RunningWorker = startWorker<HybridEvent>(create, { type: "start", ...request }, (event) => {
      switch (event.type) {
        case "progress":
          onProgress({ done: event.done });
          break;
        case "key":
          void answer(() => keyOperation(event.algorithm, event.bytes, { signal })).then((found) => {
            event.bytes.fill(0);
            if (found.type === "key-failed") return running.send(found);
            running.send(found, [found.bytes.buffer]);
            if (found.bytes.length > 0) found.bytes.fill(0); // the worker was ended meanwhile: they are still here
          });
          break;
        case "done":
          end();
          resolve(event.blob);
          break;
        case "error":
          end();
          reject(fromFailure(event));
      }
    });
    const onAbort = () => {
      running.stop();
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

async function answer(operation: () => Uint8Array | Promise<Uint8Array>): Promise<KeyAnswer> {
  try {
    const found = await operation();
    const bytes = new Uint8Array(found);
    found.fill(0);
    return { type: "key", bytes };
  } catch (error) {
    return { type: "key-failed", error: toFailure(error) };
  }
}
