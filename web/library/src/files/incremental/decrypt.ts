import type { AnyPrivateKey } from "../../any-key.js";
import { bytesToBigInt, concatenate, naturalToBytes } from "../../bytes.js";
import { RsaError } from "../../errors.js";
import {
  checkOptions,
  type Names,
  type PrivateOperationOptions,
  privateOperationNames,
  toPrivateOptions,
} from "../../options.js";
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
import { numberToPiece } from "./codes.js";
import { groupLength } from "./encrypt.js";

/** Options of incremental decryption: those of a file and of a private operation, whose guards are on by default. */
export interface DecryptIncrementalOptions extends FileOptions, PrivateOperationOptions {}

const decryptNames: Names<DecryptIncrementalOptions> = { ...fileNames, ...privateOperationNames };

/**
 * Decrypts a file of `encryptIncrementalStream`. **This is history and protects nothing**: nothing shows whether lines were
 * exchanged.
 *
 * @param privateKey the private key that belongs to the public key used for encryption
 * @param options the engine, the guards, progress, and a signal
 * @returns a transform stream from lines of decimal numbers to text as UTF-8 (or the bytes that were encrypted). It fails with an
 * `RsaError`: `damaged-file` for an empty file, or with the number of the line that is not a number; `decryption-failed`, with
 * the number of the line that was not encrypted for this key; `fault-detected`, `unknown-engine`, `use-after-free`; or with the
 * reason of `signal`
 * @throws RsaError `invalid-params`; `unknown-engine` for an engine that is not a string
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { decryptIncrementalStream, encryptIncrementalStream } from "rsa-variants/files";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
 * const lines = new Blob(["a text"]).stream().pipeThrough(encryptIncrementalStream(key.publicKey));
 * console.log(await new Response(lines.pipeThrough(decryptIncrementalStream(key))).text()); // a text
 * key.free();
 * ```
 */
export function decryptIncrementalStream(
  privateKey: AnyPrivateKey,
  options: DecryptIncrementalOptions = {},
): ByteStream {
  checkKey(privateKey, "decrypt");
  const { modulus } = privateKey.publicKey;
  // Checked before the first line arrives.
  const { signal, onProgress: _, ...operation } = checkOptions(options, decryptNames, "{ signal }");
  const { engine, blinding, faultCheck } = toPrivateOptions(operation);
  const lines = new Lines(modulus.toString().length);
  let group: bigint[] = [];
  let done = 0;
  const decryptGroup = async (emit: Emit) => {
    if (group.length === 0) return;
    const blocks = group.map((ciphertext, i) => {
      if (ciphertext < modulus) return naturalToBytes("ciphertext", ciphertext);
      throw foreign(done + i + 1, "is not below the modulus");
    });
    const numbers = await privateKey.decryptRawMany(blocks, { engine, blinding, faultCheck, signal });
    const pieces = numbers.map((number, i) => {
      const piece = numberToPiece(bytesToBigInt(number));
      number.fill(0);
      if (piece !== undefined) return piece;
      throw foreign(done + i + 1, "decrypts to digits that are not codes of characters");
    });
    done += group.length;
    group = [];
    emit(concatenate(pieces));
  };
  const take = async (found: Iterable<bigint>, emit: Emit) => {
    for (const ciphertext of found) {
      group.push(ciphertext);
      if (group.length === groupLength) await decryptGroup(emit);
    }
  };
  return fileStream(options, {
    pieceLength: slowPieceLength,
    push: (chunk, emit) => take(lines.push(chunk), emit),
    async end(emit) {
      await take(lines.end(), emit);
      await decryptGroup(emit);
    },
    dispose: () => {},
  });
}

function foreign(line: number, what: string): RsaError {
  return new RsaError("decryption-failed", `line ${line} ${what}: the file was encrypted for another key or changed`);
}

/** Reads the numbers from lines of decimal digits, in pieces of any length. */
class Lines {
  readonly #mostDigits: number;
  #digits = "";
  #line = 1;
  /** Whether there has been any byte. */
  #begun = false;

  /** @param mostDigits the number of digits in the modulus; a longer number is refused before it is read */
  constructor(mostDigits: number) {
    this.#mostDigits = mostDigits;
  }

  *push(chunk: Uint8Array): Generator<bigint> {
    this.#begun ||= chunk.length > 0;
    for (const byte of chunk) {
      if (byte === 0x0a) {
        yield* this.end();
        this.#line++;
      } else if (byte >= 0x30 && byte <= 0x39) {
        if (this.#digits.length === this.#mostDigits) {
          const most = `more than the ${this.#mostDigits} digits of the modulus`;
          throw foreign(this.#line, `has ${most}`);
        }
        this.#digits += String.fromCharCode(byte);
      } else if (byte !== 0x0d) {
        const shown = byte.toString(16).padStart(2, "0");
        throw new RsaError(
          "damaged-file",
          `line ${this.#line} is not a decimal number: it contains the byte 0x${shown}`,
        );
      }
    }
  }

  /** Yields the number of the current line; the last line may lack its line feed. Empty lines are counted, but yield nothing. */
  *end(): Generator<bigint> {
    if (!this.#begun) {
      throw new RsaError("damaged-file", "the file is empty, but even an empty text is encrypted as one line feed");
    }
    if (this.#digits.length > 0) yield BigInt(this.#digits);
    this.#digits = "";
  }
}

/**
 * Like `decryptIncrementalStream`. Decrypts lines in a string to a text, or a stream of lines to a stream of bytes.
 *
 * @param privateKey the private key that belongs to the public key used for encryption
 * @param lines the result of `encryptIncremental`
 * @param options the engine, the guards, progress, and a signal
 * @throws RsaError as for `decryptIncrementalStream` and its stream; `invalid-encoding` if the result is not text in UTF-8
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { decryptIncremental, encryptIncremental } from "rsa-variants/files";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
 * console.log(await decryptIncremental(key, await encryptIncremental(key.publicKey, "a text"))); // a text
 * key.free();
 * ```
 */
export function decryptIncremental(
  privateKey: AnyPrivateKey,
  lines: string,
  options?: DecryptIncrementalOptions,
): Promise<string>;
export function decryptIncremental(
  privateKey: AnyPrivateKey,
  lines: ReadableStream<Uint8Array>,
  options?: DecryptIncrementalOptions,
): ReadableStream<Uint8Array>;
export function decryptIncremental(
  privateKey: AnyPrivateKey,
  lines: string | ReadableStream<Uint8Array>,
  options: DecryptIncrementalOptions = {},
): Promise<string> | ReadableStream<Uint8Array> {
  const stream = decryptIncrementalStream(privateKey, options);
  if (typeof lines !== "string") {
    checkStream("lines", lines, "a string or a ReadableStream");
    return lines.pipeThrough(stream);
  }
  return throughStream(stream, new TextEncoder().encode(lines)).then((bytes) => {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (cause) {
      const message = "the decrypted bytes are not UTF-8 text: use decryptIncrementalStream, which returns bytes";
      throw new RsaError("invalid-encoding", message, { cause });
    }
  });
}
