import { startSecurityWorker } from "#start/security";
import { connectTo } from "../single-module.js";
import type { WorkerOptions } from "../workers/workers.js";
import { type LoadOptions, module } from "./load.js";
import { type AboutSecurity, SecurityWorkers } from "./workers.js";

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
 * import { connect } from "rsa-variants/security";
 *
 * const workers = await connect({ workers: 2 });
 * const { target } = await workers.demonstration("small-crt-exponents", { variant: "scheme-b" });
 * const outcome = await workers.runAttack("small-crt-exponents", target, {
 *   signal: AbortSignal.timeout(60_000),
 *   onProgress: ({ step, done }) => console.log(step, done),
 * });
 * console.log(outcome.found ? outcome.primes : outcome.reason);
 * await workers.close();
 * ```
 */
export async function connect(options: ConnectOptions = {}): Promise<SecurityWorkers> {
  const wrap = (pool: ConstructorParameters<typeof SecurityWorkers>[0], about: unknown) =>
    new SecurityWorkers(pool, about as AboutSecurity); // what worker.ts says of it
  return connectTo(module, options, startSecurityWorker, wrap);
}
