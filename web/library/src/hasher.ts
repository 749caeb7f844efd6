/// <reference lib="esnext.disposable" preserve="true" />
import { platformHasher } from "#hash";
import { checkHash, defaultHash, type HashName, type PssHash, pssHashes, type SignatureParams } from "./algorithms.js";
import type { BindingsHasher } from "./bindings.js";
import { type Bytes, toBytes } from "./bytes.js";
import { Handle, makeDisposable } from "./handle.js";

/**
 * The most bytes that are passed to WebAssembly in one call. A long message in a single call would be copied there as a whole
 * (the limit is 4 GiB), and the browser would run the whole call in its slow tier.
 */
export const pieceLength = 2 ** 20;

/** Starts a hasher: the platform's if it has one, else the one that `make` creates in WebAssembly. */
export function startHasher(hash: HashName<PssHash>, make: (name: string) => BindingsHasher): Hasher {
  const name = checkHash("hash", hash, pssHashes);
  return new Hasher(name, platformHasher(name) ?? make(name));
}

/** What to pass to the bindings to sign: a short message or a digest as it is, a long message as its digest. */
export function toSigned(
  data: Bytes,
  isDigest: boolean,
  { hash = defaultHash }: SignatureParams,
  start: (hash: PssHash) => Hasher,
): { readonly bytes: Uint8Array; readonly isDigest: boolean } {
  const bytes = toBytes(isDigest ? "digest" : "data", data);
  if (isDigest || bytes.length <= pieceLength) return { bytes, isDigest };
  const hasher = start(hash);
  hasher.update(bytes);
  return { bytes: hasher.digest(), isDigest: true };
}

/**
 * Hashes data piece by piece, which WebCrypto cannot do. A key's `hasher` method creates one, for `signDigest` and
 * `verifyDigest`. It lives in WebAssembly memory until you call `digest()` or `free()`.
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

  /** Frees the object at the end of a `using` declaration's block. */
  declare readonly [Symbol.dispose]: () => void;
  /** The hash function. */
  readonly hash: PssHash;
  readonly #handle: Handle<BindingsHasher>;

  /** @internal */
  constructor(hash: PssHash, bindings: BindingsHasher) {
    this.hash = hash;
    this.#handle = new Handle("hasher", bindings);
  }

  /**
   * Hashes the next piece.
   *
   * @param data the piece, of any length
   * @throws RsaError `invalid-params`; `use-after-free` after `digest` or `free()`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.publicKey(2n ** 521n - 1n, 65537n);
   * const hasher = key.hasher("SHA-256");
   * hasher.update(new TextEncoder().encode("one piece, "));
   * hasher.update(new TextEncoder().encode("and the next"));
   * console.log(hasher.digest().length); // 32
   * key.free();
   * ```
   */
  update(data: Bytes): void {
    const bytes = toBytes("data", data);
    this.#handle.use((hasher) => {
      for (let at = 0; at < bytes.length; at += pieceLength) hasher.update(bytes.subarray(at, at + pieceLength));
    });
  }

  /**
   * Returns the hash of all pieces and frees the hasher.
   *
   * @returns as many bytes as the hash function has: 32 for SHA-256
   *
   * @throws RsaError `use-after-free` if called again
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.publicKey(2n ** 521n - 1n, 65537n);
   * const hasher = key.hasher("SHA-256");
   * hasher.update(new Uint8Array([1, 2, 3]));
   * console.log(hasher.digest()[0]); // 3
   * key.free();
   * ```
   */
  digest(): Uint8Array<ArrayBuffer> {
    return this.#handle.consume((hasher) => hasher.digest());
  }

  /**
   * Frees the WebAssembly memory; a second call does nothing. Needed only if you do not call `digest`.
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.publicKey(2n ** 521n - 1n, 65537n);
   * const hasher = key.hasher("SHA-256");
   * hasher.free(); // the file could not be read
   * key.free();
   * ```
   */
  free(): void {
    this.#handle.free();
  }
}
