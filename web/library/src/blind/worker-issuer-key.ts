import type { PublicKeyNumbers } from "../params.js";
import { InWorkerKey } from "../workers/calls.js";
import type { WorkerPool } from "../workers/pool.js";
import type { KeyId } from "../workers/protocol.js";

/**
 * A private key of two safe primes whose signatures are made in workers; make it with `BlindWorkers.issuerKey`. Its numbers are also
 * kept on this side, so that the key survives when a canceled call ends its worker. Call `free()` when you are done.
 */
export class WorkerIssuerKey extends InWorkerKey {
  /** The numbers of the public key, for clients. */
  readonly publicKey: PublicKeyNumbers;

  /** @internal */
  constructor(pool: WorkerPool, keyId: KeyId, publicKey: PublicKeyNumbers) {
    super(pool, keyId);
    this.publicKey = Object.freeze(publicKey);
  }
}
