import { type Build, chooseBuild } from "../../library/src/builds.js";
import { checkOptions, type Names } from "../../library/src/options.js";
import { poolOpener, type WorkerOptions, workerNames } from "../../library/src/workers/workers.js";
import { type LoadOptions, loadNames, moduleOf } from "./load.js";
import { startWorker } from "./start/browser.js";
import { PowersWorkers } from "./workers.js";

/** Options of `connect`. */
export interface ConnectOptions extends LoadOptions, WorkerOptions {}

const connectNames: Names<ConnectOptions> = { ...loadNames, ...workerNames };

/**
 * Starts the library in workers: Web Workers in browsers, worker threads in Node. Its calls return promises, can be canceled, and
 * leave this thread free. The WebAssembly is compiled once for all workers. In Node, idle workers do not keep the process alive.
 *
 * @param options the number of workers, the build, and the sources of the worker script and the WebAssembly
 * @throws PowersError `load-failed` and `unsupported-build` as for `load`; `worker-failed` if the first worker does not start;
 * `invalid-params`
 *
 * @example
 * ```ts
 * import { connect } from "modular-powers";
 * const workers = await connect({ workers: 2 });
 * const group = workers.modulus(2n ** 521n - 1n);
 * console.log(await group.pow(3n, 5n)); // 243n
 * await workers.close();
 * ```
 */
export async function connect(options: ConnectOptions = {}): Promise<PowersWorkers> {
  const openPool = poolOpener(checkOptions(options, connectNames, "{ workers: 2 }"), startWorker);
  const build: Build = chooseBuild(options);
  const { pool } = await openPool({ library: "powers", build, withModule: moduleOf(build, options) });
  return new PowersWorkers(pool, build);
}
