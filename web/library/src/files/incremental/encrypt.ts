import { bytesToBigInt, naturalToBytes } from "../../bytes.js";
import { checkOptions, type Names, type OperationOptions, operationNames } from "../../options.js";
import {
  type AnyPublicKey,
  type ByteStream,
  checkKey,
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
  /** c: characters in one number, 1 to `largestCharactersAtOnce(key.modulus)`, which is the default. */
  readonly charactersAtOnce?: number | undefined;
}

const encryptNames: Names<EncryptIncrementalOptions> = { ...fileNames, ...operationNames, charactersAtOnce: true };

/** Pieces that go to a key together: workers share them, and an abort is heard between. */
export const groupLength = 64;

/**
 * "Bitwise incremental RSA" (Biswas, Bandyopadhyay, Banerjee 2003, sections 5.5 and 5.6): every c characters become a number, of
 * their three-digit decimal codes, and each number is raised to the power e; the ciphertexts stand in decimal, one a line.
 * docs/files.md has the format. An empty text becomes one line feed.
 *
 * **History, and no protection**: without padding equal pieces have equal ciphertexts, a guess can be checked, and lines can be
 * exchanged unnoticed. `encryptStream` protects.
 *
 * @param publicKey whose; of a `batch` key the first public key
 * @param options c, engine, progress, and a signal
 * @returns a stream: text as UTF-8 (or any bytes, each a character) in, lines of decimal numbers out
 * @throws RsaError `invalid-params` naming the largest c
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
  // What numbers have to be below.
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
      if (isEmpty) emit(encoder.encode("\n")); // no bytes at all are a file that was lost
    },
    dispose: () => void group.fill(0),
  });
}

/**
 * As `encryptIncrementalStream`: a text becomes lines, a stream of bytes a stream of them.
 *
 * @param publicKey whose
 * @param text what is to be encrypted
 * @param options c, engine, progress, and a signal
 * @throws RsaError as `encryptIncrementalStream` and its stream
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
  if (typeof text !== "string") return text.pipeThrough(stream);
  return throughStream(stream, new TextEncoder().encode(text)).then((lines) => new TextDecoder().decode(lines));
}
