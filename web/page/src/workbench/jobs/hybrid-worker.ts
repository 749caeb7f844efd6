import type { OaepAlgorithm } from "rsa-variants";
import { fromFailure, toFailure } from "./failure.ts";
import { type HybridEvent, type HybridRequest, type KeyAnswer, runHybrid, type ToHybridWorker } from "./hybrid.ts";

/** Gets one file, then sends events until it is done or the page ends the worker. */
const emit = (event: HybridEvent): void => postMessage(event);

/** Milliseconds between reports. */
const reportInterval = 50;

let answered: ((answer: KeyAnswer) => void) | undefined;

addEventListener("message", ({ data }: MessageEvent<ToHybridWorker>) => {
  if (data.type === "start") void start(data);
  else answered?.(data);
});

async function start(request: HybridRequest): Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  const onProgress = ({ done }: { readonly done: number }) => {
    const now = performance.now();
    if (now - last < reportInterval) return;
    last = now;
    emit({ type: "progress", done });
  };
  try {
    emit({ type: "done", blob: await runHybrid(request, keyOperation, { onProgress }) });
  } catch (error) {
    emit(toFailure(error));
  }
}

async function keyOperation(algorithm: OaepAlgorithm, data: Uint8Array): Promise<Uint8Array> {
  const bytes = new Uint8Array(data);
  const answer = await new Promise<KeyAnswer>((resolve) => {
    answered = resolve;
    emit({ type: "key", algorithm, bytes });
    bytes.fill(0); // the message has a copy
  });
  if (answer.type === "key") return answer.bytes;
  throw fromFailure(answer.error);
}
