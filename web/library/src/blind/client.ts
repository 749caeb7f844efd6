import { type Bytes, naturalToBytes, toByteList, toBytes } from "../bytes.js";
import { describe, guarded, invalid } from "../errors.js";
import { useOnce } from "../handle.js";
import { join, mostAtOnce, type SettledBytes, toSettled, wipeResults } from "../many.js";
import { type OperationOptions, toEngine } from "../options.js";
import type { PublicKeyNumbers } from "../params.js";
import type { BindingsClient, BlindBindings } from "./bindings.js";
import type { BlindSuiteName, PartiallyBlindSuiteName } from "./suites.js";

/** What `blind` returns. */
export interface Blinded {
  /** The request for the issuer, as long as the modulus. */
  readonly blindedMessage: Uint8Array<ArrayBuffer>;
  /** The inverse of the blinding factor, as long as the modulus, for `finalize`. **Keep it secret, and use it once.** */
  readonly inverse: Uint8Array<ArrayBuffer>;
}

/** An issuer's answer, with what belongs to it. */
export interface BlindAnswer {
  /** The message that `prepare` returned. */
  readonly preparedMessage: Bytes;
  /** The answer of `blindSign`. */
  readonly blindSignature: Bytes;
  /** The inverse that `blind` returned. */
  readonly inverse: Bytes;
}

/** A signature, with its message. */
export interface SignedMessage {
  /** The signature that `finalize` returned. */
  readonly signature: Bytes;
  /** The message that `prepare` returned. */
  readonly preparedMessage: Bytes;
}

/** What clients and verifiers do: the calls that both kinds of suites have. */
export class BlindClient<Name extends BlindSuiteName | PartiallyBlindSuiteName> {
  /** The name of the suite in its specification. */
  readonly name: Name;
  readonly #bindings: Pick<BlindBindings, "prepare" | "Client">;
  readonly #info: Uint8Array | undefined;

  /** @internal */
  constructor(bindings: Pick<BlindBindings, "prepare" | "Client">, name: Name, info: Uint8Array | undefined) {
    this.#bindings = bindings;
    this.name = name;
    this.#info = info;
  }

  /**
   * Prepares a message (Prepare in RFC 9474, section 4.1): puts 32 random bytes before it in a `Randomized` suite, and copies it in a
   * `Deterministic` one. The result is what gets signed, so pass it to the other calls, and to verifiers together with the signature.
   *
   * @param message the message, of any length
   * @throws RsaError `invalid-params`, `no-random-numbers`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/blind";
   * const suite = (await load()).suite("RSABSSA-SHA384-PSS-Randomized");
   * console.log(suite.prepare(new Uint8Array(10)).length); // 42
   * ```
   */
  prepare(message: Bytes): Uint8Array<ArrayBuffer> {
    const bytes = toBytes("message", message);
    return guarded(() => this.#bindings.prepare(this.name, bytes));
  }

  /**
   * Blinds a prepared message (Blind). Runs in constant time.
   *
   * @param publicKey the issuer's public key, or its numbers
   * @param preparedMessage the result of `prepare`
   * @param options the engine
   * @returns the request for the issuer, and the secret `inverse` for `finalize`
   * @throws RsaError `key-too-short`, `invalid-params`, `wrong-variant` for an `unbalanced` key; `not-invertible` if the modulus is not
   * that of an RSA key
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * import { load as loadBlind } from "rsa-variants/blind";
   * const key = (await load()).generateKey({ variant: "crt", modulusLength: 2048 });
   * const suite = (await loadBlind()).suite("RSABSSA-SHA384-PSS-Randomized");
   * const { blindedMessage, inverse } = suite.blind(key.publicKey, suite.prepare(new Uint8Array([1])));
   * console.log(blindedMessage.length, inverse.length); // 256 256
   * key.free();
   * ```
   */
  blind(publicKey: PublicKeyNumbers, preparedMessage: Bytes, options: OperationOptions = {}): Blinded {
    const [blinded] = this.#blindAll(publicKey, [toBytes("preparedMessage", preparedMessage)], options);
    return blinded as Blinded; // one for each message
  }

  /**
   * Blinds many prepared messages for one key, which is faster than `blind` in a loop: the engine works on two at a time, and one
   * inversion serves 64.
   *
   * @param publicKey the issuer's public key, or its numbers
   * @param preparedMessages results of `prepare`
   * @param options the engine
   * @returns the requests and inverses, in the same order
   * @throws RsaError as for `blind`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * import { load as loadBlind } from "rsa-variants/blind";
   * const key = (await load()).generateKey({ variant: "crt", modulusLength: 2048 });
   * const suite = (await loadBlind()).suite("RSABSSA-SHA384-PSS-Randomized");
   * const messages = [1, 2, 3].map((number) => suite.prepare(new Uint8Array([number])));
   * console.log(suite.blindMany(key.publicKey, messages).length); // 3
   * key.free();
   * ```
   */
  blindMany(
    publicKey: PublicKeyNumbers,
    preparedMessages: readonly Bytes[],
    options: OperationOptions = {},
  ): Blinded[] {
    return this.#blindAll(publicKey, toByteList("preparedMessages", preparedMessages), options);
  }

  #blindAll(publicKey: PublicKeyNumbers, messages: readonly Uint8Array[], options: OperationOptions): Blinded[] {
    const engine = toEngine(options);
    return this.#use(publicKey, (client) => {
      const parts = inParts(messages, 1, (joined, ends) => client.blind(joined, ends, engine));
      return Array.from({ length: messages.length }, (_, index) => {
        const [blindedMessage, inverse] = parts.slice(2 * index) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
        return { blindedMessage, inverse };
      });
    });
  }

  /**
   * Removes the blinding from the issuer's answer and verifies the signature (Finalize).
   *
   * @param publicKey the issuer's public key, or its numbers
   * @param preparedMessage the message that was blinded
   * @param blindSignature the issuer's answer, as long as the modulus
   * @param inverse the inverse that `blind` returned
   * @param options the engine
   * @returns the signature, as long as the modulus. In the suites of RFC 9474 it is an RSA-PSS signature with SHA-384 that all software
   * can verify
   * @throws RsaError `invalid-signature` if the answer was made with another key or other metadata, or belongs to another request;
   * `invalid-length` unless `blindSignature` and `inverse` are as long as the modulus; `message-out-of-range` unless they are below it;
   * and as for `blind`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * import { load as loadBlind } from "rsa-variants/blind";
   * const key = (await load()).generateKey({ variant: "multi-prime", modulusLength: 2048 });
   * const suite = (await loadBlind()).suite("RSABSSA-SHA384-PSS-Randomized");
   * const message = suite.prepare(new TextEncoder().encode("one vote"));
   * const { blindedMessage, inverse } = suite.blind(key.publicKey, message);
   * const answer = suite.blindSign(key, blindedMessage); // at the issuer
   * const signature = suite.finalize(key.publicKey, message, answer, inverse);
   * console.log(suite.verify(key.publicKey, signature, message)); // true
   * key.free();
   * ```
   */
  finalize(
    publicKey: PublicKeyNumbers,
    preparedMessage: Bytes,
    blindSignature: Bytes,
    inverse: Bytes,
    options: OperationOptions = {},
  ): Uint8Array<ArrayBuffer> {
    const answer = [
      toBytes("preparedMessage", preparedMessage),
      toBytes("blindSignature", blindSignature),
      toBytes("inverse", inverse),
    ];
    return only(this.#finalizeAll(publicKey, answer, options));
  }

  /**
   * `finalize` for many answers to requests with one key, which is faster.
   *
   * @param publicKey the issuer's public key, or its numbers
   * @param answers the answers, each with its message and inverse
   * @param options the engine
   * @returns a result for each answer, in the shape of `Promise.allSettled`: a wrong answer does not affect the others. Its `reason` is
   * the error that `finalize` would throw
   * @throws RsaError as for `blind`; `invalid-params` for anything that is not an array of answers
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * import { load as loadBlind } from "rsa-variants/blind";
   * const key = (await load()).generateKey({ variant: "crt", modulusLength: 2048 });
   * const suite = (await loadBlind()).suite("RSABSSA-SHA384-PSS-Randomized");
   * const preparedMessage = suite.prepare(new Uint8Array([1]));
   * const { blindedMessage, inverse } = suite.blind(key.publicKey, preparedMessage);
   * const blindSignature = suite.blindSign(key, blindedMessage);
   * const [result] = suite.finalizeMany(key.publicKey, [{ preparedMessage, blindSignature, inverse }]);
   * console.log(result?.status); // fulfilled
   * key.free();
   * ```
   */
  finalizeMany(
    publicKey: PublicKeyNumbers,
    answers: readonly BlindAnswer[],
    options: OperationOptions = {},
  ): SettledBytes[] {
    return this.#finalizeAll(publicKey, membersOf("answers", answers, answerNames), options);
  }

  #finalizeAll(publicKey: PublicKeyNumbers, items: readonly Uint8Array[], options: OperationOptions): SettledBytes[] {
    const engine = toEngine(options);
    return this.#use(publicKey, (client) =>
      inParts(items, 3, (joined, ends) => client.finalize(joined, ends, engine)).map(toSettled),
    );
  }

  /**
   * Verifies a signature of a prepared message. Only salts as long as those of the suite are accepted.
   *
   * @param publicKey the issuer's public key, or its numbers
   * @param signature the signature
   * @param preparedMessage the message as `prepare` returned it
   * @param options the engine
   * @returns `true` for a valid signature; `false` for anything else, including a signature of the wrong length
   * @throws RsaError `key-too-short`, `invalid-params`, `wrong-variant` for an `unbalanced` key
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * import { load as loadBlind } from "rsa-variants/blind";
   * const key = (await load()).generateKey({ variant: "crt", modulusLength: 2048 });
   * const suite = (await loadBlind()).suite("RSABSSA-SHA384-PSS-Deterministic");
   * console.log(suite.verify(key.publicKey, new Uint8Array(256), new Uint8Array([1]))); // false
   * key.free();
   * ```
   */
  verify(
    publicKey: PublicKeyNumbers,
    signature: Bytes,
    preparedMessage: Bytes,
    options: OperationOptions = {},
  ): boolean {
    const pair = [toBytes("preparedMessage", preparedMessage), toBytes("signature", signature)];
    return this.#verifyAll(publicKey, pair, options)[0] === true;
  }

  /**
   * `verify` for many signatures with one key, which is faster.
   *
   * @param publicKey the issuer's public key, or its numbers
   * @param signed the signatures, each with its prepared message
   * @param options the engine
   * @returns whether each signature is valid, in the same order
   * @throws RsaError as for `verify`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * import { load as loadBlind } from "rsa-variants/blind";
   * const key = (await load()).generateKey({ variant: "crt", modulusLength: 2048 });
   * const suite = (await loadBlind()).suite("RSABSSA-SHA384-PSS-Deterministic");
   * const signed = { signature: new Uint8Array(256), preparedMessage: new Uint8Array([1]) };
   * console.log(suite.verifyMany(key.publicKey, [signed, signed])); // [ false, false ]
   * key.free();
   * ```
   */
  verifyMany(publicKey: PublicKeyNumbers, signed: readonly SignedMessage[], options: OperationOptions = {}): boolean[] {
    return this.#verifyAll(publicKey, membersOf("signed", signed, signedNames), options);
  }

  #verifyAll(publicKey: PublicKeyNumbers, items: readonly Uint8Array[], options: OperationOptions): boolean[] {
    const engine = toEngine(options);
    return this.#use(publicKey, (client) =>
      inParts(items, 2, (joined, ends) => [...client.verify(joined, ends, engine)]).map((valid) => valid === 1),
    );
  }

  /** Makes a call with a client in WebAssembly memory, which exists only during the call. */
  #use<R>(publicKey: PublicKeyNumbers, call: (client: BindingsClient) => R): R {
    const { messageLength, ...numbers } = numbersOf(publicKey);
    const modulus = naturalToBytes("modulus", numbers.modulus);
    const exponent = naturalToBytes("publicExponent", numbers.publicExponent);
    return useOnce(() => new this.#bindings.Client(modulus, exponent, messageLength, this.name, this.#info), call);
  }
}

/** Makes a call for groups of `size` items, up to 64 groups at a time. */
function inParts<R>(
  items: readonly Uint8Array[],
  size: number,
  call: (joined: Uint8Array, ends: Uint32Array) => readonly R[],
): R[] {
  const results: R[] = [];
  for (let first = 0; first < items.length; first += size * mostAtOnce) {
    const { joined, ends } = join(items.slice(first, first + size * mostAtOnce));
    try {
      for (const result of call(joined, ends)) results.push(result);
    } finally {
      if (ends.length > 1) joined.fill(0); // a copy, with messages and inverses
    }
  }
  return results;
}

/** The numbers of a public key. Refuses other values. */
export function numbersOf(publicKey: PublicKeyNumbers): PublicKeyNumbers {
  if (typeof publicKey === "object" && publicKey !== null && "modulus" in publicKey) {
    const { modulus, publicExponent, messageLength } = publicKey;
    return { modulus, publicExponent, messageLength };
  }
  const problem = `must be a public key or its numbers { modulus, publicExponent }, got ${describe(publicKey)}`;
  throw invalid("publicKey", problem);
}

/** The names of the members of a `BlindAnswer`, in the order in which the bindings expect them. */
export const answerNames = ["preparedMessage", "blindSignature", "inverse"] as const;
/** Those of a `SignedMessage`. */
export const signedNames = ["preparedMessage", "signature"] as const;

/** The bytes of the members of each object in a list, one after the other. */
function membersOf<Name extends string>(
  list: string,
  objects: readonly { readonly [Member in Name]: Bytes }[],
  names: readonly Name[],
): Uint8Array[] {
  return objectsOf(list, objects, names).flatMap((object) => names.map((name) => object[name]));
}

/** The objects in a list, with views of their members. */
export function objectsOf<Name extends string>(
  list: string,
  objects: readonly { readonly [Member in Name]: Bytes }[],
  names: readonly Name[],
): { readonly [Member in Name]: Uint8Array }[] {
  if (!Array.isArray(objects)) throw invalid(list, `must be an array, got ${describe(objects)}`);
  return Array.from(objects as readonly { readonly [Member in Name]: Bytes }[], (object, index) => {
    if (typeof object !== "object" || object === null) {
      throw invalid(list, `must be an object with ${names.join(", ")}, got ${describe(object)}`, index);
    }
    const views = names.map((name) => [name, toBytes(`${list}[${index}].${name}`, object[name])] as const);
    return Object.fromEntries(views) as { readonly [Member in Name]: Uint8Array }; // one for each name
  });
}

/** The bytes of a single result. */
export function only(results: readonly SettledBytes[]): Uint8Array<ArrayBuffer> {
  const [result] = results as [SettledBytes];
  if (result.status === "fulfilled") return result.value;
  wipeResults(results);
  throw result.reason;
}
