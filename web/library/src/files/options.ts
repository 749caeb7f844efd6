import type { OaepAlgorithm } from "../algorithms.js";
import { checkCallback, type ReportOptions, throwIfAborted } from "../callback.js";
import { invalid } from "../errors.js";
import type { Names } from "../names.js";
import type { OperationOptions } from "../options.js";
import type { PrivateKey } from "../private-key.js";
import type { PublicKey } from "../public-key.js";
import type { WorkerPrivateKey, WorkerPublicKey } from "../workers/worker-keys.js";

/** A public key of `load` or of `connect`. */
export type AnyPublicKey = PublicKey | WorkerPublicKey;

/** A private key of `load` or of `connect`. */
export type AnyPrivateKey = PrivateKey | WorkerPrivateKey;

/**
 * What encrypts a file's key, once a file: a public key of this package, or what stands for one that is elsewhere, in another
 * thread or on a device.
 */
export interface FileEncryptionKey {
  /** Bits of the modulus. */
  readonly modulusLength: number;
  /** As `PublicKey.encrypt`. */
  encrypt(algorithm: OaepAlgorithm, data: Uint8Array, options: OperationOptions): Uint8Array | Promise<Uint8Array>;
}

/** What decrypts a file's key, once a file: a private key of this package, or what stands for one that is elsewhere. */
export interface FileDecryptionKey {
  readonly params: {
    /** Bits of the modulus. */
    readonly modulusLength: number;
  };
  /** As `PrivateKey.decrypt`, whose error `decryption-failed` it must have in common. */
  decrypt(algorithm: OaepAlgorithm, data: Uint8Array, options: OperationOptions): Uint8Array | Promise<Uint8Array>;
}

/** How far the work on a file is. */
export interface FileProgress {
  /** Bytes of the input that are done with. */
  readonly done: number;
}

/** Options of all work on files: `onProgress` is called after each piece of the input. */
export type FileOptions = ReportOptions<FileProgress>;

export const fileNames: Names<FileOptions> = { signal: true, onProgress: true };

/** Counts what is done, tells the caller, and throws what the caller's signal or callback ends the work with. */
export class Watch {
  readonly #options: FileOptions;
  #done = 0;

  constructor(options: FileOptions) {
    checkCallback("onProgress", options.onProgress);
    this.#options = options;
  }

  /** Throws the signal's reason once it is aborted. */
  check(): void {
    throwIfAborted(this.#options.signal);
  }

  /** Reports that so many bytes more are done with. */
  add(bytes: number): void {
    this.#done += bytes;
    this.#options.onProgress?.({ done: this.#done });
    this.check();
  }
}

/** Refuses what is no key before anything is done with it. */
export function checkKey(key: unknown, call: "encrypt" | "decrypt" | "sign" | "verify"): void {
  const found = typeof key === "object" && key !== null ? (key as Record<string, unknown>)[call] : undefined;
  if (typeof found === "function") return;
  const kind = call === "encrypt" || call === "verify" ? "public" : "private";
  throw invalid(`${kind}Key`, `must be a ${kind} key of this package`);
}
