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
import type { BindingsPrivateKey } from "./bindings.js";
import { type Bytes, joinBlocks, splitBlocks, toBytes } from "./bytes.js";
import { RsaError } from "./errors.js";
import { withDerivedKeys } from "./formats/derivation.js";
import {
  checkPrivateFormat,
  type PasswordOptions,
  type PrivateKeyFormat,
  type PrivateKeyFormats,
  readPassword,
} from "./formats/formats.js";
import { writePrivateJson } from "./formats/json.js";
import { writePrivateJwk } from "./formats/jwk.js";
import type { FormatsModule } from "./formats/module.js";
import { type CryptoKeyAlgorithm, type CryptoKeyOptions, toCryptoKey } from "./formats/platform-keys.js";
import { Handle, makeDescribed, makeDisposable } from "./handle.js";
import { type Hasher, pieceLength, toSigned } from "./hasher.js";
import { setKeyReader } from "./key-numbers.js";
import { useKeyFor } from "./key-use.js";
import { callMany, type ManyOptions, type SettledBytes } from "./many.js";
import { type PrivateOperationOptions, toPrivateOptions } from "./options.js";
import {
  type BindingsComponents,
  blockLength,
  fromBindingsComponents,
  fromBindingsParams,
  type KeyComponents,
  type KeyParams,
  overwriteComponents,
} from "./params.js";
import type { WebCryptoKey } from "./platform/types.js";
import { PublicKey } from "./public-key.js";
import type { Variant } from "./variants.js";

/**
 * Calls `call` with the object in WebAssembly memory that belongs to a private key.
 * @internal
 */
export let usePrivateKey: <R>(key: PrivateKey, call: (object: BindingsPrivateKey) => R) => R;

/**
 * A private key and its public key or keys. It lives in WebAssembly memory: call `free()` when you are done. That releases it
 * and its public keys, and overwrites the data prepared for private operations.
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "r-prime", modulusLength: 2048 });
 * const message = key.decryptRaw(key.publicKey.encryptRaw(new Uint8Array([7])));
 * console.log(message.at(-1)); // 7
 * key.free();
 * ```
 */
export class PrivateKey {
  static {
    makeDisposable(PrivateKey.prototype);
    makeDescribed(PrivateKey.prototype);
    usePrivateKey = (key, call) => key.#handle.use(call);
    setKeyReader((key) =>
      key instanceof PrivateKey ? usePrivateKey(key, (object) => object.components()) : undefined,
    );
  }

  /** Frees the object at the end of a `using` declaration's block. */
  declare readonly [Symbol.dispose]: () => void;
  /** The kind of the key, as `CryptoKey.type` names it. */
  readonly type = "private";
  /** The parameters, with every value that applies to the variant filled in. */
  readonly params: KeyParams;
  /** The public keys: one, or for `batch`, one for each place of the batch. */
  readonly publicKeys: readonly PublicKey[];
  readonly #handle: Handle<BindingsPrivateKey>;
  readonly #formats: FormatsModule;

  /** @internal */
  constructor(bindings: BindingsPrivateKey, formats: FormatsModule) {
    this.#formats = formats;
    this.#handle = new Handle("private key", bindings);
    this.params = this.#handle.use((key) => fromBindingsParams(key.params()));
    const publicKeys = this.#handle.use((key) => key.publicKeys());
    this.publicKeys = Object.freeze(publicKeys.map((each) => new PublicKey(each, formats)));
  }

  /** The variant, as in `params`. */
  get variant(): Variant {
    return this.params.variant;
  }

  /** The length of the modulus in bits, as in `params`. */
  get modulusLength(): number {
    return this.params.modulusLength;
  }

  /** The public key; for `batch`, that of the first place. */
  get publicKey(): PublicKey {
    const first = this.publicKeys[0];
    if (first === undefined) throw new RsaError("internal", "a private key without public key");
    return first;
  }

  /**
   * Returns the numbers of the key. Everything except the modulus and the public exponents is secret.
   *
   * @throws RsaError `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * const { primes, privateExponent } = key.components();
   * console.log(primes.length, typeof privateExponent); // 2 bigint
   * key.free();
   * ```
   */
  components(): KeyComponents {
    return this.#handle.use((key) => fromBindingsComponents(key.components()));
  }

  /**
   * Checks that the numbers of the key belong together: the primes are prime, their product is the modulus, and the exponents
   * are inverse to each other.
   *
   * @throws RsaError `inconsistent-key`, with the number that is wrong; `broken-key` if the numbers belong together but the key
   * can be broken; `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * key.check(); // a freshly generated key passes
   * key.free();
   * ```
   */
  check(): void {
    this.#handle.use((key) => key.check());
  }

  /**
   * Decrypts a ciphertext of `PublicKey.encrypt`. A `batch` key decrypts for its first public key.
   *
   * With `RSAES-PKCS1-v1_5`, a ciphertext with bad padding is not an error: it decrypts to a random-looking message, always the
   * same one (implicit rejection). Anyone who learns which paddings are bad can decrypt. Trust such a message only if something
   * else authenticates it.
   *
   * @param algorithm the algorithm and parameters that the message was encrypted with
   * @param data the ciphertext, as long as the modulus (⌈modulusLength / 8⌉ bytes)
   * @param options the engine and the guards
   * @returns the message
   * @throws RsaError `decryption-failed` for every invalid ciphertext, without a reason; `fault-detected`, `key-too-short`,
   * `invalid-params`, `unknown-engine`, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * const ciphertext = key.publicKey.encrypt({ name: "RSA-OAEP" }, new TextEncoder().encode("a message"));
   * const message = key.decrypt({ name: "RSA-OAEP" }, ciphertext);
   * console.log(new TextDecoder().decode(message)); // a message
   * key.free();
   * ```
   */
  decrypt(algorithm: EncryptionAlgorithm, data: Bytes, options: PrivateOperationOptions = {}): Uint8Array<ArrayBuffer> {
    const checked = checkEncryption(algorithm);
    const ciphertext = toBytes("data", data);
    const { engine, blinding, faultCheck } = toPrivateOptions(options);
    const { hash, mgfHash, label } = oaepOf(checked);
    const chosen = { hash, mgfHash, label, engine, blinding, faultCheck };
    return this.#operate((key) =>
      checked.name === "RSA-OAEP" ? key.decryptOaep(ciphertext, chosen) : key.decryptPkcs1v15(ciphertext, chosen),
    );
  }

  /**
   * Decrypts many ciphertexts in one call. The engine works on several at a time, and with `connect` all workers share the list.
   *
   * @param algorithm as for `decrypt`
   * @param ciphertexts the ciphertexts, each as long as the modulus
   * @param options the engine and the guards; `onProgress` gets `{ done, total }` after every 64 ciphertexts or more often
   * @returns a result for each ciphertext in the same order, in the shape of `Promise.allSettled`: a ciphertext that cannot be
   * decrypted does not affect the others. Its `reason` is the error that `decrypt` would throw
   * @throws RsaError `invalid-params` for anything that is not an array of bytes; `key-too-short`, `unknown-engine`,
   * `use-after-free`; `fault-detected` if the key has changed in memory
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 2048 });
   * const algorithm = { name: "RSA-OAEP" } as const;
   * const ciphertexts = [1, 2, 3].map((number) => key.publicKey.encrypt(algorithm, new Uint8Array([number])));
   * ciphertexts.push(new Uint8Array(256)); // a bad one
   * for (const result of key.decryptMany(algorithm, ciphertexts)) {
   *   if (result.status === "fulfilled") console.log(result.value);
   *   else console.log(result.reason.code); // decryption-failed
   * }
   * key.free();
   * ```
   */
  decryptMany(
    algorithm: EncryptionAlgorithm,
    ciphertexts: readonly Bytes[],
    options: ManyOptions = {},
  ): SettledBytes[] {
    const checked = checkEncryption(algorithm);
    const { hash, mgfHash, label } = oaepOf(checked);
    return callMany("ciphertexts", ciphertexts, options, (joined, ends, { engine, blinding, faultCheck }) => {
      const chosen = { hash, mgfHash, label, engine, blinding, faultCheck };
      return this.#operate((key) => key.decryptMany(joined, ends, chosen, checked.name === "RSA-OAEP"));
    });
  }

  /**
   * Hashes and signs data. A `batch` key signs for its first public key.
   *
   * @param algorithm `RSA-PSS`, or `RSASSA-PKCS1-v1_5` for protocols that need it, with its parameters
   * @param data the data to sign, of any length
   * @param options the engine and the guards
   * @returns the signature, as long as the modulus (⌈modulusLength / 8⌉ bytes)
   * @throws RsaError `key-too-short`, `fault-detected`, `invalid-params`, `unknown-engine`, `use-after-free`; `wrong-variant` for
   * an `unbalanced` key, which cannot sign because it computes modulo its short prime only
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * const data = new TextEncoder().encode("a document");
   * const signature = key.sign({ name: "RSA-PSS", hash: "SHA-256" }, data);
   * console.log(signature.length); // 256
   * key.free();
   * ```
   */
  sign(algorithm: SignatureAlgorithm, data: Bytes, options: PrivateOperationOptions = {}): Uint8Array<ArrayBuffer> {
    return this.#sign(algorithm, data, false, options);
  }

  /**
   * Like `sign`, for data that you have hashed already, such as a file too large for memory (see `hasher`). If you sign digests
   * that others choose, you do not know what you sign.
   *
   * @param algorithm as for `sign`
   * @param digest the digest of the data to sign, made with the hash function of the algorithm
   * @param options the engine and the guards
   * @returns the signature, as long as the modulus (⌈modulusLength / 8⌉ bytes)
   * @throws RsaError as for `sign`; `invalid-params` if the digest is not as long as the hash function's output
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * const hasher = key.hasher("SHA-256");
   * for (const piece of ["a file, ", "piece by piece"]) hasher.update(new TextEncoder().encode(piece));
   * const signature = key.signDigest({ name: "RSA-PSS", hash: "SHA-256" }, hasher.digest());
   * key.free();
   * ```
   */
  signDigest(
    algorithm: SignatureAlgorithm,
    digest: Bytes,
    options: PrivateOperationOptions = {},
  ): Uint8Array<ArrayBuffer> {
    return this.#sign(algorithm, digest, true, options);
  }

  /**
   * Hashes and signs many messages in one call. The engine works on several at a time, and with `connect` all workers share the list.
   *
   * @param algorithm as for `sign`
   * @param messages the data to sign, each of any length
   * @param options the engine and the guards; `onProgress` gets `{ done, total }` after every 64 messages or more often
   * @returns a result for each message in the same order, in the shape of `Promise.allSettled`. A `reason` is the error that `sign`
   * would throw, such as `fault-detected`
   * @throws RsaError `invalid-params` for anything that is not an array of bytes; `key-too-short`, `unknown-engine`,
   * `use-after-free`; `fault-detected` if the key has changed in memory; `wrong-variant` for an `unbalanced` key
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "r-prime", modulusLength: 2048 });
   * const messages = ["one", "two", "three"].map((text) => new TextEncoder().encode(text));
   * const signatures = key.signMany("PS256", messages).map((result) => {
   *   if (result.status === "rejected") throw result.reason;
   *   return result.value;
   * });
   * console.log(signatures.length); // 3
   * key.free();
   * ```
   */
  signMany(algorithm: SignatureAlgorithm, messages: readonly Bytes[], options: ManyOptions = {}): SettledBytes[] {
    const checked = checkSignature(algorithm);
    const { hash, mgfHash, saltLength } = pssOf(checked);
    return callMany("messages", messages, options, (joined, ends, { engine, blinding, faultCheck }) => {
      // A long message comes alone.
      const isLong = joined.length > pieceLength;
      const { bytes, isDigest } = isLong
        ? toSigned(joined, false, checked, (hash) => this.hasher(hash))
        : { bytes: joined, isDigest: false };
      const chosen = { isDigest, hash, mgfHash, saltLength, engine, blinding, faultCheck };
      const all = isDigest ? new Uint32Array([bytes.length]) : ends;
      return this.#operate((key) => key.signMany(bytes, all, chosen, checked.name === "RSA-PSS"));
    });
  }

  /** Every private operation comes through here. */
  #operate<R>(call: (key: BindingsPrivateKey) => R): R {
    useKeyFor(this, "other operations");
    return this.#handle.use(call);
  }

  #sign(
    algorithm: SignatureAlgorithm,
    data: Bytes,
    isDigest: boolean,
    options: PrivateOperationOptions,
  ): Uint8Array<ArrayBuffer> {
    const checked = checkSignature(algorithm);
    const { engine, blinding, faultCheck } = toPrivateOptions(options);
    const { bytes, isDigest: isHashed } = toSigned(data, isDigest, checked, (hash) => this.hasher(hash));
    const { hash, mgfHash, saltLength } = pssOf(checked);
    const chosen = { isDigest: isHashed, hash, mgfHash, saltLength, engine, blinding, faultCheck };
    return this.#operate((key) =>
      checked.name === "RSA-PSS" ? key.signPss(bytes, chosen) : key.signPkcs1v15(bytes, chosen),
    );
  }

  /**
   * Starts to hash data piece by piece, for `signDigest`.
   *
   * @param hash the hash function
   * @throws RsaError `invalid-params` for an unknown name, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * const hasher = key.hasher("SHA-256");
   * hasher.update(new TextEncoder().encode("a document"));
   * const signature = key.signDigest({ name: "RSA-PSS", hash: "SHA-256" }, hasher.digest());
   * key.free();
   * ```
   */
  hasher(hash: HashName<PssHash>): Hasher {
    return this.publicKey.hasher(hash);
  }

  /**
   * The private operation without padding, M = C^d mod N (RSADP, RFC 8017 section 5.1.2), computed as the variant does.
   *
   * **Hazardous.** It decrypts any number and checks no padding. Use it to build or to measure a scheme; never decrypt
   * ciphertexts from outside with it. Like every private operation, it is blinded and checked unless the options turn that off.
   *
   * @param block the ciphertext as big-endian bytes: at most as long as the modulus, and below it
   * @param options the engine and the guards
   * @returns the message, always as long as the modulus (⌈modulusLength / 8⌉ bytes)
   * @throws RsaError `invalid-length`, `message-out-of-range`, `not-invertible` (`multi-power`: the ciphertext is a
   * multiple of p), `decryption-failed` (`unbalanced`: no message has this ciphertext), `fault-detected`, `invalid-params`,
   * `unknown-engine`, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "multi-power", modulusLength: 3072 });
   * const message = key.decryptRaw(key.publicKey.encryptRaw(new Uint8Array([42])));
   * key.free();
   * ```
   */
  decryptRaw(block: Bytes, options: PrivateOperationOptions = {}): Uint8Array<ArrayBuffer> {
    const bytes = toBytes("block", block);
    const rest = toPrivateOptions(options);
    return this.#operate((key) => key.decryptRaw(bytes, rest));
  }

  /**
   * Like `decryptRaw`, for many blocks in one call, so that the engine can work on several at a time. Hazardous like `decryptRaw`.
   *
   * @param blocks ciphertexts, each at most as long as the modulus, and below it
   * @param options the engine and the guards
   * @returns the messages in the same order, each as long as the modulus
   * @throws RsaError as for `decryptRaw`; if one block is invalid, the whole call fails
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * const blocks = [1, 2, 3].map((value) => key.publicKey.encryptRaw(new Uint8Array([value])));
   * console.log(key.decryptRawMany(blocks).map((message) => message.at(-1))); // [ 1, 2, 3 ]
   * key.free();
   * ```
   */
  decryptRawMany(blocks: readonly Bytes[], options: PrivateOperationOptions = {}): Uint8Array<ArrayBuffer>[] {
    const length = blockLength(this.params.modulusLength);
    const joined = joinBlocks(blocks, length);
    const rest = toPrivateOptions(options);
    return splitBlocks(
      this.#operate((key) => key.decryptRawMany(joined, rest)),
      length,
    );
  }

  /**
   * The private operation of the variant `batch`: decrypts `batchSize` ciphertexts for little more than the cost of one.
   * Hazardous like `decryptRaw`. Encryption needs no waiting messages: each is encrypted by itself.
   *
   * @param blocks exactly `batchSize` ciphertexts; block i was encrypted with `publicKeys[i]`
   * @param options the engine and the guards
   * @returns the messages in the same order, each as long as the modulus
   * @throws RsaError `wrong-variant` for a key of another variant; `invalid-length` for another number of blocks; otherwise as
   * for `decryptRaw`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "batch", modulusLength: 2048, batchSize: 4 });
   * const blocks = key.publicKeys.map((publicKey, i) => publicKey.encryptRaw(new Uint8Array([i + 1])));
   * const messages = key.decryptRawBatch(blocks);
   * key.free();
   * ```
   */
  decryptRawBatch(blocks: readonly Bytes[], options: PrivateOperationOptions = {}): Uint8Array<ArrayBuffer>[] {
    const length = blockLength(this.params.modulusLength);
    const joined = joinBlocks(blocks, length);
    const rest = toPrivateOptions(options);
    return splitBlocks(
      this.#operate((key) => key.decryptRawBatch(joined, rest)),
      length,
    );
  }

  /**
   * Writes the key in a standard format, or in this library's own (`json`). **The result is secret**, unless you encrypt it with a
   * strong password.
   *
   * PKCS #1, PKCS #8 and JWK hold any number of primes, but not the variant; when you import such a key, its numbers decide the
   * variant. Those without `hasStandardFormat` in `variantFacts` need `json`, which holds every variant.
   *
   * A separate WebAssembly module writes all formats except JWK and JSON; the first call that needs it fetches it. Encryption
   * takes a few tenths of a second. For PKCS #8, the platform's PBKDF2 derives the key without blocking this thread. OpenSSH's format
   * blocks it, and so does PKCS #8 on a page without https; use `connect` to avoid that.
   *
   * @param format most software accepts `pkcs8-pem`; `openssh` is for keys with two primes
   * @param options a password to encrypt with. `pkcs8-pem` and `pkcs8-der` use PBES2 with PBKDF2-HMAC-SHA-256, 600,000
   * iterations, and AES-256-CBC; `openssh` uses bcrypt-pbkdf with 24 rounds, and AES-256-CTR
   * @returns DER as bytes, PEM and OpenSSH's format as text, JWK and JSON as objects
   * @throws RsaError `no-standard-format`; `invalid-params` for an unknown format or an empty password; `load-failed` if the
   * module cannot be loaded (the next call tries again); `use-after-free`, also if the key is freed during the call
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 2048, primes: 3 });
   * const pem = await key.export("pkcs8-pem", { password: "correct horse battery staple" });
   * const same = await rsa.importPrivateKey(pem, { password: "correct horse battery staple" });
   * key.free();
   * same.free();
   * ```
   */
  async export<Format extends PrivateKeyFormat>(
    format: Format,
    options: PasswordOptions = {},
  ): Promise<PrivateKeyFormats[Format]> {
    const password = readPassword(options);
    try {
      checkPrivateFormat(format, password);
      return (await this.#export(format, password)) as PrivateKeyFormats[Format]; // the format decides the type
    } finally {
      password?.fill(0);
    }
  }

  /**
   * Converts the key to a `CryptoKey` for WebCrypto, which by default cannot be exported again.
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
   * const cryptoKey = await key.toCryptoKey({ name: "RSA-PSS", hash: "SHA-256" });
   * const pss = { name: "RSA-PSS", saltLength: 32 };
   * const signature = await crypto.subtle.sign(pss, cryptoKey, new Uint8Array([1, 2, 3]));
   * console.log(key.publicKey.verify({ name: "RSA-PSS" }, signature, new Uint8Array([1, 2, 3]))); // true
   * key.free();
   * ```
   */
  toCryptoKey(algorithm: CryptoKeyAlgorithm, options: CryptoKeyOptions = {}): Promise<WebCryptoKey> {
    return toCryptoKey(this.type, algorithm, options, () => this.export("pkcs8-der"));
  }

  /**
   * Returns a hash that identifies the public key, and with it this key.
   *
   * @param kind `"spki"` (default) or `"jwk"`, as for `PublicKey.fingerprint`
   * @throws RsaError `load-failed`, `use-after-free`; `invalid-params` for an unknown kind
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * console.log((await key.fingerprint()) === (await key.publicKey.fingerprint())); // true
   * key.free();
   * ```
   */
  fingerprint(kind: "spki" | "jwk" = "spki"): Promise<string> {
    return this.publicKey.fingerprint(kind);
  }

  async #export(
    format: PrivateKeyFormat,
    password: Uint8Array | undefined,
  ): Promise<PrivateKeyFormats[PrivateKeyFormat]> {
    if (format === "json") return writePrivateJson(this.params, this.components());
    if (format === "jwk") return this.#useStandard((components) => writePrivateJwk(fromBindingsComponents(components)));
    // Check first that the key is not freed and has this format, before fetching the module; copy its numbers only afterwards.
    this.#useStandard(() => {});
    return withDerivedKeys((derived) =>
      this.#formats.use((encoder) =>
        this.#useStandard((components) => encoder.encodePrivateKey(format, components, password, derived)),
      ),
    );
  }

  /** Passes the numbers that standard formats list to a call, and overwrites them afterwards. */
  #useStandard<R>(call: (components: BindingsComponents) => R): R {
    return this.#handle.use((key) => {
      const components = key.standardComponents();
      try {
        return call(components);
      } finally {
        overwriteComponents(components);
      }
    });
  }

  /**
   * Frees the WebAssembly memory of this key and of its public keys; a second call does nothing.
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
   * key.free();
   * ```
   */
  free(): void {
    for (const publicKey of this.publicKeys) publicKey.free();
    this.#handle.free();
  }
}
