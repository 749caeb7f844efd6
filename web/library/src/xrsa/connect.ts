import { startXrsaWorker } from "#start/xrsa";
import { connectTo } from "../single-module.js";
import type { WorkerOptions } from "../workers/workers.js";
import { type LoadOptions, module } from "./load.js";
import { XrsaWorkers } from "./workers.js";

/** How to start the workers. */
export interface ConnectOptions extends LoadOptions, WorkerOptions {}

/**
 * Starts the calls of this entry in workers: Web Workers in browsers, worker threads in Node. The WebAssembly is compiled once for
 * all workers, every further `connect` and `load`. In Node, idle workers do not keep the process alive.
 *
 * @param options how many workers, and where worker and WebAssembly come from
 * @throws RsaError `load-failed` as `load`; `worker-failed` when the first worker does not start; `invalid-params`
 *
 * @example
 * ```ts
 * import { connect as connectRsa } from "rsa-variants";
 * import { connect } from "rsa-variants/xrsa";
 *
 * const rsa = await connectRsa({ workers: 1 });
 * const workers = await connect({ workers: 1 });
 * const key = await rsa.generateKey({ variant: "crt", modulusLength: 4096 });
 * const device = await workers.device({ multiplierLength: 2048 });
 * const { report } = await device.decryptRaw(key, new Uint8Array([2]), {
 *   onProgress: ({ multiplications, expected }) => console.log(multiplications, expected),
 * });
 * console.log(report.total.multiplications); // 5006
 * await workers.close();
 * await rsa.close();
 * ```
 */
export async function connect(options: ConnectOptions = {}): Promise<XrsaWorkers> {
  return connectTo(module, options, startXrsaWorker, (pool) => new XrsaWorkers(pool));
}
