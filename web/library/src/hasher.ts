/// <reference lib="esnext.disposable" preserve="true" />
import type { Hash } from "./algorithms.js";
import { type Bytes, toBytes } from "./bytes.js";
import { makeDisposable } from "./disposable.js";
import { invalid } from "./errors.js";
import type { GlueHasher } from "./glue.js";
import { Handle } from "./handle.js";

/** Refuses what the bindings cannot take for a name; which names there are is the core's to judge. */
export function checkHash(hash: unknown): string {
  if (typeof hash === "string") return hash;
  throw invalid("hash", `must be a string such as "SHA-256", got ${String(hash)}`);
}

/**
 * A hash value in the making, of data that come in pieces: what WebCrypto has not. Keys make it, for `signDigest` and
 * `verifyDigest`. It lives in WebAssembly memory until `digest` or `free()`.
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * const rsa = await load();
 * const key = rsa.publicKey(2n ** 521n - 1n, 65537n);
 * const hasher = key.hasher("SHA-256");
 * hasher.update(new Uint8Array([1, 2, 3]));
 * console.log(hasher.digest().length); // 32
 * key.free();
 * ```
 */
export class Hasher {
  static {
    makeDisposable(Hasher.prototype);
  }

  declare readonly [Symbol.dispose]: () => void;
  /** Which hash function. */
  readonly hash: Hash;
  readonly #handle: Handle<GlueHasher>;

  /** @internal */
  constructor(hash: Hash, glue: GlueHasher) {
    this.hash = hash;
    this.#handle = new Handle("hasher", glue);
  }

  /**
   * Takes the next piece.
   *
   * @param data of any length
   * @throws RsaError `use-after-free` after `digest` or `free()`
   */
  update(data: Bytes): void {
    const bytes = toBytes("data", data);
    this.#handle.use((hasher) => hasher.update(bytes));
  }

  /**
   * The hash value of all pieces one after the other; the hasher is used up and freed by it.
   *
   * @throws RsaError `use-after-free` the second time
   */
  digest(): Uint8Array<ArrayBuffer> {
    return this.#handle.consume((hasher) => hasher.digest());
  }

  /** Frees the WebAssembly memory; a second call does nothing. */
  free(): void {
    this.#handle.free();
  }
}
