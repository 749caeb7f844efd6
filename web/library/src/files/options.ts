import type { OaepAlgorithm } from "../algorithms.js";
import { RsaError } from "../errors.js";
import type { Names } from "../names.js";
import type { PrivateKey } from "../private-key.js";
import type { PublicKey } from "../public-key.js";
import type { WorkerOperationOptions, WorkerPrivateKey, WorkerPublicKey } from "../workers/worker-keys.js";

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
  encrypt(
    algorithm: OaepAlgorithm,
    data: Uint8Array,
    options: WorkerOperationOptions,
  ): Uint8Array | Promise<Uint8Array>;
}

/** What decrypts a file's key, once a file: a private key of this package, or what stands for one that is elsewhere. */
export interface FileDecryptionKey {
  readonly params: {
    /** Bits of the modulus. */
    readonly modulusLength: number;
  };
  /** As `PrivateKey.decrypt`, whose error `decryption-failed` it must have in common. */
  decrypt(
    algorithm: OaepAlgorithm,
    data: Uint8Array,
    options: WorkerOperationOptions,
  ): Uint8Array | Promise<Uint8Array>;
}

/** How far the work on a file is. */
export interface FileProgress {
  /** Bytes of the input that are done with. */
  readonly done: number;
}

/** Options of all work on files. */
export interface FileOptions {
  /** Aborting it ends the work with `aborted`; with a key of `connect` an RSA operation under way, too. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each piece of the input; return `false` to cancel, whereupon the work ends with `aborted`. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback that returns nothing goes on
  readonly onProgress?: ((progress: FileProgress) => boolean | void) | undefined;
}

export const fileNames: Names<FileOptions> = { signal: true, onProgress: true };

/** Counts what is done, tells the caller, and throws when the caller wants no more. */
export class Watch {
  readonly #options: FileOptions;
  #done = 0;

  constructor(options: FileOptions) {
    const { onProgress } = options;
    if (onProgress !== undefined && typeof onProgress !== "function") {
      throw new RsaError("invalid-params", `onProgress must be a function, got ${typeof onProgress}`);
    }
    this.#options = options;
  }

  /** Throws `aborted` once the signal is. */
  check(): void {
    const { signal } = this.#options;
    if (signal?.aborted) throw abortError(signal);
  }

  /** Reports that so many bytes more are done with. What the callback throws goes to the caller as it is. */
  add(bytes: number): void {
    this.#done += bytes;
    if (this.#options.onProgress?.({ done: this.#done }) === false) {
      throw new RsaError("aborted", `the work was cancelled by onProgress after ${this.#done} bytes`);
    }
  }
}

export function abortError(signal: AbortSignal): RsaError {
  return new RsaError("aborted", "the work was aborted by its signal", { cause: signal.reason });
}

/** Refuses what is no key before anything is done with it. */
export function checkKey(key: unknown, call: "encrypt" | "decrypt" | "sign" | "verify"): void {
  const found = typeof key === "object" && key !== null ? (key as Record<string, unknown>)[call] : undefined;
  if (typeof found === "function") return;
  const kind = call === "encrypt" || call === "verify" ? "public" : "private";
  throw new RsaError("invalid-params", `the first argument must be a ${kind} key of this package`);
}
