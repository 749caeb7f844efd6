import { startRsaWorker } from "#start/rsa";
import { chooseBuild } from "./builds.js";
import { formatsOf } from "./formats/load.js";
import { type LoadOptions, loadNames, mainModule } from "./load.js";
import { checkOptions, type Names } from "./options.js";
import { connectRsa, type RsaWorkers } from "./workers/rsa-workers.js";
import { poolOpener, type WorkerOptions, workerNames } from "./workers/workers.js";

/** Options of `connect`. */
export interface ConnectOptions extends LoadOptions, WorkerOptions {}

const connectNames: Names<ConnectOptions> = { ...loadNames, ...workerNames };

/**
 * Starts the library in workers: Web Workers in browsers, worker threads in Node. Its calls return promises, can be
 * canceled, and leave this thread free.
 *
 * The WebAssembly is compiled once and shared by all workers, and by later calls of `connect` and `load`. The modules of key
 * formats and containers are compiled by the first calls that need them. Idle workers help to search the primes of a key. In Node, they do not
 * keep the process alive.
 *
 * @param options the number of workers, the build, and the sources of the worker script and the WebAssembly
 * @throws RsaError `load-failed` and `unsupported-build` as for `load`; `worker-failed` if the first worker does not start;
 * `invalid-params`
 *
 * @example
 * ```ts
 * import { connect } from "rsa-variants";
 *
 * const workers = await connect();
 * const stop = new AbortController();
 * const key = await workers.generateKey(
 *   { variant: "crt", modulusLength: 2048 },
 *   { signal: stop.signal, onProgress: ({ phase, done }) => console.log(phase, done) },
 * );
 * const message = await key.decryptRaw(await key.publicKey.encryptRaw(new Uint8Array([42])));
 * await workers.close();
 * ```
 */
export async function connect(options: ConnectOptions = {}): Promise<RsaWorkers> {
  const openPool = poolOpener(checkOptions(options, connectNames, "{ workers: 2 }"), startRsaWorker);
  const build = chooseBuild(options);
  return connectRsa(openPool, build, mainModule(build, options.source), formatsOf(options));
}
