import { type Bytes, copyBytes, isBytes, toBytes } from "../bytes.js";
import { describe, invalid } from "../errors.js";

/** Data as people have them: bytes, or text, which counts as its UTF-8 bytes. */
export type Data = Bytes | string;

/** Returns a copy of data from the caller, who may change them while the doctor waits; `name` is their name in error messages. */
export function bytesOf(name: string, data: Data): Uint8Array {
  if (typeof data === "string") return utf8(data);
  if (isBytes(data)) return copyBytes(toBytes(name, data));
  throw invalid(name, `must be bytes or a string, got ${describe(data)}`);
}

/** The UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** The text of UTF-8 bytes, with its byte order mark; undefined for other bytes. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The bytes of Latin-1 characters; undefined if there are others. */
export function latin1(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0xff) return undefined;
    bytes[i] = code;
  }
  return bytes;
}

/** Text as UTF-16, without a byte order mark. */
export function utf16(text: string, isLittleEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), isLittleEndian);
  return new Uint8Array(view.buffer);
}

/** Bytes as Latin-1 characters, one for each byte. Used for patterns in bytes. */
export function charactersOf(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** Standard Base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(charactersOf(bytes));
}

/** Base64 or base64url of one text without white space; undefined for other text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w+/-]+={0,2}$/.test(text) || text.replace(/=+$/, "").length % 4 === 1) return undefined;
  return latin1(atob(text.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "")));
}

/** Hexadecimal digits, perhaps with 0x, or with spaces or colons between bytes; undefined for other text. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  const digits = text.replace(/^0x/i, "").replaceAll(/[\s:]|\\x/g, "");
  if (!/^[\da-f]+$/i.test(digits) || digits.length % 2 !== 0) return undefined;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Whether two arrays have the same bytes. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

/** Whether `bytes` begin with these. */
export function startsWith(bytes: Uint8Array, start: readonly number[] | Uint8Array): boolean {
  return bytes.length >= start.length && start.every((byte, i) => bytes[i] === byte);
}

/** Joins bytes. */
export function join(...pieces: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/** Whether bytes are text that people read: UTF-8 without control characters except white space. */
export function isReadable(bytes: Uint8Array): boolean {
  const text = textOf(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what readable text lacks
  return text !== undefined && text.length > 0 && !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text);
}

/** The length of the zeros at the start. */
export function leadingZeros(bytes: Uint8Array): number {
  const at = bytes.findIndex((byte) => byte !== 0);
  return at < 0 ? bytes.length : at;
}
