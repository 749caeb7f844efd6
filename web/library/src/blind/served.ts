/** The calls that a worker serves. A suite comes as its name and its metadata; single calls are lists of one. */
import type { Bytes } from "../bytes.js";
import type { SettledBytes } from "../many.js";
import type { OperationOptions } from "../options.js";
import type { PrivateKeyNumbers, PublicKeyNumbers } from "../params.js";
import type { BlindBindings } from "./bindings.js";
import type {
  Blind,
  BlindSuite,
  PartialKeyNumbers,
  PartialKeyOptions,
  PartialKeyParams,
  PartiallyBlindSuite,
} from "./blind.js";
import type { BlindAnswer, Blinded, SignedMessage } from "./client.js";
import { IssuerKey } from "./issuer-key.js";
import type { IssuerOptions } from "./raw-signing.js";
import type { CheckedSuite } from "./suites.js";

function suiteOf(blind: Blind, suite: CheckedSuite): BlindSuite | PartiallyBlindSuite {
  return suite.info === undefined ? blind.suite(suite.name) : blind.suite(suite.name, suite.info);
}

/** The calls without a private key. */
export class ServedBlind {
  readonly #blind: Blind;

  constructor(blind: Blind) {
    this.#blind = blind;
  }

  generateKey(params: PartialKeyParams, options: PartialKeyOptions): PartialKeyNumbers {
    return this.#blind.generateKey(params, options);
  }

  prepare(suite: CheckedSuite, message: Bytes): Uint8Array<ArrayBuffer> {
    return suiteOf(this.#blind, suite).prepare(message);
  }

  blindMany(suite: CheckedSuite, key: PublicKeyNumbers, messages: Bytes[], options: OperationOptions): Blinded[] {
    return suiteOf(this.#blind, suite).blindMany(key, messages, options);
  }

  finalizeMany(
    suite: CheckedSuite,
    key: PublicKeyNumbers,
    answers: BlindAnswer[],
    options: OperationOptions,
  ): SettledBytes[] {
    return suiteOf(this.#blind, suite).finalizeMany(key, answers, options);
  }

  verifyMany(
    suite: CheckedSuite,
    key: PublicKeyNumbers,
    signed: SignedMessage[],
    options: OperationOptions,
  ): boolean[] {
    return suiteOf(this.#blind, suite).verifyMany(key, signed, options);
  }
}

/** The key of an issuer of partially blind signatures. */
export class ServedIssuerKey {
  readonly #blind: Blind;
  readonly #key: IssuerKey;

  constructor(blind: Blind, bindings: BlindBindings, numbers: PrivateKeyNumbers) {
    this.#blind = blind;
    this.#key = new IssuerKey(bindings, numbers);
  }

  publicKey(): PublicKeyNumbers {
    return this.#key.publicKey;
  }

  blindSignMany(suite: CheckedSuite, requests: Bytes[], options: IssuerOptions): SettledBytes[] {
    const partial = suiteOf(this.#blind, suite) as PartiallyBlindSuite; // the main side accepts no other with such a key
    return partial.blindSignMany(this.#key, requests, options);
  }

  free(): void {
    this.#key.free();
  }
}
