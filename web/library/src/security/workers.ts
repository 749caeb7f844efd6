import { startSecurityWorker } from "#start/security";
import type { KeyParamValues, PrivateKeyNumbers } from "../params.js";
import { connectTo } from "../single-module.js";
import { type CallTable, type InWorkers, workerClass } from "../workers/calls.js";
import type { WorkerPool } from "../workers/pool.js";
import type { WorkerPrivateKey } from "../workers/rsa-workers.js";
import { callWithNumbers, type WorkerOptions, Workers } from "../workers/workers.js";
import type { AssessKeyOptions, Assessment, AssessOptions, KeyAssessment, Verdict } from "./assess.js";
import type { PublicKeyNumbers } from "./attack.js";
import { type Attack, attacks } from "./attacks.js";
import { AttacksModule } from "./attacks-module.js";
import { attacksModule, type LoadOptions, module } from "./load.js";
import type { Security } from "./security.js";

const securityCalls = {
  assess: [1, "own"],
  demonstration: [1, "same"],
  runAttack: [2, "same"],
} as const satisfies CallTable<Security>;

/** TypeScript computes no overloaded types from those of `Security`. */
interface SecurityCalls extends Omit<InWorkers<Security, typeof securityCalls>, "assess"> {
  /**
   * Assesses parameters in a worker, as `Security.assess`.
   *
   * @param params the parameters for `generateKey`
   * @param options the length of e, if it is not that of key generation; a signal
   * @throws RsaError as for `Security.assess`; `closed`
   */
  assess(params: KeyParamValues, options?: AssessOptions): Promise<Assessment>;
  /**
   * Assesses a key in a worker, as `Security.assess`; also accepts a key of `connect`. The numbers of a private key are copied into
   * the worker.
   *
   * @param key a public or private key, or its numbers
   * @param options other keys to compare with; a signal
   * @throws RsaError as for `Security.assess`; `closed`
   */
  assess(
    key: PublicKeyNumbers | PrivateKeyNumbers | WorkerPrivateKey,
    options?: AssessKeyOptions,
  ): Promise<KeyAssessment>;
}

/** What a worker reports about its library. */
export type AboutSecurity = Pick<Security, "targets" | "thresholds">;

const Calls = workerClass<SecurityCalls, typeof Workers>(securityCalls, Workers);

/**
 * The calls of `Security` as promises, which run in workers. None blocks this thread, and each accepts a `signal` that ends it at
 * once. `onProgress` reports every step, and within a step at most every 16 ms. Documentation and examples are those of `Security`.
 */
export class SecurityWorkers extends Calls {
  /** As `Security.targets`. */
  readonly targets: readonly number[];
  /** As `Security.thresholds`. */
  readonly thresholds: Readonly<Record<Verdict, number>>;
  /** The attacks that you can run: `attacks` of this entry. */
  readonly attacks: readonly Attack[] = attacks;

  /** @internal */
  constructor(pool: WorkerPool, { targets, thresholds }: AboutSecurity) {
    super(pool, () => callWithNumbers(pool));
    this.targets = Object.freeze(targets);
    this.thresholds = Object.freeze(thresholds);
  }
}

/** How to start the workers. */
export interface ConnectOptions extends LoadOptions, WorkerOptions {}

/**
 * Starts workers that run the calls of this entry: Web Workers in browsers, worker threads in Node. The WebAssembly is compiled
 * once for all workers and for later calls of `connect` and `load`; that of the attacks is compiled by the first call that needs
 * it. In Node, idle workers do not keep the process alive.
 *
 * @param options how many workers to start, and where the worker and the WebAssembly come from
 * @throws RsaError `load-failed` as `load`; `worker-failed` if the first worker does not start; `invalid-params`
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
  const wrap = (pool: WorkerPool, about: unknown) => new SecurityWorkers(pool, about as AboutSecurity); // as its worker sends it
  return connectTo(module, options, startSecurityWorker, wrap, (given) => new AttacksModule(attacksModule(given)));
}
