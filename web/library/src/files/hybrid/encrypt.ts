import { type Bytes, copyBytes, toBytes } from "../../bytes.js";
import { checkOptions, type Names } from "../../options.js";
import type { WebBlob } from "../../platform/types.js";
import { checkWebCrypto, randomBytes } from "../../platform/web-crypto.js";
import {
  type ByteStream,
  type Emit,
  type FileEncryptionKey,
  type FileOptions,
  fileNames,
  fileStream,
  keysOf,
  throughBlob,
  throughStream,
} from "../stream.js";
import { checkRoom, fileKeyLength, importFileKey, wrap } from "./file-key.js";
import { checkSegmentLength, newHeader } from "./header.js";
import { InOrder, SegmentCipher, Segmenter } from "./segments.js";

/** Options of `encryptStream` and `encryptBytes`. */
export interface EncryptOptions extends FileOptions {
  /**
   * The length in bytes of a segment, which is authenticated and later released as a whole: a power of two from 64 to 16777216.
   * Default 524288: Chromium maps longer buffers again each time, which takes longer than AES.
   */
  readonly segmentLength?: number | undefined;
}

const encryptNames: Names<EncryptOptions> = { ...fileNames, segmentLength: true };

/**
 * Encrypts a file of any size: AES-256-GCM in segments (STREAM; Hoang, Reyhanitabar, Rogaway, Vizár, CRYPTO 2015) with a new key,
 * which RSA-OAEP with SHA-256 encrypts. docs/files.md describes the format.
 *
 * @param publicKey the recipient's public key, of 777 bits or more, or a list of up to 64, each of whose owners can decrypt the file. For a
 * `batch` key, use the first public key: the private key decrypts files only for that one
 * @param options the length of segments, progress, and a signal
 * @returns a transform stream from bytes to the encrypted file. It fails with an `RsaError` `use-after-free` or `fault-detected`, or
 * with the reason of `signal`
 * @throws RsaError `key-too-short`, `invalid-params`; `unsupported-format` if the platform has no WebCrypto
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { encryptStream } from "rsa-variants/files";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 2048, primes: 3 });
 * const encrypted = new Blob(["a file"]).stream().pipeThrough(encryptStream(key.publicKey));
 * console.log((await new Response(encrypted).blob()).size); // 294
 * ```
 */
export function encryptStream(
  publicKey: FileEncryptionKey | readonly FileEncryptionKey[],
  options: EncryptOptions = {},
): ByteStream {
  const recipients = keysOf(publicKey, "encrypt");
  checkOptions(options, encryptNames, "{ signal }");
  checkWebCrypto("files need");
  const { segmentLength = 2 ** 19, signal } = options;
  checkSegmentLength(segmentLength);
  for (const recipient of recipients) checkRoom(recipient);
  const segments = new Segmenter(segmentLength);
  let cipher: SegmentCipher;
  let inOrder: InOrder;
  return fileStream(options, {
    async begin(emit: Emit) {
      const fileKey = randomBytes(fileKeyLength);
      const wrapped = await wrap(recipients, fileKey, signal);
      const key = await importFileKey(fileKey);
      const { associated, bytes } = await newHeader(segmentLength, wrapped, key);
      cipher = new SegmentCipher(key.segments, associated);
      inOrder = new InOrder(emit);
      emit(bytes);
    },
    async push(chunk) {
      for (const segment of segments.push(chunk)) await inOrder.add(cipher.encrypt(segment, false));
    },
    async end() {
      await inOrder.add(cipher.encrypt(segments.last(), true));
      await inOrder.finish();
    },
    dispose: () => segments.wipe(),
  });
}

/**
 * Like `encryptStream`, for bytes in memory.
 *
 * @param publicKey the recipient's public key, or a list of several, as for `encryptStream`
 * @param data the file
 * @param options the length of segments, progress, and a signal
 * @returns the encrypted file. For one recipient it is longer than the data by 16 bytes, the bytes of the modulus, and 16 bytes for each
 * segment
 * @throws RsaError as for `encryptStream` and its stream
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { decryptBytes, encryptBytes } from "rsa-variants/files";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "r-prime", modulusLength: 2048 });
 * const encrypted = await encryptBytes(key.publicKey, new TextEncoder().encode("a file"));
 * console.log(new TextDecoder().decode(await decryptBytes(key, encrypted))); // a file
 * key.free();
 * ```
 */
export async function encryptBytes(
  publicKey: FileEncryptionKey | readonly FileEncryptionKey[],
  data: Bytes,
  options: EncryptOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return throughStream(encryptStream(publicKey, options), copyBytes(toBytes("data", data)));
}

/**
 * Like `encryptStream`, for a `Blob` or a `File` of any size.
 *
 * @param publicKey the recipient's public key, or a list of several, as for `encryptStream`
 * @param blob the file
 * @param options the length of segments, progress, and a signal
 * @returns the encrypted file
 * @throws RsaError as for `encryptStream` and its stream; `invalid-params` for anything else than a `Blob`
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { encryptBlob } from "rsa-variants/files";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 2048 });
 * const encrypted = await encryptBlob(key.publicKey, new Blob(["a file"]));
 * console.log(encrypted.size); // 294
 * key.free();
 * ```
 */
export async function encryptBlob(
  publicKey: FileEncryptionKey | readonly FileEncryptionKey[],
  blob: WebBlob,
  options: EncryptOptions = {},
): Promise<Blob> {
  return throughBlob(encryptStream(publicKey, options), blob);
}
