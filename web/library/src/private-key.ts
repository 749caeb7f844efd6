/// <reference lib="esnext.disposable" preserve="true" />
import {
  checkEncryption,
  checkSignature,
  type EncryptionAlgorithm,
  type PssHash,
  type SignatureAlgorithm,
  toGluePss,
} from "./algorithms.js";
import { type Bytes, joinBlocks, splitBlocks, toBytes } from "./bytes.js";
import { RsaError } from "./errors.js";
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
import type { GluePrivateKey } from "./glue.js";
import { Handle, makeDisposable } from "./handle.js";
import { type Hasher, toSigned } from "./hasher.js";
import { type PrivateOperationOptions, toPrivateArguments } from "./options.js";
import {
  blockLength,
  fromGlueComponents,
  fromGlueParams,
  type GlueComponents,
  type KeyComponents,
  type KeyParams,
  overwriteComponents,
} from "./params.js";
import type { WebCryptoKey } from "./platform/types.js";
import { PublicKey } from "./public-key.js";

/**
 * What `call` makes of the object in WebAssembly memory that a private key stands for.
 * @internal
 */
export let usePrivateKey: <R>(key: PrivateKey, call: (object: GluePrivateKey) => R) => R;

/**
 * A private key with its public key or keys. It lives in WebAssembly memory: call `free()` when done, which releases it
 * together with its public keys, and overwrites what was prepared for private operations.
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
    usePrivateKey = (key, call) => key.#handle.use(call);
  }

  declare readonly [Symbol.dispose]: () => void;
  /** As `CryptoKey.type`. */
  readonly type = "private";
  /** The parameters with every value that applies to the variant filled in. */
  readonly params: KeyParams;
  /** The public keys: one, or for `batch` one for each place of the batch. */
  readonly publicKeys: readonly PublicKey[];
  readonly #handle: Handle<GluePrivateKey>;
  readonly #formats: FormatsModule;

  /** @internal */
  constructor(glue: GluePrivateKey, formats: FormatsModule) {
    this.#formats = formats;
    this.#handle = new Handle("private key", glue);
    this.params = this.#handle.use((key) => fromGlueParams(key.params()));
    const publicKeys = this.#handle.use((key) => key.publicKeys());
    this.publicKeys = Object.freeze(publicKeys.map((each) => new PublicKey(each, formats)));
  }

  /** The public key; for `batch` that of the first place. */
  get publicKey(): PublicKey {
    const first = this.publicKeys[0];
    if (first === undefined) throw new RsaError("internal", "a private key without public key");
    return first;
  }

  /**
   * The numbers of the key. Everything but the modulus and the public exponents is secret.
   *
   * @throws RsaError `use-after-free`
   */
  components(): KeyComponents {
    return this.#handle.use((key) => fromGlueComponents(key.components()));
  }

  /**
   * Checks that the components belong together: primes prime, their product the modulus, exponents inverse to each other.
   *
   * @throws RsaError `inconsistent-key` naming what is wrong; `broken-key` where everything else is right; `use-after-free`
   */
  check(): void {
    this.#handle.use((key) => key.check());
  }

  /**
   * Decrypts what `PublicKey.encrypt` gave, with the same algorithm. A `batch` key answers for its first public key.
   *
   * With `RSAES-PKCS1-v1_5` a ciphertext with a bad padding is no error, but decrypts to a random-looking message, always the
   * same (implicit rejection): whoever learns which paddings are bad can decrypt. Believe such a message only when something
   * else authenticates it.
   *
   * @param algorithm as it was encrypted
   * @param data the ciphertext, as long as the modulus
   * @param options which engine, and which guards
   * @returns the message
   * @throws RsaError `decryption-failed`, the same for all that can be wrong with a ciphertext; `fault-detected`;
   * `key-too-short`, `invalid-params`, `unknown-engine`, `use-after-free`
   */
  decrypt(algorithm: EncryptionAlgorithm, data: Bytes, options: PrivateOperationOptions = {}): Uint8Array<ArrayBuffer> {
    const checked = checkEncryption(algorithm);
    const ciphertext = toBytes("data", data);
    const rest = toPrivateArguments(options);
    return this.#handle.use((key) =>
      checked.name === "RSA-OAEP"
        ? key.decryptOaep(ciphertext, checked.hash, checked.mgfHash, checked.label, ...rest)
        : key.decryptPkcs1v15(ciphertext, ...rest),
    );
  }

  /**
   * Signs data, which are hashed here. A `batch` key signs for its first public key.
   *
   * @param algorithm `RSA-PSS`, or `RSASSA-PKCS1-v1_5` for what needs it, with its parameters
   * @param data what is to be signed, of any length
   * @param options which engine, and which guards
   * @returns the signature, as long as the modulus (⌈modulusLength / 8⌉ bytes)
   * @throws RsaError `key-too-short`, `fault-detected`, `invalid-params`, `unknown-engine`, `use-after-free`; `wrong-variant` for
   * an `unbalanced` key, whose answers modulo its short prime are no signatures
   */
  sign(algorithm: SignatureAlgorithm, data: Bytes, options: PrivateOperationOptions = {}): Uint8Array<ArrayBuffer> {
    return this.#sign(algorithm, data, false, options);
  }

  /**
   * As `sign`, of data whose hash value is there: a file too large to hold, which `hasher` has seen piece by piece. Whoever
   * lets others choose the digest signs what he has not seen.
   *
   * @param algorithm as for `sign`
   * @param digest the hash value of what is to be signed, by the hash function of the algorithm
   * @param options which engine, and which guards
   * @throws RsaError as `sign`; `invalid-params` for a digest of another length than the hash function's
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

  #sign(
    algorithm: SignatureAlgorithm,
    data: Bytes,
    isDigest: boolean,
    options: PrivateOperationOptions,
  ): Uint8Array<ArrayBuffer> {
    const checked = checkSignature(algorithm);
    const rest = toPrivateArguments(options);
    const signed = toSigned(data, isDigest, checked, (hash) => this.hasher(hash));
    return this.#handle.use((key) =>
      checked.name === "RSA-PSS"
        ? key.signPss(...signed, ...toGluePss(checked), ...rest)
        : key.signPkcs1v15(...signed, checked.hash, ...rest),
    );
  }

  /** As `PublicKey.hasher`, for `signDigest`. */
  hasher(hash: PssHash): Hasher {
    return this.publicKey.hasher(hash);
  }

  /**
   * The private operation alone, M = C^d mod N (RSADP, RFC 8017 section 5.1.2), computed as the variant does.
   *
   * **Hazardous.** It answers any number without a check of padding. Use it to build or to measure a scheme, never to
   * answer ciphertexts from outside. Like every private operation it is blinded and checked, unless the options say
   * otherwise.
   *
   * @param block the ciphertext as big-endian bytes: at most as long as the modulus, and below it
   * @param options which engine, and which guards
   * @returns the message, always as long as the modulus (⌈modulusLength / 8⌉ bytes)
   * @throws RsaError `invalid-length`, `message-out-of-range`, `not-invertible` (`multi-power`: the ciphertext is a
   * multiple of p), `fault-detected`, `invalid-params`, `unknown-engine`, `use-after-free`
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
    const rest = toPrivateArguments(options);
    return this.#handle.use((key) => key.decryptRaw(bytes, ...rest));
  }

  /**
   * `decryptRaw` of many blocks in one call, which lets the engine work on several at a time. Hazardous as `decryptRaw`.
   *
   * @param blocks ciphertexts, each at most as long as the modulus, and below it
   * @param options which engine, and which guards
   * @returns the messages in the same order, each as long as the modulus
   * @throws RsaError as `decryptRaw`; when one block is refused, none is answered
   */
  decryptRawMany(blocks: readonly Bytes[], options: PrivateOperationOptions = {}): Uint8Array<ArrayBuffer>[] {
    const length = blockLength(this.params.modulusLength);
    const joined = joinBlocks(blocks, length);
    const rest = toPrivateArguments(options);
    return splitBlocks(
      this.#handle.use((key) => key.decryptRawMany(joined, ...rest)),
      length,
    );
  }

  /**
   * The private operation of variant `batch`: `batchSize` ciphertexts for little more than the price of one. Hazardous
   * as `decryptRaw`.
   *
   * @param blocks exactly `batchSize` ciphertexts; block i was encrypted with `publicKeys[i]`
   * @param options which engine, and which guards
   * @returns the messages in the same order, each as long as the modulus
   * @throws RsaError `wrong-variant` on a key of another variant, `invalid-length` for another number of blocks, else as
   * `decryptRaw`
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
    const rest = toPrivateArguments(options);
    return splitBlocks(
      this.#handle.use((key) => key.decryptRawBatch(joined, ...rest)),
      length,
    );
  }

  /**
   * The key in a format that other software reads, or in this library's own. **It is secret**, unless encrypted by a
   * password that nobody guesses.
   *
   * PKCS#1, PKCS#8 and JWK hold keys of any count of primes, but do not name the variant: what is read from them is of the
   * variant that its numbers suit. `multi-power` and `batch` have no standard format; `json` holds every variant.
   *
   * All but JWK and JSON are written by a separate WebAssembly module, which the first call that needs it fetches. Encryption
   * blocks this thread for a second: use `connect` where it must not.
   *
   * @param format `pkcs8-pem` is what most software accepts; `openssh` is for keys of two primes
   * @param options a password, for `pkcs8-pem` and `pkcs8-der`: PBES2 with PBKDF2-HMAC-SHA-256, 600,000 iterations, and
   * AES-256-CBC; for `openssh`: bcrypt-pbkdf with 24 rounds, and AES-256-CTR
   * @returns DER as bytes, PEM and OpenSSH's format as text, JWK and JSON as objects
   * @throws RsaError `no-standard-format`; `invalid-params` for another format or an empty password; `load-failed` when the
   * module cannot be loaded, which the next call tries again; `use-after-free`, also when the key is freed meanwhile
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
      return (await this.#export(format, password)) as PrivateKeyFormats[Format]; // what comes out follows from the format
    } finally {
      password?.fill(0);
    }
  }

  /** As `PublicKey.toCryptoKey`: by default WebCrypto does not export it again. */
  toCryptoKey(algorithm: CryptoKeyAlgorithm, options: CryptoKeyOptions = {}): Promise<WebCryptoKey> {
    return toCryptoKey(this.type, algorithm, options, () => this.export("pkcs8-der"));
  }

  /** As `PublicKey.fingerprint`, of the public key. */
  fingerprint(kind: "spki" | "jwk" = "spki"): Promise<string> {
    return this.publicKey.fingerprint(kind);
  }

  async #export(
    format: PrivateKeyFormat,
    password: Uint8Array | undefined,
  ): Promise<PrivateKeyFormats[PrivateKeyFormat]> {
    if (format === "json") return writePrivateJson(this.params, this.components());
    if (format === "jwk") return this.#useStandard((components) => writePrivateJwk(fromGlueComponents(components)));
    // A key that has no such format, or is freed, fetches nothing; its numbers are taken when there is who writes them.
    this.#useStandard(() => {});
    return this.#formats.use((encoder) =>
      this.#useStandard((components) => encoder.encodePrivateKey(format, components, password)),
    );
  }

  /** Gives the numbers that standard formats list to a call, and overwrites them afterwards. */
  #useStandard<R>(call: (components: GlueComponents) => R): R {
    return this.#handle.use((key) => {
      const components = key.standardComponents();
      try {
        return call(components);
      } finally {
        overwriteComponents(components);
      }
    });
  }

  /** Frees the WebAssembly memory of this key and of its public keys; a second call does nothing. */
  free(): void {
    for (const publicKey of this.publicKeys) publicKey.free();
    this.#handle.free();
  }
}
