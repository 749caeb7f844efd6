// Entry of a Web Worker. `self` is typed by hand: the DOM and WebWorker libraries cannot be loaded together.
import type { FromWorker, ToWorker } from "./protocol.js";
import { serve } from "./serve.js";

interface WorkerScope {
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;
const receive = serve((message) => scope.postMessage(message));
scope.onmessage = (event) => receive(event.data);
