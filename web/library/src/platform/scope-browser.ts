import type { FromWorker, ToWorker } from "../workers/protocol.js";

// `self` is typed by hand: the DOM and WebWorker libraries cannot be loaded together.
interface WorkerScope {
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;

/** Sends a message to the main side; the buffers are transferred, not copied. */
export function send(message: FromWorker, transfer: ArrayBuffer[]): void {
  scope.postMessage(message, transfer);
}

/** Receives the messages of the main side. */
export function hear(receive: (message: ToWorker) => void): void {
  scope.onmessage = (event) => receive(event.data);
}
