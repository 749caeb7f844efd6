/**
 * The script of a worker for `connect({ worker })`: importing this module makes the worker serve. It has no exports.
 *
 * @example
 * ```ts
 * // worker.js, which your bundler bundles
 * import "rsa-variants/worker";
 *
 * // the main script:
 * // connect({ worker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }) })
 * ```
 *
 * @module
 */
// `self` is typed by hand: the DOM and WebWorker libraries cannot be loaded together.
import type { FromWorker, ToWorker } from "./protocol.js";
import { type RsaStart, serveRsa } from "./rsa-worker.js";

interface WorkerScope {
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void;
  onmessage: ((event: MessageEvent<ToWorker<RsaStart>>) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;
const receive = serveRsa((message, transfer) => scope.postMessage(message, transfer));
scope.onmessage = (event) => receive(event.data);
