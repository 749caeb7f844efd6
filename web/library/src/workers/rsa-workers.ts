import type { HashName, PssHash } from "../algorithms.js";
import type { Build } from "../builds.js";
import { RsaError } from "../errors.js";
import { mostOfSeveral } from "../formats/content.js";
import type { PasswordOptions, PrivateKeyFormat, PrivateKeyFormats } from "../formats/formats.js";
import type { ImportedKeys } from "../formats/import-keys.js";
import { containersBuild, type FormatsModule } from "../formats/module.js";
import { readHolder } from "../formats/objects.js";
import { makeDescribed } from "../handle.js";
import type { Hasher } from "../hasher.js";
import type { WithModule } from "../instantiate.js";
import { useKeyFor } from "../key-use.js";
import { type ManyOptions, manyNames, mostAtOnce } from "../many.js";
import { type AbortOptions, type PrivateOperationOptions, privateOperationNames } from "../options.js";
import type { KeyComponents, KeyParams } from "../params.js";
import type { PrivateKey } from "../private-key.js";
import type { PublicKey } from "../public-key.js";
import { type CommonModulusKeys, type GenerateKeyOptions, mustHeed, type Rsa } from "../rsa.js";
import { startRsaOnce } from "../start.js";
import type { Engine, Variant } from "../variants.js";
import { heed, type KeyWarning } from "../warning.js";
import { type CallTable, forward, InWorkerKey, type InWorkers, workerClass } from "./calls.js";
import type { WorkerPool } from "./pool.js";
import {
  copyValue,
  isKeyResult,
  type KeyId,
  mapMembers,
  type PrivateKeyRecord,
  type PublicKeyRecord,
} from "./protocol.js";
import { bytesLast, countFrom, listCall } from "./share-list.js";
import { type OpenPool, Workers } from "./workers.js";

const rsaCalls = {
  checkParams: [1, "signal"],
  warningFor: [1, "signal"],
  generateKey: [1, "own"],
  generateCommonModulusKeys: [2, "own"],
  keyFromComponents: [2, "signal"],
  keyFromExponents: [1, "signal"],
  importKey: [1, "own"],
  importKeys: [1, "own"],
  importPrivateKey: [1, "own"],
  importPublicKey: [1, "own"],
  publicKey: [2, "own"],
  modPow: [3, "own"],
  warmUp: [0, "own"],
} as const satisfies CallTable<Rsa>;

const publicKeyCalls = {
  encrypt: [2, "own"],
  verify: [3, "own"],
  verifyDigest: [3, "own"],
  encryptRaw: [1, "own"],
  export: [1, "same"],
  toCryptoKey: [1, "own"],
  fingerprint: [1, "signal"],
} as const satisfies CallTable<PublicKey>;

const privateKeyCalls = {
  check: [0, "signal"],
  decrypt: [2, "own"],
  decryptMany: [2, listCall<ManyOptions>(manyNames, bytesLast("ciphertexts"), mostAtOnce)],
  sign: [2, "own"],
  signDigest: [2, "own"],
  signMany: [2, listCall<ManyOptions>(manyNames, bytesLast("messages"), mostAtOnce)],
  decryptRaw: [1, "own"],
  decryptRawMany: [
    1,
    listCall<PrivateOperationOptions>(privateOperationNames, bytesLast("blocks"), mostAtOnce, countFrom),
  ],
  decryptRawBatch: [1, "own"],
  toCryptoKey: [1, "own"],
  fingerprint: [1, "signal"],
} as const satisfies CallTable<PrivateKey>;

/** The calls that are no private operations. */
const otherCalls = new Set(["check", "export", "toCryptoKey", "fingerprint"]);

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

/** The results that have keys, here and in workers. */
type Keys = readonly [
  readonly [PrivateKey, WorkerPrivateKey],
  readonly [PublicKey, WorkerPublicKey],
  readonly [CommonModulusKeys<PrivateKey>, CommonModulusKeys<WorkerPrivateKey>],
  readonly [ImportedKeys<PrivateKey | PublicKey>, ImportedKeys<WorkerPrivateKey | WorkerPublicKey>],
];

type Calls = InWorkers<Rsa, typeof rsaCalls, Keys>;
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
    super(pool, () => async (method, given, options) => {
      // Others, such as a Response, cannot be sent. Without one there is no await, so that the arguments are copied at once.
      const held = method.startsWith("import") ? readHolder(given[0], mostOfSeveral) : undefined;
      const own = held === undefined ? options : copyValue(options);
      const args = held === undefined ? given : [await held];
      const part = pool.size === 1 ? undefined : partOf(method, own);
      const output =
        part === undefined
          ? pool.call(undefined, method, args, own)
          : share(pool, part, args, own as GenerateKeyOptions);
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

/**
 * Generates keys in several workers. One judges the parameters first: if it did so while others search, one of them could be the first
 * to find a key that must be refused.
 */
async function share(pool: WorkerPool, part: keyof Rsa, given: readonly unknown[], options: GenerateKeyOptions = {}) {
  const isJudged = mustHeed(options);
  const [args, own] = [given.map(copyValue), { ...options }];
  const { signal } = own;
  if (isJudged) heed((await pool.call(undefined, "warningFor", [args[0]], { signal })) as KeyWarning | undefined, own);
  return pool.share(part, args, own);
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

type PublicKeyCalls = InWorkers<PublicKey, typeof publicKeyCalls>;
const PublicKeyCalls = workerClass<PublicKeyCalls, typeof InWorkerKey>(publicKeyCalls, InWorkerKey);
type PrivateKeyCalls = InWorkers<PrivateKey, typeof privateKeyCalls>;
const PrivateKeyCalls = workerClass<PrivateKeyCalls, typeof InWorkerKey>(privateKeyCalls, InWorkerKey);

/**
 * A public key whose operations run in workers. The documentation and examples of each call are those of `PublicKey`: here, `await`
 * the result.
 */
export class WorkerPublicKey extends PublicKeyCalls {
  static {
    makeDescribed(WorkerPublicKey.prototype);
  }

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
}

/**
 * A private key whose operations run in workers. The documentation and examples of each call are those of `PrivateKey`: here,
 * `await` the result. Its numbers are also kept on this side, so that the key survives when a canceled call terminates its worker.
 * Call `free()` when you are done.
 */
export class WorkerPrivateKey extends PrivateKeyCalls {
  static {
    makeDescribed(WorkerPrivateKey.prototype);
  }

  /** The kind of the key, as `CryptoKey.type` names it. */
  readonly type = "private";
  /** The parameters, with every value that applies to the variant filled in. */
  readonly params: KeyParams;
  /** The public keys: one, or for `batch`, one for each place of the batch. */
  readonly publicKeys: readonly WorkerPublicKey[];
  /** Undefined once the key is freed. */
  #components: KeyComponents | undefined;

  /** @internal */
  constructor(home: Home, keyId: KeyId, record: PrivateKeyRecord) {
    const { pool } = home;
    const { params, components } = record;
    super(pool, keyId, undefined, () => {
      const call = pool.callsOn(keyId);
      return async (method, ...rest) => {
        if (!otherCalls.has(method)) useKeyFor(this, "other operations");
        return call(method, ...rest);
      };
    });
    this.#components = components;
    this.params = params;
    pool.keep(keyId, record);
    this.publicKeys = Object.freeze(
      record.publicKeys.map((publicKey) => new WorkerPublicKey(home, pool.newKeyId(), publicKey)),
    );
  }

  /** The variant, as in `params`. */
  get variant(): Variant {
    return this.params.variant;
  }

  /** The length of the modulus in bits, as in `params`. */
  get modulusLength(): number {
    return this.params.modulusLength;
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
  override free(): void {
    this.#components = undefined;
    for (const publicKey of this.publicKeys) publicKey.free();
    super.free();
  }
}
