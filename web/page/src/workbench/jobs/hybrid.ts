import type { OaepAlgorithm } from "rsa-variants";
import { decryptStream, encryptStream, type FileEncryptionKey, type FileOptions } from "rsa-variants/files";
import type { WorkerFailure } from "./failure.ts";
import { piecesOf, type SinkTarget, streamInto } from "./streams.ts";

export interface HybridRequest {
  readonly direction: "encrypt" | "decrypt";
  /** Of the key, in bits. */
  readonly modulusLength: number;
  readonly blob: Blob;
  readonly target: SinkTarget;
}

/** The page's operation with the RSA key, or why it failed. */
export type KeyAnswer =
  | { readonly type: "key"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "key-failed"; readonly error: WorkerFailure };

export type ToHybridWorker = ({ readonly type: "start" } & HybridRequest) | KeyAnswer;

export type HybridEvent =
  /** In bytes of the input. */
  | { readonly type: "progress"; readonly done: number }
  /** Asks for a `KeyAnswer`. */
  | { readonly type: "key"; readonly algorithm: OaepAlgorithm; readonly bytes: Uint8Array<ArrayBuffer> }
  /** With the result if the target is the memory. */
  | { readonly type: "done"; readonly blob: Blob | undefined }
  | WorkerFailure;

/** Encrypts or decrypts the file's key. */
export type KeyOperation = FileEncryptionKey["encrypt"];

/** Encrypts or decrypts a file. Returns the result if the target is the memory. */
export async function runHybrid(
  { direction, modulusLength, blob, target }: HybridRequest,
  keyOperation: KeyOperation,
  options: FileOptions,
): Promise<Blob | undefined> {
  const cipher =
    direction === "encrypt"
      ? encryptStream({ modulusLength, encrypt: keyOperation }, options)
      : decryptStream({ params: { modulusLength }, decrypt: keyOperation }, options);
  // Both ends fail with the first error.
  const [result] = await Promise.all([streamInto(cipher.readable, target), feed(blob, cipher.writable)]);
  return result;
}

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
