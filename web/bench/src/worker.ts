import { load } from "rsa-variants";
import type { BenchEvent, BenchRequest } from "./protocol.ts";
import { measureParts } from "./session.ts";
import { messageOf } from "./workshop.ts";

/** The worker's end: one request, then events until it is done. */
const emit = (event: BenchEvent): void => postMessage(event);

/** Milliseconds between reports: each costs the page and the driver a little time. */
const reportInterval = 500;

addEventListener("message", async ({ data }: MessageEvent<BenchRequest>) => {
  let lastReport = Number.NEGATIVE_INFINITY;
  const now = () => performance.now();
  try {
    const result = await measureParts(data, {
      now,
      load: () => load(),
      progress(text) {
        if (now() - lastReport < reportInterval) return;
        lastReport = now();
        emit({ type: "progress", text });
      },
    });
    emit({ type: "done", result });
  } catch (error) {
    emit({ type: "error", message: messageOf(error) });
  }
});
