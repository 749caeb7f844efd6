/// <reference lib="esnext.disposable" preserve="true" />
import {
  checkEncryption,
  checkSignature,
  type EncryptionAlgorithm,
  type PssHash,
  type SignatureAlgorithm,
} from "../algorithms.js";
import { checkBlock, copyBytes, joinBlocks } from "../bytes.js";
import { makeDisposable } from "../disposable.js";
import { RsaError } from "../errors.js";
import {
  checkPrivateFormat,
  checkPublicFormat,
  isEncoded,
  type PasswordOptions,
  type PrivateKeyFormat,
  type PrivateKeyFormats,
  type PublicKeyFormat,
  type PublicKeyFormats,
  passwordNames,
  readPassword,
} from "../formats/formats.js";
import type { Hasher } from "../hasher.js";
import { checkOptions, type Names } from "../names.js";
import {
  type OperationOptions,
  operationNames,
  type PrivateOperationOptions,
  privateOperationNames,
} from "../options.js";
import { blockLength, type KeyComponents, type KeyParams } from "../params.js";
import type { WorkerPool } from "./pool.js";
import type { KeyId, PrivateKeyNumbers } from "./protocol.js";

/** Options of an operation in a worker. */
export interface WorkerOperationOptions extends OperationOptions {
  /** Aborting it ends the worker at once and rejects with `aborted`; the key stays usable. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a private operation in a worker. */
export interface WorkerPrivateOperationOptions extends PrivateOperationOptions {
  /** As `WorkerOperationOptions.signal`. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call that can only be aborted. */
type SignalOptions = Pick<WorkerOperationOptions, "signal">;
export const signalNames: Names<SignalOptions> = { signal: true };

/** A public key whose operations run in workers. See `PublicKey` for the hazards and errors of each call. */
export class WorkerPublicKey {
  static {
    makeDisposable(WorkerPublicKey.prototype);
  }

  declare readonly [Symbol.dispose]: () => void;
  /** Bits of the modulus. */
  readonly modulusLength: number;
  /** N. */
  readonly modulus: bigint;
  /** e. */
  readonly publicExponent: bigint;
  readonly #pool: WorkerPool;
  readonly #keyId: KeyId;
  #freed = false;

  /** @internal */
  constructor(pool: WorkerPool, keyId: KeyId, modulusLength: number, modulus: bigint, publicExponent: bigint) {
    this.#pool = pool;
    this.#keyId = keyId;
    this.modulusLength = modulusLength;
    this.modulus = modulus;
    this.publicExponent = publicExponent;
    pool.keep(keyId, { kind: "public", modulus, publicExponent });
  }

  /** As `PublicKey.encrypt`, in a worker. */
  async encrypt(
    algorithm: EncryptionAlgorithm,
    data: Uint8Array,
    options: WorkerOperationOptions = {},
  ): Promise<Uint8Array> {
    const key = this.#usable();
    const checked = checkEncryption(algorithm);
    checkBlock("data", data);
    const { signal, ...others } = checkOptions(options, operationNames, "{ signal }");
    const input = { ...key, algorithm: checked, data: copyBytes(data), options: others };
    return this.#pool.run({ name: "encrypt", input, needs: this.#keyId, signal });
  }

  /** As `PublicKey.verify`, in a worker. */
  async verify(
    algorithm: SignatureAlgorithm,
    signature: Uint8Array,
    data: Uint8Array,
    options: WorkerOperationOptions = {},
  ): Promise<boolean> {
    const key = this.#usable();
    const checked = checkSignature(algorithm);
    checkBlock("signature", signature);
    checkBlock("data", data);
    const { signal, ...others } = checkOptions(options, operationNames, "{ signal }");
    const bytes = { signature: copyBytes(signature), data: copyBytes(data) };
    const input = { ...key, algorithm: checked, ...bytes, options: others };
    return this.#pool.run({ name: "verify", input, needs: this.#keyId, signal });
  }

  /** As `PublicKey.verifyDigest`, in a worker. */
  async verifyDigest(
    algorithm: SignatureAlgorithm,
    signature: Uint8Array,
    digest: Uint8Array,
    options: WorkerOperationOptions = {},
  ): Promise<boolean> {
    const key = this.#usable();
    const checked = checkSignature(algorithm);
    checkBlock("signature", signature);
    checkBlock("digest", digest);
    const { signal, ...others } = checkOptions(options, operationNames, "{ signal }");
    const bytes = { signature: copyBytes(signature), digest: copyBytes(digest) };
    const input = { ...key, algorithm: checked, ...bytes, options: others };
    return this.#pool.run({ name: "verifyDigest", input, needs: this.#keyId, signal });
  }

  /** As `PublicKey.hasher`: it computes on this thread, since hashing is quicker than sending the data to a worker. */
  async hasher(hash: PssHash): Promise<Hasher> {
    this.#usable();
    return (await this.#pool.here()).hasher(hash);
  }

  /** As `PublicKey.encryptRaw`, in a worker. **Hazardous**: no padding. */
  async encryptRaw(block: Uint8Array, options: WorkerOperationOptions = {}): Promise<Uint8Array> {
    const key = this.#usable();
    checkBlock("block", block);
    const { signal, ...others } = checkOptions(options, operationNames, "{ signal }");
    const input = { ...key, block: copyBytes(block), options: others };
    return this.#pool.run({ name: "encryptRaw", input, needs: this.#keyId, signal });
  }

  /** As `PublicKey.export`, in a worker. */
  async export<Format extends PublicKeyFormat>(
    format: Format,
    options: SignalOptions = {},
  ): Promise<PublicKeyFormats[Format]> {
    const key = this.#usable();
    checkPublicFormat(format);
    const { signal } = checkOptions(options, signalNames, "{ signal }");
    const input = { ...key, format };
    const exported = await this.#pool.run({
      name: "exportPublicKey",
      input,
      needs: this.#keyId,
      usesFormats: isEncoded(format),
      signal,
    });
    return exported as PublicKeyFormats[Format]; // what comes out follows from the format
  }

  /** Frees the key in every worker; a second call does nothing. */
  free(): void {
    this.#freed = true;
    this.#pool.forget(this.#keyId);
  }

  #usable(): { keyId: KeyId } {
    if (this.#freed) throw freedError("public");
    return { keyId: this.#keyId };
  }
}

/**
 * A private key whose operations run in workers. See `PrivateKey` for the hazards and errors of each call. Its numbers
 * are kept on this side too, so that the key outlives a worker that was ended by an abort: call `free()` when done.
 */
export class WorkerPrivateKey {
  static {
    makeDisposable(WorkerPrivateKey.prototype);
  }

  declare readonly [Symbol.dispose]: () => void;
  /** The parameters with every value that applies to the variant filled in. */
  readonly params: KeyParams;
  /** The public keys: one, or for `batch` one for each place of the batch. */
  readonly publicKeys: readonly WorkerPublicKey[];
  readonly #pool: WorkerPool;
  readonly #keyId: KeyId;
  /** Until the key is freed. */
  #components: KeyComponents | undefined;

  /** @internal */
  constructor(pool: WorkerPool, keyId: KeyId, { params, components }: PrivateKeyNumbers) {
    this.#pool = pool;
    this.#keyId = keyId;
    this.#components = components;
    this.params = params;
    pool.keep(keyId, { kind: "private", params, components });
    this.publicKeys = Object.freeze(
      components.publicExponents.map(
        (exponent) => new WorkerPublicKey(pool, pool.newKeyId(), params.modulusLength, components.modulus, exponent),
      ),
    );
  }

  /** The public key; for `batch` that of the first place. */
  get publicKey(): WorkerPublicKey {
    const first = this.publicKeys[0];
    if (first === undefined) throw new RsaError("internal", "a private key without public key");
    return first;
  }

  /** As `PrivateKey.components`: the numbers of the key, most of them secret. */
  async components(): Promise<KeyComponents> {
    return structuredClone(this.#usable());
  }

  /** As `PrivateKey.check`, in a worker. */
  async check(options: SignalOptions = {}): Promise<void> {
    this.#usable();
    const { signal } = checkOptions(options, signalNames, "{ signal }");
    const keyId = this.#keyId;
    await this.#pool.run({ name: "check", input: { keyId }, needs: keyId, signal });
  }

  /** As `PrivateKey.decrypt`, in a worker. */
  async decrypt(
    algorithm: EncryptionAlgorithm,
    data: Uint8Array,
    options: WorkerPrivateOperationOptions = {},
  ): Promise<Uint8Array> {
    this.#usable();
    const checked = checkEncryption(algorithm);
    checkBlock("data", data);
    const { signal, ...others } = checkOptions(options, privateOperationNames, "{ signal }");
    const keyId = this.#keyId;
    const input = { keyId, algorithm: checked, data: copyBytes(data), options: others };
    return this.#pool.run({ name: "decrypt", input, needs: keyId, signal });
  }

  /** As `PrivateKey.sign`, in a worker. */
  async sign(
    algorithm: SignatureAlgorithm,
    data: Uint8Array,
    options: WorkerPrivateOperationOptions = {},
  ): Promise<Uint8Array> {
    this.#usable();
    const checked = checkSignature(algorithm);
    checkBlock("data", data);
    const { signal, ...others } = checkOptions(options, privateOperationNames, "{ signal }");
    const keyId = this.#keyId;
    const input = { keyId, algorithm: checked, data: copyBytes(data), options: others };
    return this.#pool.run({ name: "sign", input, needs: keyId, signal });
  }

  /** As `PrivateKey.signDigest`, in a worker. */
  async signDigest(
    algorithm: SignatureAlgorithm,
    digest: Uint8Array,
    options: WorkerPrivateOperationOptions = {},
  ): Promise<Uint8Array> {
    this.#usable();
    const checked = checkSignature(algorithm);
    checkBlock("digest", digest);
    const { signal, ...others } = checkOptions(options, privateOperationNames, "{ signal }");
    const keyId = this.#keyId;
    const input = { keyId, algorithm: checked, digest: copyBytes(digest), options: others };
    return this.#pool.run({ name: "signDigest", input, needs: keyId, signal });
  }

  /** As `WorkerPublicKey.hasher`, for `signDigest`. */
  hasher(hash: PssHash): Promise<Hasher> {
    return this.publicKey.hasher(hash);
  }

  /** As `PrivateKey.decryptRaw`, in a worker. **Hazardous**: no padding. */
  async decryptRaw(block: Uint8Array, options: WorkerPrivateOperationOptions = {}): Promise<Uint8Array> {
    this.#usable();
    checkBlock("block", block);
    const { signal, ...others } = checkOptions(options, privateOperationNames, "{ signal }");
    const keyId = this.#keyId;
    const input = { keyId, block: copyBytes(block), options: others };
    return this.#pool.run({ name: "decryptRaw", input, needs: keyId, signal });
  }

  /** As `PrivateKey.decryptRawMany`, split over all workers. **Hazardous** as `decryptRaw`. */
  async decryptRawMany(
    blocks: readonly Uint8Array[],
    options: WorkerPrivateOperationOptions = {},
  ): Promise<Uint8Array[]> {
    this.#usable();
    joinBlocks(blocks, blockLength(this.params.modulusLength)); // names a bad block by its place in the whole
    const copies = copyBlocks(blocks);
    const { signal, ...others } = checkOptions(options, privateOperationNames, "{ signal }");
    const keyId = this.#keyId;
    const share = Math.max(1, Math.ceil(blocks.length / this.#pool.size));
    const parts = Array.from({ length: Math.ceil(blocks.length / share) }, (_, part) => {
      const first = part * share;
      const input = { keyId, blocks: copies.slice(first, first + share), options: others };
      return this.#pool
        .run({ name: "decryptRawMany", input, needs: keyId, signal })
        .catch((error: unknown) => Promise.reject(countFrom(first, error)));
    });
    return (await Promise.all(parts)).flat();
  }

  /** As `PrivateKey.decryptBatchRaw`, in a worker. **Hazardous** as `decryptRaw`. */
  async decryptBatchRaw(
    blocks: readonly Uint8Array[],
    options: WorkerPrivateOperationOptions = {},
  ): Promise<Uint8Array[]> {
    this.#usable();
    const copies = copyBlocks(blocks);
    const { signal, ...others } = checkOptions(options, privateOperationNames, "{ signal }");
    const keyId = this.#keyId;
    const input = { keyId, blocks: copies, options: others };
    return this.#pool.run({ name: "decryptBatchRaw", input, needs: keyId, signal });
  }

  /** As `PrivateKey.export`, in a worker: an encrypted one takes a second. */
  async export<Format extends PrivateKeyFormat>(
    format: Format,
    options: PasswordOptions & SignalOptions = {},
  ): Promise<PrivateKeyFormats[Format]> {
    this.#usable();
    const password = readPassword(options, { ...passwordNames, ...signalNames });
    try {
      checkPrivateFormat(format, password);
      const keyId = this.#keyId;
      const input = { keyId, format, options: { password } };
      const exported = await this.#pool.run({
        name: "exportPrivateKey",
        input,
        needs: keyId,
        usesFormats: isEncoded(format),
        signal: options.signal,
      });
      return exported as PrivateKeyFormats[Format]; // what comes out follows from the format
    } finally {
      password?.fill(0);
    }
  }

  /** Frees the key and its public keys in every worker; a second call does nothing. */
  free(): void {
    this.#components = undefined;
    for (const publicKey of this.publicKeys) publicKey.free();
    this.#pool.forget(this.#keyId);
  }

  #usable(): KeyComponents {
    if (this.#components === undefined) throw freedError("private");
    return this.#components;
  }
}

function freedError(kind: "private" | "public"): RsaError {
  return new RsaError("use-after-free", `this ${kind} key was freed and cannot be used`);
}

/** Copies, so that the caller may change its bytes while the call waits. */
function copyBlocks(blocks: readonly Uint8Array[]): Uint8Array[] {
  if (!Array.isArray(blocks)) throw new RsaError("invalid-params", `blocks must be an array, got ${typeof blocks}`);
  return blocks.map((block, index) => {
    checkBlock(`blocks[${index}]`, block);
    return copyBytes(block);
  });
}

/** The core names a bad block by its place in the part that it was given: names it by its place in the whole. */
function countFrom(first: number, error: unknown): unknown {
  if (first === 0 || !(error instanceof RsaError)) return error;
  const place = /^block (\d+)/.exec(error.message);
  if (place === null) return error;
  const message = `block ${Number(place[1]) + first}${error.message.slice(place[0].length)}`;
  return new RsaError(error.code, message, { cause: error });
}
