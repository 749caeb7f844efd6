import { type Bytes, copyBytes, toBytes } from "../../bytes.js";
import { RsaError } from "../../errors.js";
import { checkOptions } from "../../options.js";
import type { WebBlob } from "../../platform/types.js";
import { checkWebCrypto } from "../../platform/web-crypto.js";
import {
  type ByteStream,
  type Emit,
  type FileDecryptionKey,
  type FileOptions,
  fileNames,
  fileStream,
  keysOf,
  throughBlob,
  throughStream,
} from "../stream.js";
import { importFileKey, unwrap } from "./file-key.js";
import { checkRecipients, type Header, HeaderReader } from "./header.js";
import { InOrder, SegmentCipher, Segmenter, tagLength } from "./segments.js";

/**
 * Decrypts a file of `encryptStream`. A segment is released only when all of it is authentic. The stream ends without an error
 * only if the file is complete: until then, you have only the beginning of the file.
 *
 * @param privateKey the private key of a recipient, or a list of up to 64, of which one fits
 * @param options progress and a signal
 * @returns a transform stream from the encrypted file to its content. It fails with an `RsaError`: `decryption-failed` for the
 * wrong key or a damaged header; `damaged-file` for a file that was changed or cut short; `unsupported-format` for another kind
 * of file or version; `use-after-free`, `fault-detected`; or with the reason of `signal`
 * @throws RsaError `invalid-params`; `unsupported-format` if the platform has no WebCrypto
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { decryptStream, encryptStream } from "rsa-variants/files";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 2048, primes: 3 });
 * const file = new Blob(["a file"]).stream();
 * const text = file.pipeThrough(encryptStream(key.publicKey)).pipeThrough(decryptStream(key));
 * console.log(await new Response(text).text()); // a file
 * key.free();
 * ```
 */
export function decryptStream(
  privateKey: FileDecryptionKey | readonly FileDecryptionKey[],
  options: FileOptions = {},
): ByteStream {
  const privateKeys = keysOf(privateKey, "decrypt");
  checkOptions(options, fileNames, "{ signal }");
  checkWebCrypto("files need");
  const reader = new HeaderReader();
  let opened: Opened | undefined;
  return fileStream(options, {
    async push(chunk, emit) {
      let rest = chunk;
      if (opened === undefined) {
        const header = reader.push(chunk);
        if (header === undefined) return;
        const fileKey = await unwrap(privateKeys, header.wrappedKeys, options.signal);
        const key = await importFileKey(fileKey);
        await checkRecipients(header, key);
        opened = new Opened(key.segments, header, emit);
        rest = reader.rest;
      }
      await opened.push(rest);
    },
    async end() {
      if (opened === undefined) throw reader.cutShort();
      await opened.end();
    },
    dispose: () => opened?.wipe(),
  });
}

/** A file after its header was read and its key decrypted. */
class Opened {
  readonly #cipher: SegmentCipher;
  readonly #segments: Segmenter;
  readonly #inOrder: InOrder;

  constructor(key: CryptoKey, { associated, segmentLength }: Header, emit: Emit) {
    this.#cipher = new SegmentCipher(key, associated);
    this.#segments = new Segmenter(segmentLength + tagLength);
    this.#inOrder = new InOrder(emit);
  }

  async push(chunk: Uint8Array): Promise<void> {
    for (const segment of this.#segments.push(chunk)) await this.#inOrder.add(this.#decrypt(segment, false));
  }

  async end(): Promise<void> {
    const last = this.#segments.last();
    if (last.length < tagLength) throw new RsaError("damaged-file", "the file was cut short");
    // An empty segment after others would be a second way to write the same file.
    if (last.length === tagLength && this.#cipher.count > 0n) {
      throw new RsaError("damaged-file", "the file was changed: its last segment is empty");
    }
    await this.#inOrder.add(this.#decrypt(last, true));
    await this.#inOrder.finish();
  }

  wipe(): void {
    this.#segments.wipe();
  }

  async #decrypt(segment: Uint8Array<ArrayBuffer>, last: boolean): Promise<ArrayBuffer> {
    const number = this.#cipher.count + 1n;
    try {
      return await this.#cipher.decrypt(segment, last);
    } catch (cause) {
      const message = last
        ? `the file was changed or cut short: its last segment, number ${number}, is not authentic`
        : `the file was changed: its segment ${number} is not authentic`;
      throw new RsaError("damaged-file", message, { cause });
    }
  }
}

/**
 * Like `decryptStream`, for a file in memory. It returns the whole file, or throws if any part is not authentic.
 *
 * @param privateKey the private key of a recipient, or a list of up to 64, of which one fits
 * @param data the encrypted file
 * @param options progress and a signal
 * @returns the content of the file
 * @throws RsaError as for `decryptStream` and its stream
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { decryptBytes, encryptBytes } from "rsa-variants/files";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
 * const encrypted = await encryptBytes(key.publicKey, new Uint8Array([1, 2, 3]));
 * console.log(await decryptBytes(key, encrypted)); // Uint8Array(3) [ 1, 2, 3 ]
 * key.free();
 * ```
 */
export async function decryptBytes(
  privateKey: FileDecryptionKey | readonly FileDecryptionKey[],
  data: Bytes,
  options: FileOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return throughStream(decryptStream(privateKey, options), copyBytes(toBytes("data", data)));
}

/**
 * Like `decryptStream`, for a `Blob` or a `File` of any size. It returns the whole file, or throws if any part is not authentic.
 *
 * @param privateKey the private key of a recipient, or a list of up to 64, of which one fits
 * @param blob the encrypted file
 * @param options progress and a signal
 * @returns the content of the file
 * @throws RsaError as for `decryptStream` and its stream; `invalid-params` for anything else than a `Blob`
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { decryptBlob, encryptBlob } from "rsa-variants/files";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
 * const encrypted = await encryptBlob(key.publicKey, new Blob(["a file"]));
 * console.log(await (await decryptBlob(key, encrypted)).text()); // a file
 * key.free();
 * ```
 */
export async function decryptBlob(
  privateKey: FileDecryptionKey | readonly FileDecryptionKey[],
  blob: WebBlob,
  options: FileOptions = {},
): Promise<Blob> {
  return throughBlob(decryptStream(privateKey, options), blob);
}
