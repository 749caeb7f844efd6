import { defaultHash, type SignatureAlgorithm } from "../algorithms.js";
import { type Bytes, isBytes, toBytes } from "../bytes.js";
import { describe, invalid } from "../errors.js";
import type { Hasher } from "../hasher.js";
import { checkOptions, type Names } from "../options.js";
import type { Signal } from "../platform/types.js";
import { type AnyPrivateKey, type AnyPublicKey, checkKey, type FileOptions, fileNames, Watch } from "./stream.js";

/**
 * What is signed: bytes, or bytes of any length that come in pieces: a `Blob` or `File`, a `ReadableStream`, Node's `Readable`, or
 * any other async iterable.
 */
export type Signed = Bytes | BlobLike | ByteReader | AsyncIterable<Bytes>;

/** A `Blob`, as far as it is used here. */
interface BlobLike {
  readonly size: number;
  stream(): ByteReader;
}

/** A `ReadableStream` of bytes, as far as it is used here. */
interface ByteReader {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Bytes | undefined }>;
    cancel(reason?: unknown): Promise<void>;
    releaseLock(): void;
  };
}

/** Options of signatures. */
export interface SignatureOptions extends FileOptions {
  /** Default: RSA-PSS with SHA-256 and a salt of 32 bytes; signatures with another salt verify too. */
  readonly algorithm?: SignatureAlgorithm | undefined;
}

const signatureNames: Names<SignatureOptions> = { ...fileNames, algorithm: true };

const defaultAlgorithm: SignatureAlgorithm = { name: "RSA-PSS", hash: defaultHash };

/**
 * Signs a file of any size without holding it. The signature stands apart from the file and is bare, as
 * `openssl dgst -sha256 -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:digest -sign` writes it.
 *
 * @param privateKey who signs; a `batch` key for its first public key
 * @param data the file
 * @param options algorithm, progress, and a signal
 * @returns the signature, as long as the modulus (⌈modulusLength / 8⌉ bytes)
 * @throws RsaError `key-too-short`, `fault-detected`, `invalid-params`, `use-after-free`; what the data fail
 * with and the reason of `signal`, as they are
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { sign, verify } from "rsa-variants/files";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 2048, primes: 3 });
 * const file = new Blob(["a file"]);
 * const signature = await sign(key, file);
 * console.log(await verify(key.publicKey, signature, file)); // true
 * key.free();
 * ```
 */
export async function sign(
  privateKey: AnyPrivateKey,
  data: Signed,
  options: SignatureOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  checkKey(privateKey, "sign");
  const { algorithm = defaultAlgorithm, signal } = checked(options);
  await requireRoom(privateKey.publicKey, algorithm);
  const digest = await digestOf(privateKey.publicKey, data, algorithm, options);
  return privateKey.signDigest(algorithm, digest, { signal });
}

/**
 * Whether this is a signature of the file by the private key. The file is not held.
 *
 * @param publicKey of the one who is said to have signed
 * @param signature what `sign` or other software gave
 * @param data the file
 * @param options algorithm, which must be the one that was signed with, progress, and a signal
 * @returns `false` for whatever is no signature, of the wrong length too
 * @throws RsaError `key-too-short`, `invalid-params`, `use-after-free`; what the data fail with and the reason of `signal`,
 * as they are
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { sign, verify } from "rsa-variants/files";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
 * const signature = await sign(key, new Uint8Array([1]));
 * console.log(await verify(key.publicKey, signature, new Uint8Array([2]))); // false
 * key.free();
 * ```
 */
export async function verify(
  publicKey: AnyPublicKey,
  signature: Bytes,
  data: Signed,
  options: SignatureOptions = {},
): Promise<boolean> {
  checkKey(publicKey, "verify");
  const bytes = toBytes("signature", signature);
  const { algorithm = defaultAlgorithm, signal } = checked(options);
  const digest = await digestOf(publicKey, data, algorithm, options);
  return publicKey.verifyDigest(algorithm, bytes, digest, { signal });
}

function checked(options: SignatureOptions): SignatureOptions {
  return checkOptions(options, signatureNames, '{ algorithm: { name: "RSA-PSS" } }');
}

/** The hash value of the file; what key and algorithm cannot do is refused before a byte of it is read. */
async function digestOf(
  publicKey: AnyPublicKey,
  data: Signed,
  algorithm: SignatureAlgorithm,
  options: FileOptions,
): Promise<Uint8Array> {
  await checkAlgorithm(publicKey, algorithm);
  const hash = algorithm.hash ?? defaultHash;
  const watch = new Watch(options);
  watch.check();
  const hasher = await publicKey.hasher(hash);
  try {
    if (isBytes(data)) {
      const bytes = toBytes("data", data);
      for (let at = 0; at < bytes.length; at += pieceLength) take(hasher, bytes.subarray(at, at + pieceLength), watch);
    } else {
      for await (const piece of piecesOf(data, options)) take(hasher, piece, watch);
      watch.check();
    }
    return hasher.digest();
  } finally {
    hasher.free();
  }
}

/** Refuses what no signature by this key can have. */
async function checkAlgorithm(publicKey: AnyPublicKey, algorithm: SignatureAlgorithm): Promise<void> {
  const nothing = new Uint8Array();
  await publicKey.verify(algorithm, nothing, nothing); // of the wrong length, so that nothing is computed
}

/** Refuses a salt that signing would choose and the key has no room for; verification takes any. */
async function requireRoom(publicKey: AnyPublicKey, algorithm: SignatureAlgorithm): Promise<void> {
  await checkAlgorithm(publicKey, algorithm);
  if (algorithm.name !== "RSA-PSS" || (algorithm.saltLength ?? "auto") !== "auto") return;
  const { length: saltLength } = (await publicKey.hasher(algorithm.hash ?? defaultHash)).digest();
  await checkAlgorithm(publicKey, { ...algorithm, saltLength });
}

/** Bytes that are hashed between two reports. */
const pieceLength = 1 << 20;

function take(hasher: Hasher, piece: Bytes, watch: Watch): void {
  const bytes = toBytes("chunk", piece);
  watch.check();
  hasher.update(bytes);
  watch.add(bytes.length);
}

/** The pieces of data that come in pieces. What they come from is cancelled when they are not all taken. */
function piecesOf(data: Exclude<Signed, Bytes>, { signal }: FileOptions): AsyncIterable<Bytes> {
  if (typeof data === "object" && data !== null) {
    if ("getReader" in data) return piecesOfReader(data.getReader(), signal);
    if ("stream" in data) return piecesOfReader(readerOf(data.stream()), signal);
    if (Symbol.asyncIterator in data) return data;
  }
  const kinds = "bytes, a Blob, a ReadableStream or another async iterable of bytes";
  throw invalid("data", `must be ${kinds}, got ${describe(data)}`);
}

type Reader = ReturnType<ByteReader["getReader"]>;

/**
 * A reader of a `Blob`'s stream that reads into one buffer, where the platform can. Browsers collect the chunks of other readers
 * late: of a file of 3 GB, Chromium kept more than 1 GB in memory. Not for streams of the caller: a source that closes without
 * `byobRequest.respond(0)`, as one that only enqueues does, leaves such a read waiting forever.
 */
function readerOf(stream: ByteReader): Reader {
  if (typeof ReadableStream === "undefined" || !(stream instanceof ReadableStream)) return stream.getReader();
  let reader: ReadableStreamBYOBReader;
  try {
    reader = stream.getReader({ mode: "byob" });
  } catch {
    return stream.getReader(); // not a stream of bytes
  }
  let buffer = new ArrayBuffer(pieceLength);
  return {
    async read() {
      const next = await reader.read(new Uint8Array(buffer));
      buffer = next.value?.buffer ?? buffer;
      return next;
    },
    cancel: (reason) => reader.cancel(reason),
    releaseLock: () => reader.releaseLock(),
  };
}

/** Use each piece before you ask for the next one, which may overwrite it. */
async function* piecesOfReader(reader: Reader, signal: Signal | undefined): AsyncGenerator<Bytes> {
  const cancel = (reason: unknown) => void reader.cancel(reason).catch(() => {});
  const stop = () => cancel(signal?.reason); // a read that waits ends
  signal?.addEventListener("abort", stop, { once: true });
  let ended = false;
  try {
    // A chunk that is undefined is refused as one, and is not the end: a signature would be of the data before it only.
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value as Bytes;
    ended = true;
  } finally {
    if (!ended) cancel(undefined);
    signal?.removeEventListener("abort", stop);
    reader.releaseLock();
  }
}
