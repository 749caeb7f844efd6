import { decryptStream, encryptStream, type FileEncryptionKey, type FileOptions } from "rsa-variants/files";
import { streamInto } from "../sinks.ts";
import { piecesOf } from "../source.ts";
import type { HybridRequest } from "./protocol.ts";

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
