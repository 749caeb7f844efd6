import type { AnyPublicKey } from "../../any-key.js";
import { bytesToBigInt, naturalToBytes } from "../../bytes.js";
import { checkOptions, type Names, type OperationOptions, operationNames } from "../../options.js";
import {
  type ByteStream,
  checkKey,
  checkStream,
  type Emit,
  type FileOptions,
  fileNames,
  fileStream,
  slowPieceLength,
  throughStream,
} from "../stream.js";
import { checkCharactersAtOnce, largestCharactersAtOnce, pieceToNumber } from "./codes.js";

/** Options of incremental encryption. */
export interface EncryptIncrementalOptions extends FileOptions, OperationOptions {
  /** c: the number of characters in one number, from 1 to `largestCharactersAtOnce(key.modulus)`, the default. */
  readonly charactersAtOnce?: number | undefined;
}

const encryptNames: Names<EncryptIncrementalOptions> = { ...fileNames, ...operationNames, charactersAtOnce: true };

/** The number of pieces to pass to a key at once; workers share them, and an abort takes effect between groups. */
export const groupLength = 64;

/**
 * "Bitwise incremental RSA" (Biswas, Bandyopadhyay, Banerjee 2003, sections 5.5 and 5.6). Every c characters become a number, made
 * of their three-digit decimal codes, and each number is raised to the power e. The result contains one decimal ciphertext a line;
 * an empty text becomes one line feed. docs/files.md describes the format.
 *
 * **This is history and protects nothing**: without padding, equal pieces have equal ciphertexts, anyone can check a guess, and
 * lines can be exchanged unnoticed. Use `encryptStream` to protect a file.
 *
 * @param publicKey the recipient's public key; for a `batch` key, the first one
 * @param options c, the engine, progress, and a signal
 * @returns a transform stream from text as UTF-8 (or any bytes, each a character) to lines of decimal numbers
 * @throws RsaError `invalid-params`, with the largest c
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { encryptIncrementalStream } from "rsa-variants/files";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
 * const lines = new Blob(["a text"]).stream().pipeThrough(encryptIncrementalStream(key.publicKey, { charactersAtOnce: 2 }));
 * console.log((await new Response(lines).text()).trim().split("\n").length); // 3
 * key.free();
 * ```
 */
export function encryptIncrementalStream(publicKey: AnyPublicKey, options: EncryptIncrementalOptions = {}): ByteStream {
  checkKey(publicKey, "encrypt");
  checkOptions(options, encryptNames, "{ charactersAtOnce: 100 }");
  const { modulus, messageLength } = publicKey;
  // All numbers must be below this.
  const bound = messageLength === undefined ? modulus : 2n ** BigInt(messageLength);
  const { charactersAtOnce = largestCharactersAtOnce(bound), engine, signal } = options;
  checkCharactersAtOnce(charactersAtOnce, bound);
  const encoder = new TextEncoder();
  const group = new Uint8Array(groupLength * charactersAtOnce);
  let length = 0;
  let isEmpty = true;
  const encryptGroup = async (emit: Emit) => {
    const pieces = Array.from({ length: Math.ceil(length / charactersAtOnce) }, (_, i) =>
      pieceToNumber(group.subarray(i * charactersAtOnce, Math.min((i + 1) * charactersAtOnce, length))),
    );
    length = 0;
    const ciphertexts = await Promise.all(
      pieces.map((piece) => publicKey.encryptRaw(naturalToBytes("piece", piece), { engine, signal })),
    );
    if (ciphertexts.length === 0) return;
    isEmpty = false;
    emit(encoder.encode(ciphertexts.map((ciphertext) => `${bytesToBigInt(ciphertext)}\n`).join("")));
  };
  return fileStream(options, {
    pieceLength: slowPieceLength,
    async push(chunk, emit) {
      for (let at = 0; at < chunk.length; ) {
        const part = chunk.subarray(at, at + group.length - length);
        group.set(part, length);
        length += part.length;
        at += part.length;
        if (length === group.length) await encryptGroup(emit);
      }
    },
    async end(emit) {
      await encryptGroup(emit);
      if (isEmpty) emit(encoder.encode("\n")); // so that an empty file shows that its content was lost
    },
    dispose: () => void group.fill(0),
  });
}

/**
 * Like `encryptIncrementalStream`. Encrypts a text to lines in a string, or a stream of bytes to a stream of lines.
 *
 * @param publicKey the recipient's public key
 * @param text the text to encrypt
 * @param options c, the engine, progress, and a signal
 * @throws RsaError as for `encryptIncrementalStream` and its stream
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { decryptIncremental, encryptIncremental } from "rsa-variants/files";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
 * const lines = await encryptIncremental(key.publicKey, "a text", { charactersAtOnce: 100 });
 * console.log(await decryptIncremental(key, lines)); // a text
 * key.free();
 * ```
 */
export function encryptIncremental(
  publicKey: AnyPublicKey,
  text: string,
  options?: EncryptIncrementalOptions,
): Promise<string>;
export function encryptIncremental(
  publicKey: AnyPublicKey,
  text: ReadableStream<Uint8Array>,
  options?: EncryptIncrementalOptions,
): ReadableStream<Uint8Array>;
export function encryptIncremental(
  publicKey: AnyPublicKey,
  text: string | ReadableStream<Uint8Array>,
  options: EncryptIncrementalOptions = {},
): Promise<string> | ReadableStream<Uint8Array> {
  const stream = encryptIncrementalStream(publicKey, options);
  if (typeof text !== "string") {
    checkStream("text", text, "a string or a ReadableStream");
    return text.pipeThrough(stream);
  }
  return throughStream(stream, new TextEncoder().encode(text)).then((lines) => new TextDecoder().decode(lines));
}
