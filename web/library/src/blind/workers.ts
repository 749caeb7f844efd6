import { startBlindWorker } from "#start/blind";
import type { Bytes } from "../bytes.js";
import { describe, invalid } from "../errors.js";
import { useKeyFor } from "../key-use.js";
import { type AbortOptions, abortNames, checkOptions } from "../options.js";
import type { PrivateKeyNumbers, PublicKeyNumbers } from "../params.js";
import { connectTo } from "../single-module.js";
import { type CallTable, type InWorkers, placeOf, workerClass } from "../workers/calls.js";
import { copyValue } from "../workers/protocol.js";
import type { WorkerPrivateKey } from "../workers/rsa-workers.js";
import { numbersOf, type WorkerOptions, Workers } from "../workers/workers.js";
import type { Blind, PartialKeyNumbers } from "./blind.js";
import { type LoadOptions, module } from "./load.js";
import { type BlindSuiteName, checkSuite, type PartiallyBlindSuiteName } from "./suites.js";
import { WorkerIssuerKey } from "./worker-issuer-key.js";
import { WorkerBlindSuite, WorkerPartiallyBlindSuite } from "./worker-suites.js";

const blindCalls = { generateKey: [1, "own"] } as const satisfies CallTable<Blind>;
const BlindCalls = workerClass<InWorkers<Blind, typeof blindCalls>, typeof Workers>(blindCalls, Workers);

/**
 * The calls of `Blind` in workers. They return promises and do not block this thread, and each accepts a `signal` that ends it at once.
 * Lists are shared by all workers.
 */
export class BlindWorkers extends BlindCalls {
  /**
   * The calls of a suite of RFC 9474, in workers.
   *
   * @param name the name of the suite
   * @throws RsaError `invalid-params` for an unknown name
   */
  suite(name: BlindSuiteName): WorkerBlindSuite;
  /**
   * The calls of a suite of partially blind signatures, for one choice of public metadata, in workers.
   *
   * @param name the name of the suite
   * @param info the public metadata, as for `Blind.suite`
   * @throws RsaError `invalid-params` for an unknown name and for missing metadata
   */
  suite(name: PartiallyBlindSuiteName, info: Bytes): WorkerPartiallyBlindSuite;
  suite(name: BlindSuiteName | PartiallyBlindSuiteName, info?: Bytes): WorkerBlindSuite | WorkerPartiallyBlindSuite {
    const suite = checkSuite(name, info);
    const [pool] = placeOf(this);
    return suite.info === undefined
      ? new WorkerBlindSuite(pool, suite.name, undefined)
      : new WorkerPartiallyBlindSuite(pool, suite.name, suite.info);
  }

  /**
   * Prepares a private key to issue partially blind signatures, as `Blind.issuerKey`. Each worker prepares it when it first needs it.
   *
   * @param privateKey as for `Blind.issuerKey`; also a key of `connect` of `rsa-variants`. Its numbers are copied into the workers
   * @param options a signal
   * @throws RsaError as for `Blind.issuerKey`; `closed`
   */
  async issuerKey(
    privateKey: PrivateKeyNumbers | WorkerPrivateKey,
    options: AbortOptions = {},
  ): Promise<WorkerIssuerKey> {
    checkOptions(options, abortNames, "{ signal }");
    if (typeof privateKey !== "object" || privateKey === null || !("components" in privateKey)) {
      throw invalid("privateKey", `must be a private key, got ${describe(privateKey)}`);
    }
    const [pool] = placeOf(this);
    // Copied now: fetching the numbers of a key from a worker takes a moment.
    const { params, components } = (await numbersOf(copyValue(privateKey))) as PartialKeyNumbers;
    const keyId = pool.newKeyId();
    pool.keep(keyId, { kind: "private", params, components, publicKeys: [] });
    try {
      const publicKey = (await pool.call(keyId, "publicKey", [], options)) as PublicKeyNumbers; // as IssuerKey's
      useKeyFor(privateKey, "blind signatures");
      return new WorkerIssuerKey(pool, keyId, publicKey);
    } catch (error) {
      pool.forget(keyId);
      throw error;
    }
  }
}

/** How to start the workers. */
export interface ConnectOptions extends LoadOptions, WorkerOptions {}

/**
 * Starts workers that run the calls of this entry: Web Workers in browsers, worker threads in Node. The WebAssembly is compiled
 * once for all workers and for later calls of `connect` and `load`. In Node, idle workers do not keep the process alive.
 *
 * Suites of RFC 9474 sign with keys of `connect` of `rsa-variants`, in the workers of those keys.
 *
 * @param options how many workers to start, and where the worker and the WebAssembly come from
 * @throws RsaError `load-failed` as `load`; `worker-failed` if the first worker does not start; `invalid-params`
 *
 * @example
 * ```ts
 * import { connect as connectRsa } from "rsa-variants";
 * import { connect } from "rsa-variants/blind";
 *
 * const [rsa, workers] = await Promise.all([connectRsa(), connect()]);
 * const key = await rsa.generateKey({ variant: "multi-prime", modulusLength: 2048 });
 * const suite = workers.suite("RSABSSA-SHA384-PSS-Randomized");
 * const messages = await Promise.all([1, 2, 3].map((number) => suite.prepare(new Uint8Array([number]))));
 * const blinded = await suite.blindMany(key.publicKey, messages); // the client
 * const requests = blinded.map(({ blindedMessage }) => blindedMessage);
 * const answers = await suite.blindSignMany(key, requests, { signal: AbortSignal.timeout(60_000) }); // the issuer
 * console.log(answers.every(({ status }) => status === "fulfilled")); // true
 * await Promise.all([rsa.close(), workers.close()]);
 * ```
 */
export async function connect(options: ConnectOptions = {}): Promise<BlindWorkers> {
  return connectTo(module, options, startBlindWorker, (pool) => new BlindWorkers(pool));
}
