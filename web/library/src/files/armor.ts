import { asciiBytes, type Bytes, concatenate, copyBytes, toBytes } from "../bytes.js";
import { describe, invalid, RsaError } from "../errors.js";
import { checkOptions } from "../options.js";
import { hasMagic } from "./hybrid/header.js";
import { type ByteStream, type FileOptions, fileNames, fileStream } from "./stream.js";

/** The first and the last line. */
const beginLine = "-----BEGIN RSA-VARIANTS FILE-----";
const endLine = "-----END RSA-VARIANTS FILE-----";

/** The number of bytes in a line: 64 characters, which no mail program breaks. */
const bytesOfLine = 48;

/** Base64 (RFC 4648, section 4): the characters as bytes, and the value of each byte; 64 marks other bytes. */
const characters = asciiBytes("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const noCharacter = 64;
const values = new Uint8Array(256).fill(noCharacter);
characters.forEach((character, value) => {
  values[character] = value;
});

const [lineFeed, equals, hyphen] = [0x0a, 0x3d, 0x2d];

/**
 * Writes bytes as ASCII text, for places that accept only text, such as the body of a message: base64 in lines of 64 characters,
 * between a first and a last line. docs/files.md describes the format.
 *
 * @param options progress, in bytes of the input, and a signal
 * @returns a transform stream from bytes to ASCII. It fails only with the reason of `signal`
 * @throws RsaError `invalid-params`
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { armorStream, encryptStream } from "rsa-variants/files";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
 * const encrypted = new Blob(["a file"]).stream().pipeThrough(encryptStream(key.publicKey));
 * const text = await new Response(encrypted.pipeThrough(armorStream())).text();
 * console.log(text.split("\n")[0]); // -----BEGIN RSA-VARIANTS FILE-----
 * key.free();
 * ```
 */
export function armorStream(options: FileOptions = {}): ByteStream {
  checkOptions(options, fileNames, "{ signal }");
  const writer = new ArmorWriter();
  return fileStream(options, {
    begin: async (emit) => emit(writer.begin()),
    async push(chunk, emit) {
      const text = writer.push(chunk);
      if (text.length > 0) emit(text);
    },
    end: async (emit) => emit(writer.end()),
    dispose: () => {},
  });
}

/**
 * Reads the text that `armorStream` writes. White space is ignored, and so are lines before the first and after the last line of
 * the armor, such as the rest of a message. This is safe: what `decryptStream` releases is authentic in any case.
 *
 * @param options progress, in bytes of the input, and a signal
 * @returns a transform stream from text to bytes. It fails with an `RsaError`: `damaged-file` for text that is cut short, is not
 * base64, or contains a second armor; `unsupported-format` for text without the first line; or with the reason of `signal`
 * @throws RsaError `invalid-params`
 *
 * @example
 * ```ts
 * import { dearmorStream } from "rsa-variants/files";
 * const text = "Hello,\n-----BEGIN RSA-VARIANTS FILE-----\nAQID\n-----END RSA-VARIANTS FILE-----\n";
 * const bytes = new Blob([text]).stream().pipeThrough(dearmorStream());
 * console.log(new Uint8Array(await new Response(bytes).arrayBuffer())); // Uint8Array(3) [ 1, 2, 3 ]
 * ```
 */
export function dearmorStream(options: FileOptions = {}): ByteStream {
  checkOptions(options, fileNames, "{ signal }");
  const reader = new ArmorReader();
  return fileStream(options, {
    async push(chunk, emit) {
      const bytes = reader.push(chunk);
      if (bytes.length > 0) emit(bytes);
    },
    end: async () => reader.end(),
    dispose: () => {},
  });
}

/**
 * Like `armorStream`, for bytes in memory.
 *
 * @param data the bytes
 * @returns the text, which ends with a line feed
 * @throws RsaError `invalid-params`
 *
 * @example
 * ```ts
 * import { armor } from "rsa-variants/files";
 * console.log(armor(new Uint8Array([1, 2, 3])).split("\n")[1]); // AQID
 * ```
 */
export function armor(data: Bytes): string {
  const writer = new ArmorWriter();
  return latin1(concatenate([writer.begin(), writer.push(toBytes("data", data)), writer.end()]));
}

/**
 * Like `dearmorStream`, for a text in memory.
 *
 * @param text the text of `armor`, with or without other lines around it
 * @returns the bytes
 * @throws RsaError as for the stream of `dearmorStream`
 *
 * @example
 * ```ts
 * import { armor, dearmor } from "rsa-variants/files";
 * console.log(dearmor(armor(new Uint8Array([1, 2, 3])))); // Uint8Array(3) [ 1, 2, 3 ]
 * ```
 */
export function dearmor(text: string): Uint8Array<ArrayBuffer> {
  if (typeof text !== "string") throw invalid("text", `must be a string, got ${describe(text)}`);
  const reader = new ArmorReader();
  const bytes = reader.push(new TextEncoder().encode(text));
  reader.end();
  return bytes;
}

/**
 * Returns whether a file is armored, judged by its start.
 *
 * @param start the first bytes of the file; they must include the first line of the armor, which other lines may precede
 * @returns always `false` for an encrypted file without armor, whatever it contains
 *
 * @example
 * ```ts
 * import { armor, isArmored } from "rsa-variants/files";
 * console.log(isArmored(new TextEncoder().encode(`Hello,\r\n\r\n${armor(new Uint8Array(9))}`))); // true
 * ```
 */
export function isArmored(start: Bytes): boolean {
  const bytes = toBytes("start", start);
  return (
    !hasMagic(bytes) &&
    latin1(bytes)
      .split("\n")
      .some((line) => markOf(line) === beginLine)
  );
}

/** Turns bytes into lines. */
class ArmorWriter {
  /** The bytes of an incomplete line. */
  #rest: Uint8Array = new Uint8Array();

  begin(): Uint8Array<ArrayBuffer> {
    return asciiBytes(`${beginLine}\n`);
  }

  /** Returns the lines that this piece completes. */
  push(chunk: Uint8Array): Uint8Array<ArrayBuffer> {
    const bytes = concatenate([this.#rest, chunk]);
    const whole = bytes.length - (bytes.length % bytesOfLine);
    this.#rest = copyBytes(bytes.subarray(whole));
    return linesOf(bytes.subarray(0, whole));
  }

  /** Returns the remaining bytes and the last line. */
  end(): Uint8Array<ArrayBuffer> {
    return concatenate([linesOf(this.#rest), asciiBytes(`${endLine}\n`)]);
  }
}

/** Writes bytes as lines of base64; the last line may be shorter. */
function linesOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const lines = Math.ceil(bytes.length / bytesOfLine);
  const text = new Uint8Array(4 * Math.ceil(bytes.length / 3) + lines);
  let to = 0;
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const three = (byteAt(bytes, at) << 16) | (byteAt(bytes, at + 1) << 8) | byteAt(bytes, at + 2);
    text[to++] = byteAt(characters, three >> 18);
    text[to++] = byteAt(characters, (three >> 12) & 63);
    text[to++] = left > 1 ? byteAt(characters, (three >> 6) & 63) : equals;
    text[to++] = left > 2 ? byteAt(characters, three & 63) : equals;
    if (left <= 3 || (at + 3) % bytesOfLine === 0) text[to++] = lineFeed;
  }
  return text;
}

/** The byte at an index; 0 after the end. */
function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

/** Turns lines into bytes. It keeps only the beginning of one line and four characters, however long the text is. */
class ArmorReader {
  #place: "before" | "inside" | "after" = "before";
  /** The number of the line, from 1, for messages. */
  #line = 1;
  /** The beginning of a line that may be the first or the last one; undefined in a line of base64. */
  #mark: string | undefined = "";
  /** Whether this line of base64 contains only white space so far. */
  #isBlank = true;
  /** The number of characters that do not make three bytes yet, and their bits. */
  #count = 0;
  #bits = 0;
  /** The number of padding characters. */
  #padding = 0;

  /** Returns the bytes that this piece of the text completes. */
  push(chunk: Uint8Array): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(3 * Math.ceil((chunk.length + 3) / 4));
    let [at, length] = [0, 0];
    while (at < chunk.length) {
      if (this.#mark === undefined) [at, length] = this.#pushBase64(chunk, at, bytes, length);
      else at = this.#pushMark(chunk, at, this.#mark);
    }
    return bytes.subarray(0, length);
  }

  end(): void {
    // The last line may lack its line feed, but must otherwise be complete.
    const isPart =
      this.#place === "inside" && this.#mark?.length !== endLine.length && endLine.startsWith(this.#mark ?? "");
    if (this.#mark !== undefined && !isPart) this.#endMark(this.#mark);
    if (this.#place === "before") {
      throw new RsaError("unsupported-format", `the text has no line ${beginLine}`);
    }
    if (this.#place === "inside") throw damaged(`the text is cut short: its last line, ${endLine}, is missing`);
  }

  #damaged(problem: string): RsaError {
    return damaged(`the text is damaged: ${problem}`);
  }

  /** Reads the rest of a line outside the base64; returns the index where the next line begins. */
  #pushMark(chunk: Uint8Array, from: number, mark: string): number {
    const end = chunk.indexOf(lineFeed, from);
    const to = end < 0 ? chunk.length : end;
    const room = mostOfMark + 1 - mark.length; // one more than allowed, to detect longer lines
    this.#mark = mark + latin1(chunk.subarray(from, Math.min(to, from + room)));
    if (end < 0) return to;
    this.#endMark(this.#mark);
    this.#line++;
    return end + 1;
  }

  #endMark(mark: string): void {
    const line = markOf(mark);
    this.#mark = "";
    if (this.#place === "inside") {
      if (line !== endLine) throw this.#noBase64(hyphen);
      if (this.#count > 0) throw this.#damaged(`characters are missing before ${endLine}`);
      this.#place = "after";
    } else if (line === beginLine) {
      if (this.#place === "after") {
        throw damaged(`the text has a second line ${beginLine}; it must contain a single file`);
      }
      this.#place = "inside";
      this.#mark = undefined;
    }
  }

  /** Reads base64 until a line begins that may be the last one; returns that line's index and the number of bytes so far. */
  #pushBase64(chunk: Uint8Array, from: number, bytes: Uint8Array, used: number): [at: number, length: number] {
    let length = used;
    for (let at = from; at < chunk.length; at++) {
      const character = byteAt(chunk, at);
      const value = byteAt(values, character);
      if (value < noCharacter) {
        if (this.#padding > 0) {
          const isQuoted = character === 0x33;
          const remedy = isQuoted ? "; if each = is =3D, it is quoted-printable, as in mail: decode that first" : "";
          throw this.#damaged(`line ${this.#line} continues after padding${remedy}`);
        }
        this.#isBlank = false;
        this.#bits = (this.#bits << 6) | value;
        if (++this.#count < 4) continue;
        bytes[length++] = this.#bits >> 16;
        bytes[length++] = this.#bits >> 8;
        bytes[length++] = this.#bits;
        this.#bits = this.#count = 0;
      } else if (character === lineFeed) {
        this.#line++;
        this.#isBlank = true;
      } else if (character === equals) {
        this.#isBlank = false;
        length = this.#pad(bytes, length);
      } else if (character === hyphen && this.#isBlank) {
        this.#mark = "";
        return [at, length];
      } else if (!isWhiteSpace(character)) throw this.#noBase64(character);
    }
    return [chunk.length, length];
  }

  /** Reads a padding character; the last one completes one byte or two. */
  #pad(bytes: Uint8Array, used: number): number {
    this.#padding++;
    if (this.#count + this.#padding < 4 && this.#count === 2) return used;
    if (this.#count + this.#padding !== 4 || this.#padding > 2) {
      throw this.#damaged(`padding is in the wrong place in line ${this.#line}`);
    }
    // Bits that belong to no byte must be 0; otherwise the same file would have several texts.
    const surplus = 2 * this.#padding;
    if ((this.#bits & ((1 << surplus) - 1)) !== 0) {
      throw this.#damaged(`the bits after the last byte, in line ${this.#line}, are not 0`);
    }
    const last = this.#bits >> surplus;
    let length = used;
    if (this.#padding === 1) bytes[length++] = last >> 8;
    bytes[length++] = last;
    this.#bits = this.#count = 0;
    return length;
  }

  #noBase64(character: number): RsaError {
    const isPrintable = character > 0x20 && character < 0x7f;
    const shown = isPrintable ? String.fromCharCode(character) : `a byte 0x${character.toString(16).padStart(2, "0")}`;
    return this.#damaged(`line ${this.#line} is not base64: it contains ${shown}`);
  }
}

function damaged(message: string): RsaError {
  return new RsaError("damaged-file", message);
}

/** Space, tab and carriage return; only a line feed ends a line. */
function isWhiteSpace(character: number): boolean {
  return character === 0x20 || character === 0x09 || character === 0x0d;
}

/** The most characters in the first or last line, including white space around it. */
const mostOfMark = 256;

/** A line without white space around it, and without the byte order mark that some editors write at the start of a text. */
function markOf(line: string): string {
  return line.length > mostOfMark ? "" : line.replace(/^(\xef\xbb\xbf)?[ \t\r]*|[ \t\r]+$/g, "");
}

/** Decodes each byte as one character. */
function latin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
