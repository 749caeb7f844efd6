/// <reference lib="esnext.disposable" preserve="true" />
import { makeDisposable } from "../handle.js";
import type { PublicKeyNumbers } from "../params.js";
import { InWorkerObject } from "../workers/calls.js";
import type { WorkerPool } from "../workers/pool.js";
import type { KeyId } from "../workers/protocol.js";

/**
 * A private key of two safe primes whose signatures are made in workers; make it with `BlindWorkers.issuerKey`. Its numbers are also
 * kept on this side, so that the key survives when a canceled call ends its worker. Call `free()` when you are done.
 *
 * @example
 * ```ts
 * import { connect } from "rsa-variants/blind";
 * const workers = await connect({ workers: 1 });
 * const key = await workers.generateKey({ modulusLength: 1024 }); // 1024 bits: for the example only
 * const issuerKey = await workers.issuerKey(key);
 * issuerKey.free();
 * await workers.close();
 * ```
 */
export class WorkerIssuerKey extends InWorkerObject {
  static {
    makeDisposable(WorkerIssuerKey.prototype);
  }

  /** Frees the object at the end of a `using` declaration's block. */
  declare readonly [Symbol.dispose]: () => void;
  /** The numbers of the public key, for clients. */
  readonly publicKey: PublicKeyNumbers;
  readonly #pool: WorkerPool;
  readonly #keyId: KeyId;

  /** @internal */
  constructor(pool: WorkerPool, keyId: KeyId, publicKey: PublicKeyNumbers) {
    super(pool, keyId);
    this.#pool = pool;
    this.#keyId = keyId;
    this.publicKey = Object.freeze(publicKey);
  }

  /**
   * Frees the key in every worker; a second call does nothing. Calls that run are completed.
   *
   * @example
   * ```ts
   * import { connect } from "rsa-variants/blind";
   * const workers = await connect({ workers: 1 });
   * const key = await workers.generateKey({ modulusLength: 1024 }); // 1024 bits: for the example only
   * const issuerKey = await workers.issuerKey(key);
   * issuerKey.free();
   * await workers.close();
   * ```
   */
  free(): void {
    this.#pool.forget(this.#keyId);
  }
}
