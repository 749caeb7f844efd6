/// <reference lib="esnext.disposable" preserve="true" />
import { platformHasher } from "#hash";
import { defaultHash, type PssHash, type SignatureAlgorithm } from "./algorithms.js";
import { type Bytes, toBytes } from "./bytes.js";
import { invalid } from "./errors.js";
import type { GlueHasher, GlueSigned } from "./glue.js";
import { Handle, makeDisposable } from "./handle.js";

/** Refuses what the bindings cannot take for a name; which names there are is the core's to judge. */
export function checkHash(hash: unknown): string {
  if (typeof hash === "string") return hash;
  throw invalid("hash", `must be a string such as "SHA-256", got ${String(hash)}`);
}

/**
 * The most bytes that cross into WebAssembly at once. All of a long message would be copied there, up to its limit of 4 GiB, and
 * hashed by a single call, which engines leave in their slow tier: in Chromium the first 100 MB took eight times as long.
 */
const pieceLength = 2 ** 20;

/** Starts a hash value, on the platform where it can; `make` makes one in WebAssembly. */
export function startHasher(hash: PssHash, make: (name: string) => GlueHasher): Hasher {
  const name = checkHash(hash);
  return new Hasher(hash, platformHasher(name) ?? make(name));
}

/** What a signature is of: a short message itself, a hash value, or that of a long message. */
export function toSigned(
  data: Bytes,
  isDigest: boolean,
  { hash = defaultHash }: SignatureAlgorithm,
  start: (hash: PssHash) => Hasher,
): GlueSigned {
  const bytes = toBytes(isDigest ? "digest" : "data", data);
  if (isDigest || bytes.length <= pieceLength) return [bytes, isDigest];
  const hasher = start(hash);
  hasher.update(bytes);
  return [hasher.digest(), true];
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
  readonly hash: PssHash;
  readonly #handle: Handle<GlueHasher>;

  /** @internal */
  constructor(hash: PssHash, glue: GlueHasher) {
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
    this.#handle.use((hasher) => {
      for (let at = 0; at < bytes.length; at += pieceLength) hasher.update(bytes.subarray(at, at + pieceLength));
    });
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
