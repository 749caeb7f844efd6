import type { BenchEvent, PartRequest } from "./protocol.ts";
import { measurePart } from "./session.ts";
import { messageOf } from "./workshop.ts";

/** The worker: it receives one part and sends events until the part is done. */
const emit = (event: BenchEvent): void => postMessage(event);

addEventListener("message", ({ data }: MessageEvent<PartRequest>) => {
  measurePart(data, (text) => emit({ type: "progress", text })).then(
    (result) => emit({ type: "done", result }),
    (error: unknown) => emit({ type: "error", message: messageOf(error) }),
  );
});
