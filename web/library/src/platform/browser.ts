import type { FromWorker } from "../workers/protocol.js";
import type { Platform } from "./platform.js";

export const platform: Platform = {
  startWorker(events) {
    const worker = new Worker(new URL("../workers/browser-worker.js", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<FromWorker>) => events.message(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      // A script that could not be loaded gives an event without a message.
      events.failure(event.message || "its script could not be loaded (missing file, or refused by CSP worker-src)");
    };
    worker.onmessageerror = () => events.failure("its message could not be read");
    return {
      send: (message) => worker.postMessage(message),
      terminate: () => worker.terminate(),
      keepAlive: () => {},
    };
  },
  parallelism: () => globalThis.navigator?.hardwareConcurrency ?? 1,
};
