import type { OaepAlgorithm } from "../algorithms.js";
import { type Bytes, toBytes } from "../bytes.js";
import { invalid } from "../errors.js";
import { checkCallback, type Names, type OperationOptions, type ReportOptions, throwIfAborted } from "../options.js";
import type { PrivateKey } from "../private-key.js";
import type { PublicKey } from "../public-key.js";
import type { WorkerPrivateKey, WorkerPublicKey } from "../workers/rsa-workers.js";

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
  /** As `PublicKey.messageLength`. */
  readonly messageLength?: number | undefined;
  /** As `PublicKey.encrypt`. */
  encrypt(algorithm: OaepAlgorithm, data: Uint8Array, options: OperationOptions): Uint8Array | Promise<Uint8Array>;
}

/** What decrypts a file's key, once a file: a private key of this package, or what stands for one that is elsewhere. */
export interface FileDecryptionKey {
  readonly params: {
    /** Bits of the modulus. */
    readonly modulusLength: number;
  };
  /** As `PrivateKey.decrypt`, whose error `decryption-failed` it must have in common. */
  decrypt(algorithm: OaepAlgorithm, data: Uint8Array, options: OperationOptions): Uint8Array | Promise<Uint8Array>;
}

/** How far the work on a file is. */
export interface FileProgress {
  /** Bytes of the input that are done with. */
  readonly done: number;
}

/** Options of all work on files: `onProgress` is called after each piece of the input. */
export type FileOptions = ReportOptions<FileProgress>;

export const fileNames: Names<FileOptions> = { signal: true, onProgress: true };

/** Counts what is done, tells the caller, and throws what the caller's signal or callback ends the work with. */
export class Watch {
  readonly #options: FileOptions;
  #done = 0;

  constructor(options: FileOptions) {
    checkCallback("onProgress", options.onProgress);
    this.#options = options;
  }

  /** Throws the signal's reason once it is aborted. */
  check(): void {
    throwIfAborted(this.#options.signal);
  }

  /** Reports that so many bytes more are done with. */
  add(bytes: number): void {
    this.#done += bytes;
    this.#options.onProgress?.({ done: this.#done });
    this.check();
  }
}

/** Refuses what is no key before anything is done with it. */
export function checkKey(key: unknown, call: "encrypt" | "decrypt" | "sign" | "verify"): void {
  const found = typeof key === "object" && key !== null ? (key as Record<string, unknown>)[call] : undefined;
  if (typeof found === "function") return;
  const kind = call === "encrypt" || call === "verify" ? "public" : "private";
  throw invalid(`${kind}Key`, `must be a ${kind} key of this package`);
}

/** A stream of bytes: chunks of any kind in, `Uint8Array` out. */
export type ByteStream = TransformStream<Bytes, Uint8Array<ArrayBuffer>>;

/** Hands a piece of the output on. */
export type Emit = (piece: Uint8Array<ArrayBuffer>) => void;

/** What is done to a file, piece by piece. Errors end the stream. */
export interface Work {
  /** The most bytes of a piece; between pieces progress is told and an abort heard. Default: as they come. */
  readonly pieceLength?: number;
  /** Before the first piece. */
  begin?(emit: Emit): Promise<void>;
  /** The next piece of the input, of any length. */
  push(chunk: Uint8Array, emit: Emit): Promise<void>;
  /** After the last piece. */
  end(emit: Emit): Promise<void>;
  /** Overwrites what is secret; called once, whatever became of the rest. */
  dispose(): void;
}

/** A stream that does the work, reports, and can be aborted while it waits. */
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
  /** What fails, and what was aborted meanwhile, leaves nothing behind. */
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
          await work.push(piece, emitTo(controller, watch));
          watch.add(piece.length);
        }
      }),
    flush: async (controller) => {
      await guard(() => work.end(emitTo(controller, watch)));
      dispose();
    },
    // When nobody reads on. It is younger than the types; runtimes that do not know it leave the rest to the collector.
    cancel: dispose,
  };
  return new TransformStream(transformer);
}

/** Bytes of which each takes part in an RSA operation: some hundred operations, less than a second. */
export const slowPieceLength = 1 << 12;

function emitTo(controller: TransformStreamDefaultController<Uint8Array<ArrayBuffer>>, watch: Watch): Emit {
  return (piece) => {
    watch.check(); // an aborted stream takes no more
    controller.enqueue(piece);
  };
}

/** What comes out of a stream when these bytes go in. */
export async function throughStream(stream: ByteStream, input: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const source = new ReadableStream<Uint8Array>({
    start: (controller) => {
      // In pieces, so that progress is told and an abort heard between them.
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

export function concatenate(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
