// Entry of a Web Worker. `self` is typed by hand: the DOM and WebWorker libraries cannot be loaded together.
import type { FromWorker, ToWorker } from "./protocol.js";
import { type RsaStart, serveRsa } from "./rsa-worker.js";

interface WorkerScope {
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void;
  onmessage: ((event: MessageEvent<ToWorker<RsaStart>>) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;
const receive = serveRsa((message, transfer) => scope.postMessage(message, transfer));
scope.onmessage = (event) => receive(event.data);
