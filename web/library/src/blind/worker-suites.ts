import { type Bytes, toBytes } from "../bytes.js";
import { describe, invalid } from "../errors.js";
import { useKeyFor } from "../key-use.js";
import { type ManyProgress, manyNames, mostAtOnce, type SettledBytes, toSettled } from "../many.js";
import {
  checkOptions,
  type Names,
  type OperationOptions,
  operationNames,
  privateOperationNames,
  type ReportOptions,
} from "../options.js";
import type { PublicKeyNumbers } from "../params.js";
import { type CallTable, InWorkerObject, type InWorkers, placeOf, workerClass } from "../workers/calls.js";
import type { WorkerPool } from "../workers/pool.js";
import type { Forward } from "../workers/protocol.js";
import type { WorkerPrivateKey } from "../workers/rsa-workers.js";
import { bytesLast, listCall } from "../workers/share-list.js";
import { answerNames, type BlindClient, numbersOf, objectsOf, only, signedNames } from "./client.js";
import {
  type IssuerListOptions,
  type IssuerOptions,
  RawSigning,
  requireFaultCheck,
  signatureLength,
} from "./raw-signing.js";
import type { BlindSuiteName, PartiallyBlindSuiteName } from "./suites.js";
import { WorkerIssuerKey } from "./worker-issuer-key.js";

/** Options of a client's calls for lists in workers. */
export interface BlindListOptions extends OperationOptions, ReportOptions<ManyProgress> {}

const listNames: Names<BlindListOptions> = { ...operationNames, onProgress: true };

/** A client's call for a list of objects. */
const objectsCall = (list: string, names: readonly string[]) =>
  listCall<BlindListOptions>(listNames, (key, objects) => [[key], objectsOf(list, objects, names)], mostAtOnce);

const clientCalls = {
  prepare: [1, "signal"],
  blind: [2, "own"],
  blindMany: [2, listCall<BlindListOptions>(listNames, bytesLast("preparedMessages"), mostAtOnce)],
  finalize: [4, "own"],
  finalizeMany: [2, objectsCall("answers", answerNames)],
  verify: [3, "own"],
  verifyMany: [2, objectsCall("signed", signedNames)],
} as const satisfies CallTable<BlindClient<BlindSuiteName>>;

const ClientCalls = workerClass<InWorkers<BlindClient<BlindSuiteName>, typeof clientCalls>>(clientCalls);

/**
 * What clients and verifiers do, in workers: the calls that both kinds of suites have. The documentation and examples are those of
 * `BlindClient`: here, `await` the result. Each call accepts a `signal` that ends it at once. Lists are shared by all workers, with
 * `onProgress` as a further option.
 */
export abstract class WorkerBlindClient<Name extends BlindSuiteName | PartiallyBlindSuiteName> extends ClientCalls {
  /** The name of the suite in its specification. */
  readonly name: Name;
  readonly #info: Uint8Array | undefined;

  /** @internal */
  constructor(pool: WorkerPool, name: Name, info: Uint8Array | undefined) {
    super(pool, undefined, () => this.calls(pool.callsOn(undefined)));
    this.name = name;
    this.#info = info;
  }

  /**
   * Sends each call to the suite of this name and metadata, which the worker makes for that call.
   *
   * @internal
   */
  calls(call: Forward): Forward {
    return async (method, [first, ...others], options) => {
      const isKey = method !== "prepare" && method !== "blindSignMany";
      const args = [isKey ? numbersOf(first as PublicKeyNumbers) : first, ...others];
      return call(`suite.${method}`, [[this.name, this.#info], ...args], options);
    };
  }
}

const signMany = listCall<IssuerListOptions>(manyNames, bytesLast("blindedMessages"), mostAtOnce);

/** A suite, with the calls of an issuer. */
abstract class WorkerSuite<
  Name extends BlindSuiteName | PartiallyBlindSuiteName,
  Key extends InWorkerObject,
> extends WorkerBlindClient<Name> {
  /**
   * Signs a blinded message, as the call of this name on this thread, in a worker of the key.
   *
   * @param key in a suite of RFC 9474, a private key of `connect` of `rsa-variants`, of any variant but `unbalanced`; a `batch` key uses
   * its first exponent. In a partially blind suite, the result of `BlindWorkers.issuerKey`
   * @param blindedMessage the client's request, as long as the modulus
   * @param options the engine and blinding; a signal that ends the call at once; `faultCheck` must stay on
   * @returns the answer for the client, as long as the modulus
   * @throws RsaError as on this thread; `closed` if the workers of the key were closed
   */
  async blindSign(key: Key, blindedMessage: Bytes, options: IssuerOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    checkOptions(options, privateOperationNames, "{ engine }");
    return only(await this.blindSignMany(key, [toBytes("blindedMessage", blindedMessage)], options));
  }

  /**
   * Signs many blinded messages, as the call of this name on this thread, in all workers of the key.
   *
   * @param key as for `blindSign`
   * @param blindedMessages the clients' requests
   * @param options the engine and blinding; progress; a signal that ends the call at once
   * @returns a result for each request, in the shape of `Promise.allSettled`: a wrong request does not affect the others
   * @throws RsaError as on this thread; `closed` if the workers of the key were closed
   */
  async blindSignMany(
    key: Key,
    blindedMessages: readonly Bytes[],
    options: IssuerListOptions = {},
  ): Promise<SettledBytes[]> {
    requireFaultCheck(checkOptions(options, manyNames, "{ onProgress }"));
    const callsWith = this.signer(key);
    const [pool, keyId] = placeOf(key);
    return signMany(pool.size, callsWith(pool.callsOn(keyId)), "blindSignMany", [blindedMessages], options);
  }

  /**
   * Checks the key, and returns what turns calls on it into calls for requests.
   *
   * @internal
   */
  abstract signer(key: Key): (call: Forward) => Forward;
}

/** A suite of RFC 9474 whose calls run in workers. Use a key for one suite only, and for nothing else. */
export class WorkerBlindSuite extends WorkerSuite<BlindSuiteName, WorkerPrivateKey> {
  /**
   * The guarded raw operation.
   *
   * @internal
   */
  override signer(key: WorkerPrivateKey): (call: Forward) => Forward {
    if (!(key instanceof InWorkerObject && "params" in key)) {
      throw invalid("privateKey", `must be a private key of connect() of "rsa-variants", got ${describe(key)}`);
    }
    const length = signatureLength(key.params);
    return (call) =>
      async (_method, [requests], options) => {
        useKeyFor(key, "blind signatures"); // after all checks, because it marks the key as an issuer's
        const signing = new RawSigning(length, requests as readonly Uint8Array[]); // copies of the caller's bytes
        for (;;) {
          try {
            const answers = await call("decryptRawMany", [signing.blocks], options);
            return signing.finish(answers as Uint8Array<ArrayBuffer>[]).map(toSettled); // as PrivateKey's call of this name
          } catch (error) {
            signing.refuse(error);
          }
        }
      };
  }
}

/**
 * A suite of partially blind signatures, with public metadata, whose calls run in workers. Use a key for one suite only, and for nothing
 * else.
 */
export class WorkerPartiallyBlindSuite extends WorkerSuite<PartiallyBlindSuiteName, WorkerIssuerKey> {
  /** @internal */
  override signer(key: WorkerIssuerKey): (call: Forward) => Forward {
    if (key instanceof WorkerIssuerKey) return (call) => this.calls(call);
    throw invalid("issuerKey", `must be the result of issuerKey() of these workers, got ${describe(key)}`);
  }
}
