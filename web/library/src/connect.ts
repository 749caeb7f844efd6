/// <reference lib="esnext.disposable" preserve="true" />
import { platform } from "#platform";
import type { Build } from "./builds.js";
import { RsaError } from "./errors.js";
import { type PasswordOptions, passwordNames, readPassword } from "./formats/formats.js";
import { copyData, needsFormats, type PrivateKeyData, type PublicKeyData } from "./formats/import.js";
import type { KeyExponents } from "./formats/jwk.js";
import { chooseBuild, compileBuild, formatsModule, type LoadOptions, loadNames } from "./load.js";
import { checkOptions, type Names } from "./names.js";
import { operationNames } from "./options.js";
import { checkWholeNumber, copySeed, type KeyComponents, type KeyParams } from "./params.js";
import { defaultPublicExponent, type HybridKeys, type KeyGenerationProgress } from "./rsa.js";
import type { Engine, Variant } from "./variants.js";
import { checkSafety, heed, type KeyWarning, type SafetyOptions, safetyNames } from "./warning.js";
import { WorkerPool } from "./workers/pool.js";
import type { PrivateKeyNumbers } from "./workers/protocol.js";
import { type WorkerOperationOptions, WorkerPrivateKey, WorkerPublicKey } from "./workers/worker-keys.js";

/** How to start the workers. */
export interface ConnectOptions extends LoadOptions {
  /** How many workers at most; they are started on demand. Default: as many as the machine has threads. */
  readonly workers?: number | undefined;
}

/** Options of a call that can be aborted. */
export interface AbortOptions {
  /** Aborting it ends the worker at once and rejects with `aborted`; the other calls and all keys go on. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of key generation in a worker. */
export interface WorkerGenerateKeyOptions extends AbortOptions, SafetyOptions {
  /** As `GenerateKeyOptions.seed`: 1 to 32 bytes that fix the key. **Unfit for real keys.** */
  readonly seed?: Uint8Array | undefined;
  /** Called now and then on this side. */
  readonly onProgress?: ((progress: KeyGenerationProgress) => void) | undefined;
}

const connectNames: Names<ConnectOptions> = { ...loadNames, workers: true };
const abortNames: Names<AbortOptions> = { signal: true };
const importNames: Names<PasswordOptions & AbortOptions> = { ...passwordNames, ...abortNames };
const generateKeyNames: Names<WorkerGenerateKeyOptions> = {
  ...safetyNames,
  ...abortNames,
  seed: true,
  onProgress: true,
};

/** The signal of options that have nothing else. */
function signalOf(options: AbortOptions): AbortSignal | undefined {
  return checkOptions(options, abortNames, "{ signal }").signal;
}

/**
 * Starts the library in workers: Web Workers in browsers, worker threads in Node. The WebAssembly is compiled once and
 * shared, that of PEM and DER by the first call that needs it. In Node, idle workers do not keep the process alive.
 *
 * @param options how many workers, which build, and where its WebAssembly comes from
 * @throws RsaError `load-failed`, `unsupported-build` as `load`; `worker-failed` when the first worker does not start;
 * `invalid-params`
 *
 * @example
 * ```ts
 * import { connect } from "rsa-variants";
 *
 * const workers = await connect();
 * const stop = new AbortController();
 * const key = await workers.generateKey(
 *   { variant: "crt", modulusLength: 2048 },
 *   { signal: stop.signal, onProgress: ({ phase, done }) => console.log(phase, done) },
 * );
 * const message = await key.decryptRaw(await key.publicKey.encryptRaw(new Uint8Array([42])));
 * await workers.close();
 * ```
 */
export async function connect(options: ConnectOptions = {}): Promise<RsaWorkers> {
  const { workers: size = platform.parallelism() } = checkOptions(options, connectNames, "{ workers: 2 }");
  checkWholeNumber("workers", size);
  if (size < 1) throw new RsaError("invalid-params", `workers must be at least 1, got ${size}`);
  const build = await chooseBuild(options);
  const module = await compileBuild(build, options.source);
  const pool = new WorkerPool(platform, build, module, formatsModule(options.formatsSource), size);
  try {
    return new RsaWorkers(pool, build, await pool.open());
  } catch (error) {
    pool.close();
    throw error;
  }
}

/** The calls of `Rsa` as promises. Calls are queued over the workers; every one that takes a signal can be aborted. */
export class RsaWorkers {
  static {
    if (typeof Symbol.asyncDispose === "symbol") {
      Object.defineProperty(RsaWorkers.prototype, Symbol.asyncDispose, {
        value(this: RsaWorkers) {
          return this.close();
        },
        configurable: true,
        writable: true,
      });
    }
  }

  declare readonly [Symbol.asyncDispose]: () => Promise<void>;
  /** Which compilation of the WebAssembly runs. */
  readonly build: Build;
  /** The engines that run in the workers, fastest first; the first is the default. */
  readonly engines: readonly Engine[];
  readonly #pool: WorkerPool;

  /** @internal */
  constructor(pool: WorkerPool, build: Build, engines: readonly Engine[]) {
    this.#pool = pool;
    this.build = build;
    this.engines = Object.freeze([...engines]);
  }

  /** How many workers there may be at once. */
  get size(): number {
    return this.#pool.size;
  }

  /** As `Rsa.checkParams`. */
  async checkParams(params: KeyParams, options: AbortOptions = {}): Promise<KeyParams> {
    return this.#pool.run({ name: "checkParams", input: { params }, signal: signalOf(options) });
  }

  /** As `Rsa.warningFor`. */
  async warningFor(params: KeyParams, options: AbortOptions = {}): Promise<KeyWarning | undefined> {
    return this.#pool.run({ name: "warningFor", input: { params }, signal: signalOf(options) });
  }

  /**
   * As `Rsa.generateKey`, without blocking this thread.
   *
   * @throws RsaError `invalid-params`, `broken-params`; `aborted` through the signal
   */
  async generateKey(params: KeyParams, options: WorkerGenerateKeyOptions = {}): Promise<WorkerPrivateKey> {
    const { signal, allowBroken, onProgress } = checkOptions(options, generateKeyNames, "{ signal }");
    const seed = options.seed === undefined ? undefined : copySeed(options.seed);
    await this.#warn(params, options);
    const keyId = this.#pool.newKeyId();
    const input = { keyId, params, seed, allowBroken, report: onProgress !== undefined };
    return this.#privateKey(
      keyId,
      await this.#pool.run({ name: "generateKey", input, creates: [keyId], signal, onProgress }),
    );
  }

  /**
   * As `Rsa.generateHybridKeys`, without blocking this thread.
   *
   * @throws RsaError `invalid-params`, `broken-params`, `wrong-variant`; `aborted` through the signal
   */
  async generateHybridKeys(
    params: KeyParams,
    publicExponent: bigint = defaultPublicExponent,
    options: WorkerGenerateKeyOptions = {},
  ): Promise<HybridKeys<WorkerPrivateKey>> {
    const { signal, allowBroken, onProgress } = checkOptions(options, generateKeyNames, "{ signal }");
    const seed = options.seed === undefined ? undefined : copySeed(options.seed);
    await this.#warn(params, options);
    const [fastId, compatibleId] = [this.#pool.newKeyId(), this.#pool.newKeyId()];
    const input = { fastId, compatibleId, params, publicExponent, seed, allowBroken, report: onProgress !== undefined };
    const creates = [fastId, compatibleId];
    const keys = await this.#pool.run({ name: "generateHybridKeys", input, creates, signal, onProgress });
    return {
      fast: this.#privateKey(fastId, keys.fast),
      compatible: this.#privateKey(compatibleId, keys.compatible),
    };
  }

  /** As `Rsa.keyFromComponents`. */
  async keyFromComponents(
    params: KeyParams,
    components: KeyComponents,
    options: AbortOptions = {},
  ): Promise<WorkerPrivateKey> {
    const keyId = this.#pool.newKeyId();
    const input = { keyId, params, components };
    return this.#privateKey(
      keyId,
      await this.#pool.run({ name: "keyFromComponents", input, creates: [keyId], signal: signalOf(options) }),
    );
  }

  /** As `Rsa.keyFromExponents`. */
  async keyFromExponents(exponents: KeyExponents, options: AbortOptions = {}): Promise<WorkerPrivateKey> {
    const keyId = this.#pool.newKeyId();
    const input = { keyId, exponents };
    return this.#privateKey(
      keyId,
      await this.#pool.run({ name: "keyFromExponents", input, creates: [keyId], signal: signalOf(options) }),
    );
  }

  /** As `Rsa.importPrivateKey`. */
  async importPrivateKey(
    data: PrivateKeyData,
    options: PasswordOptions & AbortOptions = {},
  ): Promise<WorkerPrivateKey> {
    const password = readPassword(options, importNames);
    const copy = copyData(data);
    try {
      const keyId = this.#pool.newKeyId();
      const input = { keyId, data: copy, options: { password } };
      const { signal } = options;
      const usesFormats = needsFormats(data);
      const task = { name: "importPrivateKey", input, creates: [keyId], usesFormats, signal } as const;
      return this.#privateKey(keyId, await this.#pool.run(task));
    } finally {
      password?.fill(0);
      if (copy instanceof Uint8Array) copy.fill(0);
    }
  }

  /** As `Rsa.importPublicKey`. */
  async importPublicKey(data: PublicKeyData, options: AbortOptions = {}): Promise<WorkerPublicKey> {
    const keyId = this.#pool.newKeyId();
    const input = { keyId, data: copyData(data) };
    const signal = signalOf(options);
    const usesFormats = needsFormats(data);
    const found = await this.#pool.run({ name: "importPublicKey", input, creates: [keyId], usesFormats, signal });
    return new WorkerPublicKey(this.#pool, keyId, found.modulusLength, found.modulus, found.publicExponent);
  }

  /** As `Rsa.sampleKey`: a published key, for measurements only. */
  async sampleKey(variant: Variant, modulusLength: number, options: AbortOptions = {}): Promise<WorkerPrivateKey> {
    const keyId = this.#pool.newKeyId();
    const input = { keyId, variant, modulusLength };
    return this.#privateKey(
      keyId,
      await this.#pool.run({ name: "sampleKey", input, creates: [keyId], signal: signalOf(options) }),
    );
  }

  /** As `Rsa.publicKey`. */
  async publicKey(modulus: bigint, publicExponent: bigint, options: AbortOptions = {}): Promise<WorkerPublicKey> {
    const keyId = this.#pool.newKeyId();
    const input = { keyId, modulus, publicExponent };
    const { modulusLength } = await this.#pool.run({
      name: "publicKey",
      input,
      creates: [keyId],
      signal: signalOf(options),
    });
    return new WorkerPublicKey(this.#pool, keyId, modulusLength, modulus, publicExponent);
  }

  /** As `Rsa.modPow`. */
  async modPow(base: bigint, exponent: bigint, modulus: bigint, options: WorkerOperationOptions = {}): Promise<bigint> {
    const { engine, signal } = checkOptions(options, operationNames, "{ signal }");
    return this.#pool.run({ name: "modPow", input: { base, exponent, modulus, engine }, signal });
  }

  /** Ends all workers; calls under way or waiting are rejected with `aborted`, and keys cannot be used any more. */
  async close(): Promise<void> {
    this.#pool.close();
  }

  /** Tells the caller, on this side, what there is to tell of parameters; `heed` refuses broken ones there, else the worker does. */
  async #warn(params: KeyParams, options: WorkerGenerateKeyOptions): Promise<void> {
    checkSafety(options);
    if (options.onWarning === undefined) return;
    heed(await this.#pool.run({ name: "warningFor", input: { params }, signal: options.signal }), options);
  }

  #privateKey(keyId: number, data: PrivateKeyNumbers): WorkerPrivateKey {
    return new WorkerPrivateKey(this.#pool, keyId, data);
  }
}
