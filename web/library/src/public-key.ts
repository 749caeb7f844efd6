/// <reference lib="esnext.disposable" preserve="true" />
import {
  checkEncryption,
  checkSignature,
  type EncryptionAlgorithm,
  type HashName,
  oaepOf,
  type PssHash,
  pssOf,
  type SignatureAlgorithm,
} from "./algorithms.js";
import type { BindingsPublicKey } from "./bindings.js";
import { type Bytes, bytesToBigInt, bytesToHex, toBytes } from "./bytes.js";
import { invalid } from "./errors.js";
import { checkPublicFormat, type PublicKeyFormat, type PublicKeyFormats } from "./formats/formats.js";
import { writePublicJson } from "./formats/json.js";
import { writePublicJwk } from "./formats/jwk.js";
import { bytesToBase64url } from "./formats/members.js";
import type { FormatsModule } from "./formats/module.js";
import { type CryptoKeyAlgorithm, type CryptoKeyOptions, toCryptoKey } from "./formats/platform-keys.js";
import { Handle, makeDescribed, makeDisposable } from "./handle.js";
import { type Hasher, startHasher, toSigned } from "./hasher.js";
import {
  type AbortOptions,
  abortNames,
  checkOptions,
  type OperationOptions,
  throwIfAborted,
  toEngine,
} from "./options.js";
import type { WebCryptoKey } from "./platform/types.js";

/**
 * The checksum of a key's numbers, for the worker that receives them.
 * @internal
 */
export let checksumOf: (key: PublicKey) => bigint;

/**
 * A public key (N, e). It lives in WebAssembly memory: call `free()` when you are done.
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * const rsa = await load();
 * const key = rsa.publicKey(3233n * 2n ** 128n + 3n, 65537n);
 * console.log(key.modulusLength);
 * key.free();
 * ```
 */
export class PublicKey {
  static {
    makeDisposable(PublicKey.prototype);
    makeDescribed(PublicKey.prototype);
    checksumOf = (key) => key.#handle.use((object) => object.checksum);
  }

  /** Frees the object at the end of a `using` declaration's block. */
  declare readonly [Symbol.dispose]: () => void;
  /** The kind of the key, as `CryptoKey.type` names it. */
  readonly type = "public";
  /** The length of the modulus in bits. */
  readonly modulusLength: number;
  /** N. */
  readonly modulus: bigint;
  /** e. */
  readonly publicExponent: bigint;
  /**
   * The maximum length of a message in bits, for an `unbalanced` key: one bit less than its short prime. Undefined for other
   * variants, whose messages are below the modulus.
   */
  readonly messageLength: number | undefined;
  readonly #handle: Handle<BindingsPublicKey>;
  readonly #formats: Pick<FormatsModule, "use">;

  /** @internal */
  constructor(bindings: BindingsPublicKey, formats: Pick<FormatsModule, "use">) {
    this.#formats = formats;
    this.#handle = new Handle("key", bindings);
    this.modulusLength = bindings.modulusLength;
    this.modulus = bytesToBigInt(bindings.modulus());
    this.publicExponent = bytesToBigInt(bindings.publicExponent());
    this.messageLength = bindings.messageLength;
  }

  /**
   * Encrypts a short message, such as a symmetric key.
   *
   * @param algorithm `RSA-OAEP`, or `RSAES-PKCS1-v1_5` for protocols that already use it, with its parameters
   * @param data the message: at most k − 2·(bytes of the hash) − 2 bytes with OAEP, k − 11 bytes with PKCS #1 v1.5, where k is
   * ⌈modulusLength / 8⌉, or ⌊messageLength / 8⌋ for an `unbalanced` key
   * @param options the engine
   * @returns the ciphertext, as long as the modulus (⌈modulusLength / 8⌉ bytes)
   * @throws RsaError `message-too-long`, `key-too-short`, `invalid-params`, `unknown-engine`, `use-after-free`; `fault-detected` if
   * the key has changed in memory
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 2048, primes: 3 });
   * const ciphertext = key.publicKey.encrypt({ name: "RSA-OAEP" }, new TextEncoder().encode("a message"));
   * const message = key.decrypt({ name: "RSA-OAEP" }, ciphertext);
   * key.free();
   * ```
   */
  encrypt(algorithm: EncryptionAlgorithm, data: Bytes, options: OperationOptions = {}): Uint8Array<ArrayBuffer> {
    const checked = checkEncryption(algorithm);
    const message = toBytes("data", data);
    const engine = toEngine(options);
    const { hash, mgfHash, label } = oaepOf(checked);
    const chosen = { hash, mgfHash, label, engine };
    return this.#handle.use((key) =>
      checked.name === "RSA-OAEP" ? key.encryptOaep(message, chosen) : key.encryptPkcs1v15(message, chosen),
    );
  }

  /**
   * Verifies a signature of the data by the private key.
   *
   * @param algorithm `RSA-PSS` or `RSASSA-PKCS1-v1_5`, with the parameters used for signing
   * @param signature the signature
   * @param data the signed data, of any length
   * @param options the engine
   * @returns `true` for a valid signature; `false` for anything else, including a signature of the wrong length
   * @throws RsaError `key-too-short` if no such signature is possible; `wrong-variant` for an `unbalanced` key, which cannot sign;
   * `invalid-params`, `unknown-engine`, `use-after-free`; `fault-detected` if the key has changed in memory
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * const data = new TextEncoder().encode("a document");
   * const signature = key.sign({ name: "RSA-PSS" }, data);
   * console.log(key.publicKey.verify({ name: "RSA-PSS" }, signature, data)); // true
   * key.free();
   * ```
   */
  verify(algorithm: SignatureAlgorithm, signature: Bytes, data: Bytes, options: OperationOptions = {}): boolean {
    return this.#verify(algorithm, signature, data, false, options);
  }

  /**
   * Like `verify`, for data that you have hashed already, such as a file too large for memory (see `hasher`).
   *
   * @param algorithm as for `verify`
   * @param signature the signature
   * @param digest the digest of the signed data, made with the hash function of the algorithm
   * @param options the engine
   * @returns as for `verify`
   * @throws RsaError as for `verify`; `invalid-params` if the digest is not as long as the hash function's output
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * const data = new TextEncoder().encode("a document");
   * const signature = key.sign({ name: "RSA-PSS" }, data);
   * const hasher = key.publicKey.hasher("SHA-256");
   * hasher.update(data);
   * console.log(key.publicKey.verifyDigest({ name: "RSA-PSS" }, signature, hasher.digest())); // true
   * key.free();
   * ```
   */
  verifyDigest(
    algorithm: SignatureAlgorithm,
    signature: Bytes,
    digest: Bytes,
    options: OperationOptions = {},
  ): boolean {
    return this.#verify(algorithm, signature, digest, true, options);
  }

  #verify(
    algorithm: SignatureAlgorithm,
    signature: Bytes,
    data: Bytes,
    isDigest: boolean,
    options: OperationOptions,
  ): boolean {
    const checked = checkSignature(algorithm);
    const bytes = toBytes("signature", signature);
    const engine = toEngine(options);
    const signed = toSigned(data, isDigest, checked, (hash) => this.hasher(hash));
    const { hash, mgfHash, saltLength } = pssOf(checked);
    const chosen = { isDigest: signed.isDigest, hash, mgfHash, saltLength, engine };
    return this.#handle.use((key) =>
      checked.name === "RSA-PSS"
        ? key.verifyPss(signed.bytes, bytes, chosen)
        : key.verifyPkcs1v15(signed.bytes, bytes, chosen),
    );
  }

  /**
   * Starts to hash data piece by piece, for `verifyDigest`.
   *
   * @param hash the hash function
   * @throws RsaError `invalid-params` for an unknown name, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const publicKey = rsa.publicKey(2n ** 521n - 1n, 65537n);
   * const hasher = publicKey.hasher("SHA-512");
   * hasher.update(new Uint8Array([1, 2, 3]));
   * console.log(hasher.digest().length); // 64
   * publicKey.free();
   * ```
   */
  hasher(hash: HashName<PssHash>): Hasher {
    return this.#handle.use((key) => startHasher(hash, (name) => key.hasher(name)));
  }

  /**
   * The public operation without padding, C = M^e mod N (RSAEP, RFC 8017 section 5.1.1).
   *
   * **Hazardous.** Without padding, RSA is deterministic and malleable, and a small message can be recovered by taking a
   * root. Use it to build or to measure a scheme, never to protect data by itself.
   *
   * @param block the message as big-endian bytes: at most as long as the modulus, and below it; for an `unbalanced` key, at most
   * `messageLength` bits
   * @param options the engine
   * @returns the ciphertext, as long as the modulus (⌈modulusLength / 8⌉ bytes)
   * @throws RsaError `invalid-length`, `message-out-of-range`, `fault-detected`, `invalid-params`, `unknown-engine`, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * const ciphertext = key.publicKey.encryptRaw(new Uint8Array([42]));
   * key.free();
   * ```
   */
  encryptRaw(block: Bytes, options: OperationOptions = {}): Uint8Array<ArrayBuffer> {
    const bytes = toBytes("block", block);
    return this.#handle.use((key) => key.encryptRaw(bytes, toEngine(options)));
  }

  /**
   * Writes the key in a standard format, or in this library's own (`json`). A separate WebAssembly module writes all formats
   * except JWK and JSON; the first call that needs it fetches it.
   *
   * @param format most software accepts `spki-pem` and `spki-der`; `openssh` is a line `ssh-rsa AAAA…`
   * @param options a signal
   * @returns DER as bytes, PEM and OpenSSH's format as text, JWK and JSON as objects
   * @throws RsaError `invalid-params` for an unknown format; `no-standard-format` for an `unbalanced` key in any format except
   * `json` (other formats lack its message length, so others would encrypt messages that it cannot decrypt); `load-failed` if
   * the module cannot be loaded (the next call tries again); `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const publicKey = rsa.publicKey(2n ** 521n - 1n, 65537n);
   * console.log(await publicKey.export("spki-pem")); // -----BEGIN PUBLIC KEY----- …
   * publicKey.free();
   * ```
   */
  async export<Format extends PublicKeyFormat>(
    format: Format,
    options: AbortOptions = {},
  ): Promise<PublicKeyFormats[Format]> {
    throwIfAborted(checkOptions(options, abortNames, "{ signal }").signal);
    return (await this.#export(format)) as PublicKeyFormats[Format]; // the format decides the type
  }

  /**
   * Converts the key to a `CryptoKey` for WebCrypto.
   *
   * @param algorithm the algorithm that the `CryptoKey` is for
   * @param options whether it is extractable; a signal
   * @throws RsaError `unsupported-format` if WebCrypto refuses the key; `invalid-params`; otherwise as for `export`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * const signature = key.sign({ name: "RSASSA-PKCS1-v1_5" }, new Uint8Array([1, 2, 3]));
   * const cryptoKey = await key.publicKey.toCryptoKey({ name: "RSASSA-PKCS1-v1_5" });
   * console.log(await crypto.subtle.verify("RSASSA-PKCS1-v1_5", cryptoKey, signature, new Uint8Array([1, 2, 3]))); // true
   * key.free();
   * ```
   */
  toCryptoKey(algorithm: CryptoKeyAlgorithm, options: CryptoKeyOptions = {}): Promise<WebCryptoKey> {
    return toCryptoKey(this.type, algorithm, options, () => this.export("spki-der"));
  }

  /**
   * Returns a hash that identifies the key.
   *
   * @param kind `"spki"` (default): SHA-256 of the SubjectPublicKeyInfo in DER, as 64 hexadecimal digits, the same as
   * `openssl pkey -pubin -outform DER | sha256sum` prints. `"jwk"`: the JWK thumbprint of RFC 7638 with SHA-256, as base64url.
   * @throws RsaError `load-failed`, `use-after-free`; `invalid-params` for an unknown kind
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const publicKey = rsa.publicKey(2n ** 521n - 1n, 65537n);
   * console.log(await publicKey.fingerprint());
   * publicKey.free();
   * ```
   */
  async fingerprint(kind: "spki" | "jwk" = "spki"): Promise<string> {
    if (kind === "jwk") {
      const { kty, n, e } = writePublicJwk(this);
      // RFC 7638, section 3.3: these members in this order, without white space.
      return bytesToBase64url(this.#sha256(new TextEncoder().encode(JSON.stringify({ e, kty, n }))));
    }
    if (kind !== "spki") throw invalid("kind", `must be "spki" or "jwk", got ${String(kind)}`);
    // Only N and e are hashed, so unbalanced keys have a fingerprint even though they cannot be exported in this format.
    return bytesToHex(this.#sha256((await this.#encode("spki-der")) as Uint8Array<ArrayBuffer>));
  }

  #sha256(data: Uint8Array): Uint8Array {
    const hasher = this.hasher("SHA-256");
    hasher.update(data);
    return hasher.digest();
  }

  async #export(format: PublicKeyFormat): Promise<PublicKeyFormats[PublicKeyFormat]> {
    checkPublicFormat(format);
    this.#handle.check();
    if (format === "json") return writePublicJson(this);
    this.#handle.use((key) => key.checkStandardFormat());
    return format === "jwk" ? writePublicJwk(this) : this.#encode(format);
  }

  #encode(format: Exclude<PublicKeyFormat, "jwk" | "json">): Promise<string | Uint8Array<ArrayBuffer>> {
    return this.#formats.use((encoder) =>
      this.#handle.use((key) => encoder.encodePublicKey(format, key.modulus(), key.publicExponent())),
    );
  }

  /**
   * Frees the WebAssembly memory; a second call does nothing.
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const publicKey = rsa.publicKey(2n ** 521n - 1n, 65537n);
   * publicKey.free();
   * ```
   */
  free(): void {
    this.#handle.free();
  }
}
