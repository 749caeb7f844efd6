import { bytesToBigInt, naturalToBytes } from "../../bytes.js";
import { RsaError } from "../../errors.js";
import {
  checkOptions,
  type Names,
  type PrivateOperationOptions,
  privateOperationNames,
  toPrivateArguments,
} from "../../options.js";
import {
  type AnyPrivateKey,
  type ByteStream,
  checkKey,
  concatenate,
  type Emit,
  type FileOptions,
  fileNames,
  fileStream,
  slowPieceLength,
  throughStream,
} from "../stream.js";
import { numberToPiece } from "./codes.js";
import { groupLength } from "./encrypt.js";

/** Options of incremental decryption: those of a private operation, whose guards are on by default, and of a file. */
export interface DecryptIncrementalOptions extends FileOptions, PrivateOperationOptions {}

const decryptNames: Names<DecryptIncrementalOptions> = { ...fileNames, ...privateOperationNames };

/**
 * Decrypts what `encryptIncrementalStream` made. **History, and no protection**: nothing shows that lines were exchanged.
 *
 * @param privateKey the one that belongs to the public key that encrypted
 * @param options engine, guards, progress, and a signal
 * @returns a stream: lines of decimal numbers in, text as UTF-8 (or the bytes that were encrypted) out. Its errors are
 * `RsaError`: `damaged-file` for no bytes at all, or naming the line that is no number; `decryption-failed` naming the line
 * that another key must have made; `fault-detected`, `unknown-engine`, `use-after-free`; and the reason of `signal`
 * @throws RsaError `invalid-params`; `unknown-engine` for an engine that is no name
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
  // Checked before the first line comes.
  const { signal, onProgress: _, ...operation } = checkOptions(options, decryptNames, "{ signal }");
  const [engine, blinding, faultCheck] = toPrivateArguments(operation);
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
      throw foreign(done + i + 1, "decrypts to digits that are no codes of characters");
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
  return new RsaError("decryption-failed", `line ${line} ${what}: the file is for another key, or was changed`);
}

/** The numbers of a text of decimal lines that comes in pieces of any length. */
class Lines {
  readonly #mostDigits: number;
  #digits = "";
  #line = 1;
  /** Whether there was any byte. */
  #begun = false;

  /** @param mostDigits the digits of the modulus: a longer number is refused before it is read */
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
        throw new RsaError("damaged-file", `line ${this.#line} is no decimal number: it has the byte 0x${shown}`);
      }
    }
  }

  /** The line that is begun: the last may lack its end. Empty lines count as such, and are nothing else. */
  *end(): Generator<bigint> {
    if (!this.#begun)
      throw new RsaError("damaged-file", "the file is empty: encrypted, an empty text is one line feed");
    if (this.#digits.length > 0) yield BigInt(this.#digits);
    this.#digits = "";
  }
}

/**
 * As `decryptIncrementalStream`: lines become a text, a stream of them a stream of bytes.
 *
 * @param privateKey the one that belongs to the public key that encrypted
 * @param lines what `encryptIncremental` gave
 * @param options engine, guards, progress, and a signal
 * @throws RsaError as `decryptIncrementalStream` and its stream; `invalid-encoding` where what was encrypted is no text
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
  if (typeof lines !== "string") return lines.pipeThrough(stream);
  return throughStream(stream, new TextEncoder().encode(lines)).then((bytes) => {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (cause) {
      const message = "what was encrypted is no UTF-8 text: decrypt it with decryptIncrementalStream, as bytes";
      throw new RsaError("invalid-encoding", message, { cause });
    }
  });
}
