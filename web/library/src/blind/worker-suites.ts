import { type Bytes, copyBytes, toBytes } from "../bytes.js";
import { describe, invalid } from "../errors.js";
import { useKeyFor } from "../key-use.js";
import { type ManyProgress, manyNames, type SettledBytes, toByteList, toSettled } from "../many.js";
import {
  type AbortOptions,
  abortNames,
  checkOptions,
  type Names,
  type OperationOptions,
  operationNames,
  type PrivateOperationOptions,
  privateOperationNames,
  type ReportOptions,
  toEngine,
  toPrivateOptions,
} from "../options.js";
import type { PublicKeyNumbers } from "../params.js";
import { InWorkerObject, placeOf } from "../workers/calls.js";
import type { WorkerPool } from "../workers/pool.js";
import { copyValue } from "../workers/protocol.js";
import type { WorkerPrivateKey } from "../workers/rsa-workers.js";
import { type ItemsCall, settled, shareItems } from "../workers/share-list.js";
import {
  answerNames,
  type BlindAnswer,
  type Blinded,
  checkPublicKey,
  objectsOf,
  only,
  type SignedMessage,
  signedNames,
} from "./client.js";
import {
  type IssuerListOptions,
  type IssuerOptions,
  RawSigning,
  requireFaultCheck,
  signatureLength,
} from "./raw-signing.js";
import type { BlindSuiteName, CheckedSuite, PartiallyBlindSuiteName } from "./suites.js";
import { WorkerIssuerKey } from "./worker-issuer-key.js";

/** Options of a client's calls for lists in workers. */
export interface BlindListOptions extends OperationOptions, ReportOptions<ManyProgress> {}

const listNames: Names<BlindListOptions> = { ...operationNames, onProgress: true };

/** What clients and verifiers do, in workers: the calls that both kinds of suites have. Lists are shared by all workers. */
export abstract class WorkerBlindClient<Name extends BlindSuiteName | PartiallyBlindSuiteName> {
  /** The name of the suite in its specification. */
  readonly name: Name;
  readonly #pool: WorkerPool;
  readonly #suite: CheckedSuite;

  /** @internal */
  constructor(pool: WorkerPool, name: Name, suite: CheckedSuite) {
    this.name = name;
    this.#pool = pool;
    this.#suite = suite;
  }

  /**
   * Prepares a message, as `BlindClient.prepare`.
   *
   * @param message the message, of any length
   * @param options a signal
   * @throws RsaError `invalid-params`, `no-random-numbers`, `closed`
   */
  async prepare(message: Bytes, options: AbortOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    checkOptions(options, abortNames, "{ signal }");
    const args = [this.#suite, toBytes("message", message)];
    return (await this.#pool.call(undefined, "prepare", args, options)) as Uint8Array<ArrayBuffer>; // as ServedBlind.prepare
  }

  /**
   * Blinds a prepared message, as `BlindClient.blind`.
   *
   * @param publicKey the issuer's public key, or its numbers
   * @param preparedMessage the result of `prepare`
   * @param options the engine; a signal that ends the call at once
   * @returns the request for the issuer, and the secret `inverse` for `finalize`
   * @throws RsaError as for `BlindClient.blind`; `closed`
   */
  async blind(publicKey: PublicKeyNumbers, preparedMessage: Bytes, options: OperationOptions = {}): Promise<Blinded> {
    toEngine(options); // refuses `onProgress`, too
    const messages = [toBytes("preparedMessage", preparedMessage)];
    const [blinded] = await this.#share<Blinded>("blindMany", publicKey, messages, options);
    return blinded as Blinded; // one for each message
  }

  /**
   * Blinds many prepared messages for one key in all workers, as `BlindClient.blindMany`.
   *
   * @param publicKey the issuer's public key, or its numbers
   * @param preparedMessages results of `prepare`
   * @param options the engine; progress; a signal that ends the call at once
   * @returns the requests and inverses, in the same order
   * @throws RsaError as for `BlindClient.blind`; `closed`
   */
  async blindMany(
    publicKey: PublicKeyNumbers,
    preparedMessages: readonly Bytes[],
    options: BlindListOptions = {},
  ): Promise<Blinded[]> {
    return this.#share("blindMany", publicKey, toByteList("preparedMessages", preparedMessages), options);
  }

  /**
   * Removes the blinding from the issuer's answer and verifies the signature, as `BlindClient.finalize`.
   *
   * @param publicKey the issuer's public key, or its numbers
   * @param preparedMessage the message that was blinded
   * @param blindSignature the issuer's answer, as long as the modulus
   * @param inverse the inverse that `blind` returned
   * @param options the engine; a signal that ends the call at once
   * @returns the signature, as long as the modulus
   * @throws RsaError as for `BlindClient.finalize`; `closed`
   */
  async finalize(
    publicKey: PublicKeyNumbers,
    preparedMessage: Bytes,
    blindSignature: Bytes,
    inverse: Bytes,
    options: OperationOptions = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    toEngine(options);
    const answer = {
      preparedMessage: toBytes("preparedMessage", preparedMessage),
      blindSignature: toBytes("blindSignature", blindSignature),
      inverse: toBytes("inverse", inverse),
    };
    return only(await this.#finalizeAll(publicKey, [answer], options));
  }

  /**
   * `finalize` for many answers to requests with one key in all workers, as `BlindClient.finalizeMany`.
   *
   * @param publicKey the issuer's public key, or its numbers
   * @param answers the answers, each with its message and inverse
   * @param options the engine; progress; a signal that ends the call at once
   * @returns a result for each answer, in the shape of `Promise.allSettled`
   * @throws RsaError as for `BlindClient.finalizeMany`; `closed`
   */
  async finalizeMany(
    publicKey: PublicKeyNumbers,
    answers: readonly BlindAnswer[],
    options: BlindListOptions = {},
  ): Promise<SettledBytes[]> {
    return this.#finalizeAll(publicKey, objectsOf("answers", answers, answerNames), options);
  }

  async #finalizeAll(
    publicKey: PublicKeyNumbers,
    answers: readonly unknown[],
    options: BlindListOptions,
  ): Promise<SettledBytes[]> {
    return settled(await this.#share("finalizeMany", publicKey, answers, options));
  }

  /**
   * Verifies a signature of a prepared message, as `BlindClient.verify`.
   *
   * @param publicKey the issuer's public key, or its numbers
   * @param signature the signature
   * @param preparedMessage the message as `prepare` returned it
   * @param options the engine; a signal that ends the call at once
   * @returns `true` for a valid signature; `false` for anything else
   * @throws RsaError as for `BlindClient.verify`; `closed`
   */
  async verify(
    publicKey: PublicKeyNumbers,
    signature: Bytes,
    preparedMessage: Bytes,
    options: OperationOptions = {},
  ): Promise<boolean> {
    toEngine(options);
    const signed = {
      signature: toBytes("signature", signature),
      preparedMessage: toBytes("preparedMessage", preparedMessage),
    };
    const [isValid] = await this.#share<boolean>("verifyMany", publicKey, [signed], options);
    return isValid === true;
  }

  /**
   * `verify` for many signatures with one key in all workers, as `BlindClient.verifyMany`.
   *
   * @param publicKey the issuer's public key, or its numbers
   * @param signed the signatures, each with its prepared message
   * @param options the engine; progress; a signal that ends the call at once
   * @returns whether each signature is valid, in the same order
   * @throws RsaError as for `BlindClient.verify`; `closed`
   */
  async verifyMany(
    publicKey: PublicKeyNumbers,
    signed: readonly SignedMessage[],
    options: BlindListOptions = {},
  ): Promise<boolean[]> {
    return this.#share("verifyMany", publicKey, objectsOf("signed", signed, signedNames), options);
  }

  /** Makes a call of `ServedBlind` for views of the caller's items in all workers. */
  #share<R>(
    method: string,
    publicKey: PublicKeyNumbers,
    items: readonly unknown[],
    options: BlindListOptions,
  ): Promise<R[]> {
    checkPublicKey(publicKey);
    const { modulus, publicExponent, messageLength } = publicKey;
    const { onProgress, ...rest } = checkOptions(options, listNames, "{ onProgress }");
    toEngine(rest);
    const before = [this.#suite, { modulus, publicExponent, messageLength }];
    const call: ItemsCall<R> = async (part) =>
      (await this.#pool.call(undefined, method, [...before, part], rest)) as readonly R[]; // as ServedBlind's call of this name
    return shareItems(this.#pool.size, copyValue(items) as readonly unknown[], call, options);
  }
}

/**
 * A suite of RFC 9474 whose calls run in workers. Use a key for one suite only, and for nothing else.
 *
 * @example
 * ```ts
 * import { connect as connectRsa } from "rsa-variants";
 * import { connect } from "rsa-variants/blind";
 *
 * const [rsa, workers] = await Promise.all([connectRsa(), connect()]);
 * const key = await rsa.generateKey({ variant: "multi-prime", modulusLength: 2048 });
 * const suite = workers.suite("RSABSSA-SHA384-PSS-Randomized");
 *
 * const message = await suite.prepare(new TextEncoder().encode("one vote"));
 * const { blindedMessage, inverse } = await suite.blind(key.publicKey, message); // the client
 * const answer = await suite.blindSign(key, blindedMessage); // the issuer
 * const signature = await suite.finalize(key.publicKey, message, answer, inverse); // the client
 * console.log(await suite.verify(key.publicKey, signature, message)); // true
 * await Promise.all([rsa.close(), workers.close()]);
 * ```
 */
export class WorkerBlindSuite extends WorkerBlindClient<BlindSuiteName> {
  /**
   * Signs a blinded message, as `BlindSuite.blindSign`. It is the guarded raw operation of the key, so it runs in the workers of the key.
   *
   * @param privateKey a key of `connect` of `rsa-variants`, of any variant but `unbalanced`; a `batch` key uses its first exponent
   * @param blindedMessage the client's request, as long as the modulus
   * @param options the engine and blinding; a signal that ends the call at once; `faultCheck` must stay on
   * @returns the answer for the client, as long as the modulus
   * @throws RsaError as for `BlindSuite.blindSign`; `closed` if the workers of the key were closed
   */
  async blindSign(
    privateKey: WorkerPrivateKey,
    blindedMessage: Bytes,
    options: IssuerOptions = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    checkOptions(options, privateOperationNames, "{ engine }");
    return only(await this.blindSignMany(privateKey, [toBytes("blindedMessage", blindedMessage)], options));
  }

  /**
   * Signs many blinded messages in all workers of the key, as `BlindSuite.blindSignMany`.
   *
   * @param privateKey as for `blindSign`
   * @param blindedMessages the clients' requests
   * @param options the engine and blinding; progress; a signal that ends the call at once
   * @returns a result for each request, in the shape of `Promise.allSettled`: a wrong request does not affect the others
   * @throws RsaError as for `BlindSuite.blindSignMany`; `closed` if the workers of the key were closed
   */
  async blindSignMany(
    privateKey: WorkerPrivateKey,
    blindedMessages: readonly Bytes[],
    options: IssuerListOptions = {},
  ): Promise<SettledBytes[]> {
    if (!(privateKey instanceof InWorkerObject && "params" in privateKey)) {
      const problem = `must be a private key of connect() of "rsa-variants", got ${describe(privateKey)}`;
      throw invalid("privateKey", problem);
    }
    const length = signatureLength(privateKey.params);
    useKeyFor(privateKey, "blind signatures");
    return signInWorkers(privateKey, blindedMessages, options, (call, rest) => async (part) => {
      const signing = new RawSigning(length, part as readonly Uint8Array[]); // copies of the caller's bytes
      for (;;) {
        try {
          const answers = await call("decryptRawMany", [signing.blocks], rest);
          return signing.finish(answers as Uint8Array<ArrayBuffer>[]).map(toSettled); // as PrivateKey's call of this name
        } catch (error) {
          signing.refuse(error);
        }
      }
    });
  }
}

/**
 * A suite of partially blind signatures, with public metadata, whose calls run in workers. Use a key for one suite only, and for nothing
 * else.
 *
 * @example
 * ```ts
 * import { connect } from "rsa-variants/blind";
 *
 * const workers = await connect();
 * const issuerKey = await workers.issuerKey(await workers.generateKey({ modulusLength: 2048 }));
 * const suite = workers.suite("RSAPBSSA-SHA384-PSS-Randomized", new TextEncoder().encode("valid in week 12"));
 *
 * const message = await suite.prepare(new TextEncoder().encode("one vote"));
 * const { blindedMessage, inverse } = await suite.blind(issuerKey.publicKey, message); // the client
 * const answer = await suite.blindSign(issuerKey, blindedMessage); // the issuer
 * const signature = await suite.finalize(issuerKey.publicKey, message, answer, inverse); // the client
 * console.log(await suite.verify(issuerKey.publicKey, signature, message)); // true
 * await workers.close();
 * ```
 */
export class WorkerPartiallyBlindSuite extends WorkerBlindClient<PartiallyBlindSuiteName> {
  readonly #suite: CheckedSuite;

  /** @internal */
  constructor(pool: WorkerPool, name: PartiallyBlindSuiteName, suite: CheckedSuite) {
    super(pool, name, suite);
    this.#suite = suite;
  }

  /**
   * Signs a blinded message, as `PartiallyBlindSuite.blindSign`.
   *
   * @param issuerKey the result of `BlindWorkers.issuerKey`
   * @param blindedMessage the client's request, as long as the modulus
   * @param options the engine and blinding; a signal that ends the call at once; `faultCheck` must stay on
   * @returns the answer for the client, as long as the modulus
   * @throws RsaError as for `PartiallyBlindSuite.blindSign`; `closed`
   */
  async blindSign(
    issuerKey: WorkerIssuerKey,
    blindedMessage: Bytes,
    options: IssuerOptions = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    checkOptions(options, privateOperationNames, "{ engine }");
    return only(await this.blindSignMany(issuerKey, [toBytes("blindedMessage", blindedMessage)], options));
  }

  /**
   * Signs many blinded messages in all workers, as `PartiallyBlindSuite.blindSignMany`.
   *
   * @param issuerKey the result of `BlindWorkers.issuerKey`
   * @param blindedMessages the clients' requests
   * @param options the engine and blinding; progress; a signal that ends the call at once
   * @returns a result for each request, in the shape of `Promise.allSettled`: a wrong request does not affect the others
   * @throws RsaError as for `PartiallyBlindSuite.blindSignMany`; `closed`
   */
  async blindSignMany(
    issuerKey: WorkerIssuerKey,
    blindedMessages: readonly Bytes[],
    options: IssuerListOptions = {},
  ): Promise<SettledBytes[]> {
    if (!(issuerKey instanceof WorkerIssuerKey)) {
      const problem = `must be the result of issuerKey() of these workers, got ${describe(issuerKey)}`;
      throw invalid("issuerKey", problem);
    }
    return signInWorkers(
      issuerKey,
      blindedMessages,
      options,
      (call, rest) => async (part) => settled(await call("blindSignMany", [this.#suite, part], rest)),
    );
  }
}

/** Shares requests among the workers in which the key lives. */
async function signInWorkers(
  key: InWorkerObject,
  blindedMessages: readonly Bytes[],
  options: IssuerListOptions,
  callOf: (call: ReturnType<WorkerPool["callsOn"]>, options: PrivateOperationOptions) => ItemsCall<SettledBytes>,
): Promise<SettledBytes[]> {
  const requests = toByteList("blindedMessages", blindedMessages).map(copyBytes);
  const { onProgress, ...rest } = checkOptions(options, manyNames, "{ onProgress }");
  toPrivateOptions(rest);
  requireFaultCheck(rest);
  const [pool, keyId] = placeOf(key, "blindSign");
  return shareItems(pool.size, requests, callOf(pool.callsOn(keyId as string), rest), options); // keys have a name
}
