import type { OaepAlgorithm } from "../algorithms.js";
import { type Bytes, concatenate, toBytes } from "../bytes.js";
import { describe, invalid } from "../errors.js";
import { checkCallback, type Names, type OperationOptions, type ReportOptions, throwIfAborted } from "../options.js";
import { isBlob } from "../platform/tags.js";
import type { WebBlob } from "../platform/types.js";

/**
 * A key that encrypts a file's symmetric key, once for each file: a public key of this package, or your own object for a key in
 * another thread or on a device.
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { encryptBytes, type FileEncryptionKey } from "rsa-variants/files";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
 * const recipient: FileEncryptionKey = {
 *   modulusLength: 2048,
 *   encrypt: async (algorithm, data) => key.publicKey.encrypt(algorithm, data), // asks the device
 * };
 * const file = await encryptBytes(recipient, new Uint8Array([1, 2, 3]));
 * key.free();
 * ```
 */
export interface FileEncryptionKey {
  /** The length of the modulus in bits. */
  readonly modulusLength: number;
  /** As `PublicKey.messageLength`. */
  readonly messageLength?: number | undefined;
  /**
   * Encrypts like `PublicKey.encrypt`.
   *
   * @param algorithm RSA-OAEP, with its hash functions and the label
   * @param data the symmetric key
   * @param options the options for the public key
   */
  encrypt(algorithm: OaepAlgorithm, data: Uint8Array, options: OperationOptions): Uint8Array | Promise<Uint8Array>;
}

/**
 * A key that decrypts a file's symmetric key, once for each file: a private key of this package, or your own object for a key in
 * another thread or on a device.
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { decryptBytes, encryptBytes, type FileDecryptionKey } from "rsa-variants/files";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
 * const slot: FileDecryptionKey = {
 *   params: key.params,
 *   decrypt: async (algorithm, data) => key.decrypt(algorithm, data), // asks the device
 * };
 * const file = await encryptBytes(key.publicKey, new Uint8Array([1, 2, 3]));
 * console.log((await decryptBytes(slot, file)).length); // 3
 * key.free();
 * ```
 */
export interface FileDecryptionKey {
  /** The parameters of the key. */
  readonly params: {
    /** The length of the modulus in bits. */
    readonly modulusLength: number;
  };
  /**
   * Decrypts like `PrivateKey.decrypt`; it must also throw the `RsaError` `decryption-failed`.
   *
   * @param algorithm RSA-OAEP, with its hash functions and the label
   * @param data the encrypted symmetric key, as long as the modulus
   * @param options the options for the private key
   */
  decrypt(algorithm: OaepAlgorithm, data: Uint8Array, options: OperationOptions): Uint8Array | Promise<Uint8Array>;
}

/** The progress of the work on a file. */
export interface FileProgress {
  /** The number of bytes of the input that are processed. */
  readonly done: number;
  /** The number of bytes of the whole input; undefined if it comes from a stream. */
  readonly total: number | undefined;
}

/** Options of all calls for files. `onProgress` is called after each piece of the input. */
export type FileOptions = ReportOptions<FileProgress>;

export const fileNames: Names<FileOptions> = { signal: true, onProgress: true };

/** Counts the bytes, reports them to the caller, and throws what the caller's signal or callback ends the work with. */
export class Watch {
  readonly #options: FileOptions;
  #done = 0;
  /** The length of the input, if it is known. */
  total: number | undefined;

  constructor(options: FileOptions, total?: number) {
    checkCallback("onProgress", options.onProgress);
    this.#options = options;
    this.total = total;
  }

  /** Throws the signal's reason once it is aborted. */
  check(): void {
    throwIfAborted(this.#options.signal);
  }

  /** Reports that many more processed bytes. */
  add(bytes: number): void {
    this.#done += bytes;
    this.#options.onProgress?.({ done: this.#done, total: this.total });
    this.check();
  }
}

/** Throws unless the value is a key that has the call. */
export function checkKey(key: unknown, call: "encrypt" | "decrypt" | "sign" | "verify"): void {
  const found = typeof key === "object" && key !== null ? (key as Record<string, unknown>)[call] : undefined;
  if (typeof found === "function") return;
  const kind = call === "encrypt" || call === "verify" ? "public" : "private";
  throw invalid(`${kind}Key`, `must be a ${kind} key of this package, got ${describe(key)}`);
}

/** The most keys of a call, and recipients of a file: a limit on the work of reading a header. */
export const mostKeys = 64;

/** One key or a list, as a list; throws unless each has the call. */
export function keysOf<Key>(given: Key | readonly Key[], call: "encrypt" | "decrypt"): readonly Key[] {
  const keys = Array.isArray(given) ? [...(given as readonly Key[])] : [given as Key];
  if (keys.length === 0 || keys.length > mostKeys) {
    const name = call === "encrypt" ? "publicKey" : "privateKey";
    throw invalid(name, `must be a key or a list of 1 to ${mostKeys} keys, got a list of ${keys.length}`);
  }
  for (const key of keys) checkKey(key, call);
  return keys;
}

/** A stream of bytes: chunks of any kind in, `Uint8Array` out. */
export type ByteStream = TransformStream<Bytes, Uint8Array<ArrayBuffer>>;

/** Emits a piece of the output. */
export type Emit = (piece: Uint8Array<ArrayBuffer>) => void;

/** The work on a file, piece by piece. Errors end the stream. */
export interface Work {
  /** The most bytes in a piece; between pieces, progress is reported and an abort takes effect. Default: no limit. */
  readonly pieceLength?: number;
  /** Before the first piece. */
  begin?(emit: Emit): Promise<void>;
  /** The next piece of the input, of any length. */
  push(chunk: Uint8Array, emit: Emit): Promise<void>;
  /** After the last piece. */
  end(emit: Emit): Promise<void>;
  /** Overwrites secrets; called once, however the work ends. */
  dispose(): void;
}

const watches = new WeakMap<ByteStream, Watch>();

/** Tells a stream of `fileStream` how many bytes it will get. */
function expectBytes(stream: ByteStream, total: number): void {
  const watch = watches.get(stream);
  if (watch !== undefined) watch.total = total;
}

/** A stream that does the work, reports progress, and can be aborted while it waits. */
export function fileStream(options: FileOptions, work: Work): ByteStream {
  const watch = new Watch(options);
  const { signal } = options;
  let onAbort: (() => void) | undefined;
  let disposed = false;
  const dispose = () => {
    if (onAbort !== undefined) signal?.removeEventListener("abort", onAbort);
    if (!disposed) work.dispose();
    disposed = true;
  };
  /** Cleans up if a step fails or was aborted. */
  const guard = async (step: () => Promise<void>) => {
    try {
      watch.check();
      await step();
      watch.check();
    } catch (error) {
      dispose();
      throw error;
    }
  };
  const transformer: Transformer<Bytes, Uint8Array<ArrayBuffer>> & { cancel(): void } = {
    start: (controller) => {
      if (signal !== undefined) {
        onAbort = () => {
          dispose();
          controller.error(signal.reason);
        };
        signal.addEventListener("abort", onAbort, { once: true });
      }
      return guard(async () => work.begin?.(emitTo(controller, watch)));
    },
    transform: (chunk, controller) =>
      guard(async () => {
        const bytes = toBytes("chunk", chunk);
        const { pieceLength = bytes.length } = work;
        for (let at = 0; at < bytes.length; at += pieceLength) {
          const piece = bytes.subarray(at, at + pieceLength);
          const { length } = piece;
          await work.push(piece, emitTo(controller, watch)).catch((error: unknown) => {
            toBytes("chunk", bytes); // was transferred meanwhile? Then say so
            throw error;
          });
          toBytes("chunk", bytes); // if so, what was pushed may also be cut short
          watch.add(length);
        }
      }),
    flush: async (controller) => {
      await guard(() => work.end(emitTo(controller, watch)));
      dispose();
    },
    // Called when the reader cancels. Not in the types yet; runtimes without it leave the rest to the garbage collector.
    cancel: dispose,
  };
  const stream = new TransformStream(transformer);
  watches.set(stream, watch);
  return stream;
}

/** The length of a piece if RSA encrypts all bytes of the file: some hundred operations, less than a second. */
export const slowPieceLength = 1 << 12;

function emitTo(controller: TransformStreamDefaultController<Uint8Array<ArrayBuffer>>, watch: Watch): Emit {
  return (piece) => {
    watch.check(); // an aborted stream must not get more output
    controller.enqueue(piece);
  };
}

/**
 * Refuses what is no stream that can be read.
 * @param kinds what the argument may be
 */
export function checkStream(name: string, value: unknown, kinds = "a ReadableStream"): void {
  if (typeof value !== "object" || value === null || !("getReader" in value))
    throw invalid(name, `must be ${kinds}, got ${describe(value)}`);
  if ("locked" in value && value.locked === true) throw invalid(name, "is locked: it has another reader");
}

/** Sends bytes through a stream and returns its whole output. */
export async function throughStream(stream: ByteStream, input: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  expectBytes(stream, input.length);
  const source = new ReadableStream<Uint8Array>({
    start: (controller) => {
      // In pieces, so that progress is reported and an abort takes effect between them.
      for (let at = 0; at < input.length; at += pieceLength) controller.enqueue(input.subarray(at, at + pieceLength));
      controller.close();
    },
  });
  const pieces: Uint8Array[] = [];
  const reader = source.pipeThrough(stream).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
  return concatenate(pieces);
}

const pieceLength = 1 << 20;

/** The most bytes of the output that are kept in memory; browsers may keep a `Blob` on disk. */
const keptLength = 1 << 24;

/**
 * The output of a stream for a `Blob`, or its error. (In Chromium, `new Response(stream).blob()` rejects with "Failed to fetch" and
 * hides it.)
 */
export async function throughBlob(stream: ByteStream, blob: WebBlob): Promise<Blob> {
  if (!isBlob(blob)) throw invalid("blob", `must be a Blob or a File, got ${describe(blob)}`);
  expectBytes(stream, blob.size);
  const parts: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = blob.stream().pipeThrough(stream).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value);
    length += next.value.length;
    if (length < keptLength) continue;
    parts.push(new Blob(pieces));
    pieces = [];
    length = 0;
  }
  return new Blob([...parts, ...pieces]);
}
