import { checkSignature, defaultHash, type SignatureAlgorithm, type SignatureParams } from "../algorithms.js";
import type { AnyPrivateKey, AnyPublicKey } from "../any-key.js";
import { type Bytes, copyBytes, describeNoBytes, isBytes, toBytes } from "../bytes.js";
import { invalid } from "../errors.js";
import type { Hasher } from "../hasher.js";
import { checkOptions, type Names } from "../options.js";
import { tagOf } from "../platform/tags.js";
import type { Signal } from "../platform/types.js";
import { checkKey, checkStream, type FileOptions, fileNames, Watch } from "./stream.js";

/**
 * The data to sign or verify: bytes in memory, or data of any length in pieces (a `Blob` or `File`, a `ReadableStream`, Node's
 * `Readable`, or any other async iterable of bytes).
 */
export type Signed = Bytes | BlobLike | ByteReader | AsyncIterable<Bytes>;

/** The parts of a `Blob` that are used here. */
interface BlobLike {
  /** The length in bytes. */
  readonly size: number;
  /** Returns the bytes as a stream. */
  stream(): ByteReader;
}

/** The parts of a `ReadableStream` of bytes that are used here. */
interface ByteReader {
  /** Returns a reader of the pieces. */
  getReader(): {
    read(): Promise<{ done: boolean; value?: Bytes | undefined }>;
    cancel(reason?: unknown): Promise<void>;
    releaseLock(): void;
  };
}

/** Options of `sign` and `verify`. */
export interface SignatureOptions extends FileOptions {
  /** The algorithm. Default: RSA-PSS with SHA-256, with a salt of 32 bytes for `sign` and of any length for `verify`. */
  readonly algorithm?: SignatureAlgorithm | undefined;
}

const signatureNames: Names<SignatureOptions> = { ...fileNames, algorithm: true };

const defaultAlgorithm: SignatureParams = { name: "RSA-PSS", hash: defaultHash };

/**
 * Signs a file of any size, which need not fit into memory. The signature is detached and consists only of its bytes, as
 * `openssl dgst -sha256 -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:digest -sign` writes it.
 *
 * @param privateKey the key to sign with; a `batch` key signs for its first public key
 * @param data the file
 * @param options the algorithm, progress, and a signal
 * @returns the signature, as long as the modulus (⌈modulusLength / 8⌉ bytes)
 * @throws RsaError `key-too-short`, `wrong-variant`, `fault-detected`, `invalid-params`, `use-after-free`. An error of `data` and the
 * reason of `signal` are passed on unchanged
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
  const { algorithm, signal } = checked(options);
  const own = ownData(data);
  await requireRoom(privateKey.publicKey, algorithm);
  const digest = await digestOf(privateKey.publicKey, own, algorithm, options);
  return privateKey.signDigest(algorithm, digest, { signal });
}

/**
 * Verifies the signature of a file of any size, which need not fit into memory.
 *
 * @param publicKey the public key of the signer
 * @param signature the signature, from `sign` or from other software
 * @param data the file
 * @param options the algorithm that was used for signing, progress, and a signal
 * @returns `true` for a valid signature; `false` for anything else, including a signature of the wrong length
 * @throws RsaError `key-too-short`, `wrong-variant`, `fault-detected`, `invalid-params`, `use-after-free`. An error of `data` and the
 * reason of `signal` are passed on unchanged
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
  const bytes = copyBytes(toBytes("signature", signature));
  const { algorithm, signal } = checked(options);
  const digest = await digestOf(publicKey, ownData(data), algorithm, options);
  return publicKey.verifyDigest(algorithm, bytes, digest, { signal });
}

function checked(options: SignatureOptions): {
  readonly algorithm: SignatureParams;
  readonly signal: Signal | undefined;
} {
  const { algorithm = defaultAlgorithm, signal } = checkOptions(options, signatureNames, '{ algorithm: "PS256" }');
  return { algorithm: checkSignature(algorithm), signal };
}

/** The data, copied if they are bytes: the caller may change them while a key in another thread is asked. */
function ownData(data: Signed): Signed {
  return isBytes(data) ? copyBytes(toBytes("data", data)) : data;
}

/** Hashes the file. Throws before it reads anything if the key does not support the algorithm. */
async function digestOf(
  publicKey: AnyPublicKey,
  data: Signed,
  algorithm: SignatureParams,
  options: FileOptions,
): Promise<Uint8Array> {
  await checkAlgorithm(publicKey, algorithm);
  const hash = algorithm.hash ?? defaultHash;
  const watch = new Watch(options, isBytes(data) ? data.byteLength : sizeOf(data));
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

/** The length of a `Blob`; undefined for data whose length is unknown. */
function sizeOf(data: Exclude<Signed, Bytes>): number | undefined {
  return typeof data === "object" && data !== null && "size" in data ? data.size : undefined;
}

/** Throws if no signature by this key can have these parameters. */
async function checkAlgorithm(publicKey: AnyPublicKey, algorithm: SignatureParams): Promise<void> {
  const nothing = new Uint8Array();
  await publicKey.verify(algorithm, nothing, nothing); // of the wrong length: checks the parameters, computes nothing
}

/** Throws if the key has no room for the default salt of signing. */
async function requireRoom(publicKey: AnyPublicKey, algorithm: SignatureParams): Promise<void> {
  await checkAlgorithm(publicKey, algorithm);
  if (algorithm.name !== "RSA-PSS" || (algorithm.saltLength ?? "auto") !== "auto") return;
  const { length: saltLength } = (await publicKey.hasher(algorithm.hash ?? defaultHash)).digest();
  await checkAlgorithm(publicKey, { ...algorithm, saltLength });
}

/** The number of bytes to hash between two reports. */
const pieceLength = 1 << 20;

function take(hasher: Hasher, piece: Bytes, watch: Watch): void {
  const bytes = toBytes("chunk", piece);
  watch.check();
  hasher.update(bytes);
  watch.add(bytes.length);
}

/** Iterates over the pieces of the data. The source is canceled if the iteration ends early. */
function piecesOf(data: Exclude<Signed, Bytes>, { signal }: FileOptions): AsyncIterable<Bytes> {
  if (typeof data === "object" && data !== null) {
    if ("getReader" in data) {
      checkStream("data", data);
      return piecesOfReader(data.getReader(), signal);
    }
    if ("stream" in data) return piecesOfReader(readerOf(data.stream()), signal);
    if (Symbol.asyncIterator in data) return data;
  }
  const kinds = "bytes, a Blob, a ReadableStream or another async iterable of bytes";
  throw invalid("data", `must be ${kinds}, got ${describeNoBytes(data)}`);
}

type Reader = ReturnType<ByteReader["getReader"]>;

/**
 * A reader of a `Blob`'s stream that reuses one buffer, if the platform supports that. Otherwise browsers free the chunks late:
 * with a file of 3 GB, Chromium kept more than 1 GB in memory. Not for streams of the caller: if a source closes without
 * `byobRequest.respond(0)`, as one that only enqueues does, such a read never ends.
 */
function readerOf(stream: ByteReader): Reader {
  if (tagOf(stream) !== "ReadableStream") return stream.getReader();
  let reader: ReadableStreamBYOBReader;
  try {
    reader = (stream as ReadableStream).getReader({ mode: "byob" });
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

/** The readers at work. Chromium frees the reader of a `Blob` that only a pending read holds, and then the read never ends. */
const readers = new Set<Reader>();

/** Each piece is valid only until the next one is requested, which may overwrite it. */
async function* piecesOfReader(reader: Reader, signal: Signal | undefined): AsyncGenerator<Bytes> {
  const cancel = (reason: unknown) => void reader.cancel(reason).catch(() => {});
  const stop = () => cancel(signal?.reason); // ends a pending read
  signal?.addEventListener("abort", stop, { once: true });
  let ended = false;
  readers.add(reader);
  try {
    // An undefined chunk must be refused. If it counted as the end, the signature would cover only the data before it.
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value as Bytes;
    ended = true;
  } finally {
    if (!ended) cancel(undefined);
    signal?.removeEventListener("abort", stop);
    readers.delete(reader);
    reader.releaseLock();
  }
}
