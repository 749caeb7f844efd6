/// <reference lib="esnext.disposable" preserve="true" />

import type { EncryptionAlgorithm, HashName, PssHash, SignatureAlgorithm } from "../algorithms.js";
import type { Build } from "../builds.js";
import { type Bytes, joinBlocks } from "../bytes.js";
import { placeName, RsaError } from "../errors.js";
import { mostOfSeveral } from "../formats/content.js";
import type {
  PasswordOptions,
  PrivateKeyFormat,
  PrivateKeyFormats,
  PublicKeyFormat,
  PublicKeyFormats,
} from "../formats/formats.js";
import { containersBuild, type FormatsModule } from "../formats/module.js";
import { readHolder } from "../formats/objects.js";
import { makeDisposable } from "../handle.js";
import type { Hasher } from "../hasher.js";
import type { WithModule } from "../instantiate.js";
import { useKeyFor } from "../key-use.js";
import type { ManyOptions, SettledBytes } from "../many.js";
import type { AbortOptions, PrivateOperationOptions } from "../options.js";
import { blockLength, type KeyComponents, type KeyParams } from "../params.js";
import type { PrivateKey } from "../private-key.js";
import type { PublicKey } from "../public-key.js";
import type { Rsa } from "../rsa.js";
import { startRsaOnce } from "../start.js";
import type { Engine } from "../variants.js";
import { forward, type InWorkers, privateKeyCalls, publicKeyCalls, rsaCalls, workerClass } from "./calls.js";
import type { WorkerPool } from "./pool.js";
import {
  copyValue,
  isKeyResult,
  type KeyId,
  mapMembers,
  type PrivateKeyRecord,
  type PublicKeyRecord,
} from "./protocol.js";
import { shareList } from "./share-list.js";
import { type OpenPool, Workers } from "./workers.js";

/** The last step of `connect` in every entry with this library. */
export async function connectRsa(
  openPool: OpenPool,
  build: Build,
  withModule: WithModule,
  formats: FormatsModule,
): Promise<RsaWorkers> {
  const later = (name: string) => (name === containersBuild ? formats.containers : formats).compiled();
  const { pool, about } = await openPool({ library: "rsa", build, withModule, later });
  const here = () => startRsaOnce(build, withModule, formats);
  return new RsaWorkers({ pool, here }, build, about as readonly Engine[]); // as rsa-variants-worker.ts sends it
}

type Calls = InWorkers<Rsa, typeof rsaCalls, WorkerPrivateKey, WorkerPublicKey>;
const RsaCalls = workerClass<Calls, typeof Workers>(rsaCalls, Workers);

/**
 * The calls of `Rsa` in workers. They return promises and do not block this thread; calls beyond the number of workers wait in a
 * queue. Each call accepts a `signal` that cancels it. Its documentation and examples are those of `Rsa`: here, `await` the result.
 */
export class RsaWorkers extends RsaCalls {
  /** The build of the WebAssembly that runs. */
  readonly build: Build;
  /** The engines that run in the workers, fastest first; the first is the default. */
  readonly engines: readonly Engine[];

  /** @internal */
  constructor(home: Home, build: Build, engines: readonly Engine[]) {
    const { pool } = home;
    super(pool, async (method, given, options) => {
      // Others, such as a Response, cannot be sent. Without one there is no await, so that the arguments are copied at once.
      const held = method.startsWith("import") ? readHolder(given[0], mostOfSeveral) : undefined;
      const own = held === undefined ? options : copyValue(options);
      const args = held === undefined ? given : [await held];
      const part = partOf(method, own);
      const output =
        part === undefined || pool.size === 1 ? pool.call(undefined, method, args, own) : pool.share(part, args, own);
      return revive(home, await output);
    });
    this.build = build;
    this.engines = Object.freeze([...engines]);
  }
}

/** The method that does a part of a call, if workers can share it. A seed determines what one worker finds. */
function partOf(method: string, options: unknown): keyof Rsa | undefined {
  if (typeof options === "object" && options !== null && "seed" in options && options.seed !== undefined)
    return undefined;
  if (method === "generateKey") return "generateKeyFrom";
  return method === "generateCommonModulusKeys" ? "generateCommonModulusKeysFrom" : undefined;
}

/** The result of a call, with every key's record replaced by a key. */
function revive(home: Home, output: unknown): unknown {
  if (isKeyResult(output)) {
    const { keyId, record } = output;
    if (record.kind === "private") return new WorkerPrivateKey(home, keyId, record);
    if (record.kind === "public") return new WorkerPublicKey(home, keyId, record);
  }
  return mapMembers(output, (member) => revive(home, member));
}

/** What keys in workers need from the main side. */
export interface Home {
  readonly pool: WorkerPool;
  /** The library on this side, for work that consists of many small calls. */
  here(): Promise<Rsa>;
}

/** The calls that are private operations. */
const operations = new Set([
  ...["decrypt", "sign", "signDigest"],
  ...["decryptRaw", "decryptRawMany", "decryptRawBatch"],
]);

const PublicKeyCalls = workerClass<InWorkers<PublicKey, typeof publicKeyCalls>>(publicKeyCalls);
const PrivateKeyCalls = workerClass<InWorkers<PrivateKey, typeof privateKeyCalls>>(privateKeyCalls);

/**
 * A public key whose operations run in workers. The documentation and examples of each call are those of `PublicKey`: here, `await`
 * the result.
 */
export class WorkerPublicKey extends PublicKeyCalls {
  static {
    makeDisposable(WorkerPublicKey.prototype);
  }

  /** Frees the object at the end of a `using` declaration's block. */
  declare readonly [Symbol.dispose]: () => void;
  /** The kind of the key, as `CryptoKey.type` names it. */
  readonly type = "public";
  /** The length of the modulus in bits. */
  readonly modulusLength: number;
  /** N. */
  readonly modulus: bigint;
  /** e. */
  readonly publicExponent: bigint;
  /** For an `unbalanced` key: the maximum length of a message in bits, as `PublicKey.messageLength`. */
  readonly messageLength: number | undefined;
  readonly #home: Home;
  readonly #keyId: KeyId;

  /** @internal */
  constructor(home: Home, keyId: KeyId, record: PublicKeyRecord) {
    super(home.pool, keyId);
    this.#home = home;
    this.#keyId = keyId;
    this.modulusLength = record.modulusLength;
    this.modulus = record.modulus;
    this.publicExponent = record.publicExponent;
    this.messageLength = record.messageLength;
    home.pool.keep(keyId, record);
  }

  /**
   * Starts to hash data piece by piece, for `verifyDigest`. It runs on this thread: hashing is faster than sending the data to a
   * worker.
   *
   * @param hash the hash function
   * @throws RsaError `invalid-params` for an unknown name, `use-after-free`, `closed`
   */
  async hasher(hash: HashName<PssHash>): Promise<Hasher> {
    this.#home.pool.recordOf(this.#keyId);
    return (await this.#home.here()).hasher(hash);
  }

  /**
   * Writes the key in a worker, in a standard format or in this library's own (`json`).
   *
   * @param format as for `PublicKey.export`
   * @param options a signal
   * @throws RsaError as for `PublicKey.export`; `closed`
   */
  async export<Format extends PublicKeyFormat>(
    format: Format,
    options: AbortOptions = {},
  ): Promise<PublicKeyFormats[Format]> {
    return (await forward(this, "export", [format], options)) as PublicKeyFormats[Format]; // as PublicKey.export
  }

  /**
   * Frees the key in every worker; a second call does nothing.
   */
  free(): void {
    this.#home.pool.forget(this.#keyId);
  }
}

/**
 * A private key whose operations run in workers. The documentation and examples of each call are those of `PrivateKey`: here,
 * `await` the result. Its numbers are also kept on this side, so that the key survives when a canceled call terminates its worker.
 * Call `free()` when you are done.
 */
export class WorkerPrivateKey extends PrivateKeyCalls {
  static {
    makeDisposable(WorkerPrivateKey.prototype);
  }

  /** Frees the object at the end of a `using` declaration's block. */
  declare readonly [Symbol.dispose]: () => void;
  /** The kind of the key, as `CryptoKey.type` names it. */
  readonly type = "private";
  /** The parameters, with every value that applies to the variant filled in. */
  readonly params: KeyParams;
  /** The public keys: one, or for `batch`, one for each place of the batch. */
  readonly publicKeys: readonly WorkerPublicKey[];
  readonly #pool: WorkerPool;
  readonly #keyId: KeyId;
  /** Undefined once the key is freed. */
  #components: KeyComponents | undefined;

  /** @internal */
  constructor(home: Home, keyId: KeyId, record: PrivateKeyRecord) {
    const { pool } = home;
    const { params, components } = record;
    super(pool, keyId, (method, ...rest) => {
      if (operations.has(method)) useKeyFor(this, "other operations");
      return pool.call(keyId, method, ...rest);
    });
    this.#pool = pool;
    this.#keyId = keyId;
    this.#components = components;
    this.params = params;
    pool.keep(keyId, record);
    this.publicKeys = Object.freeze(
      record.publicKeys.map((publicKey) => new WorkerPublicKey(home, pool.newKeyId(), publicKey)),
    );
  }

  /** The public key; for `batch`, that of the first place. */
  get publicKey(): WorkerPublicKey {
    const first = this.publicKeys[0];
    if (first === undefined) throw new RsaError("internal", "a private key without public key");
    return first;
  }

  /**
   * Returns the numbers of the key. Everything except the modulus and the public exponents is secret.
   *
   * @throws RsaError `use-after-free`
   */
  async components(): Promise<KeyComponents> {
    if (this.#components === undefined) {
      throw new RsaError("use-after-free", "this private key was freed and cannot be used");
    }
    return structuredClone(this.#components);
  }

  /**
   * Starts to hash data piece by piece, for `signDigest`. It runs on this thread.
   *
   * @param hash the hash function
   * @throws RsaError `invalid-params` for an unknown name, `use-after-free`, `closed`
   */
  hasher(hash: HashName<PssHash>): Promise<Hasher> {
    return this.publicKey.hasher(hash);
  }

  /**
   * Like `decryptRaw`, for many blocks, which are distributed over all workers. **Hazardous** like `decryptRaw`.
   *
   * @param blocks ciphertexts, each at most as long as the modulus, and below it
   * @param options the engine and the guards; a signal
   * @returns the messages in the same order, each as long as the modulus
   * @throws RsaError as for `PrivateKey.decryptRawMany`; `closed`
   */
  async decryptRawMany(
    blocks: readonly Bytes[],
    options: PrivateOperationOptions = {},
  ): Promise<Uint8Array<ArrayBuffer>[]> {
    joinBlocks(blocks, blockLength(this.params.modulusLength)); // checks all blocks, with their indices in the whole list
    const share = Math.max(1, Math.ceil(blocks.length / this.#pool.size));
    const parts = Array.from({ length: Math.max(1, Math.ceil(blocks.length / share)) }, async (_, part) => {
      const first = part * share;
      try {
        return await forward(this, "decryptRawMany", [blocks.slice(first, first + share)], options);
      } catch (error) {
        throw countFrom(first, error);
      }
    });
    return (await Promise.all(parts)).flat() as Uint8Array<ArrayBuffer>[]; // as PrivateKey.decryptRawMany
  }

  /**
   * Like `PrivateKey.decryptMany`, with the ciphertexts distributed over all workers. Every invalid ciphertext has the error
   * `decryption-failed` in its place, and the others are decrypted.
   *
   * @param algorithm the padding, as for `PrivateKey.decrypt`
   * @param ciphertexts each as long as the modulus
   * @param options as for `PrivateKey.decryptMany`; `signal` ends the work at once
   */
  async decryptMany(
    algorithm: EncryptionAlgorithm,
    ciphertexts: readonly Bytes[],
    options: ManyOptions = {},
  ): Promise<SettledBytes[]> {
    useKeyFor(this, "other operations");
    return shareList(
      this.#pool,
      this.#keyId,
      { method: "decryptMany", algorithm, name: "ciphertexts" },
      ciphertexts,
      options,
    );
  }

  /**
   * Like `PrivateKey.signMany`, with the messages distributed over all workers.
   *
   * @param algorithm the padding and the hash function, as for `PrivateKey.sign`
   * @param messages the messages, of any length
   * @param options as for `PrivateKey.signMany`; `signal` ends the work at once
   */
  async signMany(
    algorithm: SignatureAlgorithm,
    messages: readonly Bytes[],
    options: ManyOptions = {},
  ): Promise<SettledBytes[]> {
    useKeyFor(this, "other operations");
    return shareList(this.#pool, this.#keyId, { method: "signMany", algorithm, name: "messages" }, messages, options);
  }

  /**
   * Returns a hash that identifies the public key, and with it this key.
   *
   * @param kind `"spki"` (default) or `"jwk"`, as for `PublicKey.fingerprint`
   * @param options a signal
   * @throws RsaError `load-failed`, `use-after-free`, `closed`; `invalid-params` for an unknown kind
   */
  fingerprint(kind: "spki" | "jwk" = "spki", options: AbortOptions = {}): Promise<string> {
    return this.publicKey.fingerprint(kind, options);
  }

  /**
   * Writes the key in a worker, in a standard format or in this library's own (`json`). **The result is secret**, unless you
   * encrypt it with a strong password, which takes a few tenths of a second.
   *
   * @param format as for `PrivateKey.export`
   * @param options a password to encrypt with; a signal
   * @throws RsaError as for `PrivateKey.export`; `closed`
   */
  async export<Format extends PrivateKeyFormat>(
    format: Format,
    options: PasswordOptions & AbortOptions = {},
  ): Promise<PrivateKeyFormats[Format]> {
    return (await forward(this, "export", [format], options)) as PrivateKeyFormats[Format]; // as PrivateKey.export
  }

  /**
   * Frees the key and its public keys in every worker; a second call does nothing.
   */
  free(): void {
    this.#components = undefined;
    for (const publicKey of this.publicKeys) publicKey.free();
    this.#pool.forget(this.#keyId);
  }
}

/** Corrects the index in an error about a block of a part: it becomes the block's index in the whole list. */
function countFrom(first: number, error: unknown): unknown {
  if (!(error instanceof RsaError) || error.index === undefined) return error;
  const { code, parameter, problem } = error;
  const index = error.index + first;
  return new RsaError(code, `${placeName({ parameter, index })} ${problem}`, {
    parameter,
    index,
    problem,
    cause: error,
  });
}
