import { type OaepAlgorithm, RsaError } from "rsa-variants";
import { decryptStream, encryptStream, type FileEncryptionKey, type FileOptions } from "rsa-variants/files";
import { type WorkerError, workerError } from "../../../core/worker-client.ts";
import { type SinkTarget, streamInto } from "../sinks.ts";
import { piecesOf } from "../source.ts";

/** What to do. */
export interface HybridRequest {
  readonly direction: "encrypt" | "decrypt";
  /** Of the key, in bits. */
  readonly modulusLength: number;
  readonly blob: Blob;
  readonly target: SinkTarget;
}

/** The RSA operation on the file key, which only the page can do, or why it failed. */
export type KeyAnswer =
  | { readonly type: "key"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "key-failed"; readonly error: WorkerFailure };

export type ToHybridWorker = ({ readonly type: "start" } & HybridRequest) | KeyAnswer;

/** An error on its way between threads: of the library by its code, of the browser by its name. */
export interface WorkerFailure extends WorkerError {
  readonly name?: string;
}

export type HybridEvent =
  /** Bytes of the input that are done with. */
  | { readonly type: "progress"; readonly done: number }
  /** Asks for a `KeyAnswer`. */
  | { readonly type: "key"; readonly algorithm: OaepAlgorithm; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The result, where the target is the memory. */
  | { readonly type: "done"; readonly blob: Blob | undefined }
  | WorkerFailure;

/** Encrypts or decrypts the file key. */
export type KeyOperation = FileEncryptionKey["encrypt"];

/**
 * Encrypts or decrypts a file into its target.
 *
 * @returns the result, where the target is the memory
 */
export async function runHybrid(
  { direction, modulusLength, blob, target }: HybridRequest,
  keyOperation: KeyOperation,
  options: FileOptions,
): Promise<Blob | undefined> {
  const cipher =
    direction === "encrypt"
      ? encryptStream({ modulusLength, encrypt: keyOperation }, options)
      : decryptStream({ params: { modulusLength }, decrypt: keyOperation }, options);
  // Either end fails with what failed first.
  const [result] = await Promise.all([streamInto(cipher.readable, target), feed(blob, cipher.writable)]);
  return result;
}

/** Sends a blob's bytes into a stream. */
async function feed(blob: Blob, writable: WritableStream<Uint8Array>): Promise<void> {
  const writer = writable.getWriter();
  try {
    for await (const piece of piecesOf(blob)) await writer.write(piece);
    await writer.close();
  } catch (error) {
    await writer.abort(error);
    throw error;
  }
}

/** An error for another thread. */
export function toFailure(error: unknown): WorkerFailure {
  return { ...workerError(error), ...(error instanceof DOMException ? { name: error.name } : {}) };
}

/** The error of another thread: what the library or the browser threw there is the same here. */
export function fromFailure({ message, code, name, ...place }: WorkerFailure): Error {
  if (code !== undefined) return new RsaError(code as RsaError["code"], message, place);
  return name === undefined ? new Error(message) : new DOMException(message, name);
}
