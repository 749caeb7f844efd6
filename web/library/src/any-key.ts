import type { PrivateKey } from "./private-key.js";
import type { PublicKey } from "./public-key.js";
import type { WorkerPrivateKey, WorkerPublicKey } from "./workers/rsa-workers.js";

/** A public key of `load` or of `connect`. */
export type AnyPublicKey = PublicKey | WorkerPublicKey;

/** A private key of `load` or of `connect`. */
export type AnyPrivateKey = PrivateKey | WorkerPrivateKey;
