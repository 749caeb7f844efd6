import { decryptStream, encryptStream, type FileEncryptionKey, type FileOptions } from "rsa-variants/files";
import { streamInto } from "../sinks.ts";
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

/** Bytes that are read at once. */
const readLength = 1 << 20;

/** Sends a blob's bytes into a stream, which has copied or used each piece when it asks for the next. */
async function feed(blob: Blob, writable: WritableStream<Uint8Array>): Promise<void> {
  const writer = writable.getWriter();
  try {
    for await (const piece of pieces(blob)) await writer.write(piece);
    await writer.close();
  } catch (error) {
    await writer.abort(error);
    throw error;
  }
}

/** A blob's bytes: into one buffer again and again, where the browser can; each piece is valid until the next is asked for. */
async function* pieces(blob: Blob): AsyncGenerator<Uint8Array> {
  const stream = blob.stream();
  let reader: ReadableStreamBYOBReader;
  try {
    reader = stream.getReader({ mode: "byob" });
  } catch {
    const plain = stream.getReader();
    for (let next = await plain.read(); !next.done; next = await plain.read()) yield next.value;
    return;
  }
  let next = await reader.read(new Uint8Array(readLength));
  while (!next.done) {
    yield next.value;
    next = await reader.read(new Uint8Array(next.value.buffer));
  }
}
