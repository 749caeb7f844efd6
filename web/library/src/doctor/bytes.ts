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
  return decoded(bytes, "utf-8");
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

/** The encodings tried, besides Latin-1 and those of Unicode. */
export const oldEncodings = [
  "windows-1252",
  "GBK",
  "Big5",
  "Shift_JIS",
  "EUC-KR",
  "windows-1250",
  "windows-1251",
] as const;

const encoders = new Map<string, ReadonlyMap<string, readonly number[]> | undefined>();

/** Text in an old encoding, for which platforms have only a decoder; undefined if it lacks a character, or the platform lacks it. */
export function encoded(text: string, encoding: string): Uint8Array<ArrayBuffer> | undefined {
  if (!encoders.has(encoding)) encoders.set(encoding, encoderOf(encoding));
  const encoder = encoders.get(encoding);
  const bytes = Array.from(text, (letter) => encoder?.get(letter));
  return bytes.every((each) => each !== undefined) ? Uint8Array.from(bytes.flat()) : undefined;
}

/** The text of bytes in an encoding; undefined for other bytes, or if the platform lacks it. */
export function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  if (encoding === "windows-1252") return charactersOf(bytes).replaceAll(/[\x80-\x9f]/g, (letter) => windows(letter));
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What windows-1252 has for a control character of Latin-1. Decoders of some versions of Node confuse the two. */
function windows(control: string): string {
  const letters = "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f";
  const others = "\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178";
  return (letters + others)[control.charCodeAt(0) - 0x80] ?? control;
}

function encoderOf(encoding: string): ReadonlyMap<string, readonly number[]> | undefined {
  if (decoded(new Uint8Array(), encoding) === undefined) return undefined;
  const decoder = new TextDecoder(encoding); // not fatal, which would throw thousands of times
  const encoder = new Map<string, readonly number[]>();
  const add = (bytes: readonly number[]): boolean => {
    const all = Uint8Array.from(bytes);
    const letter = encoding === "windows-1252" ? (decoded(all, encoding) ?? "") : decoder.decode(all);
    if (letter.includes("\ufffd") || [...letter].length !== 1) return false;
    if (!encoder.has(letter)) encoder.set(letter, bytes);
    return true;
  };
  for (let first = 0; first < 256; first++) {
    if (add([first]) || encoding.startsWith("windows")) continue;
    for (let second = 0x40; second < 0xff; second++) add([first, second]);
  }
  return encoder;
}

/** Text as UTF-16, without a byte order mark. */
export function utf16(text: string, isLittleEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), isLittleEndian);
  return new Uint8Array(view.buffer);
}

/** Text without tags of HTML, colors of terminals and characters of no width. */
export function withoutMarkup(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  return text.replaceAll(/<\/?[a-z][^<>]{0,200}>|\x1b\[[\d;]*[a-z]|[\xad\u200b-\u200f\u2060\ufeff]/gi, "");
}

/** The most characters before each line. */
const longestPrefix = 100;

/**
 * The lines without what stands before each of them, whose numbers and white space can differ: line numbers, the > of mail, the
 * time in a log. Undefined if nothing does.
 */
export function withoutPrefixes(text: string): string | undefined {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => line.trim());
  const words = lines.map((line) => line.slice(0, longestPrefix).match(/\d+|\s+|[^\d\s]/g) ?? []);
  const [first = []] = words;
  const kindOf = (word = "end") => word.replace(/^\d+$/, "0").replace(/^\s+$/, " ");
  const isShared = (at: number) => words.every((line) => kindOf(line[at]) === kindOf(first[at]));
  let count = first.findIndex((_, at) => !isShared(at));
  while (count > 0 && /\w/.test(first[count - 1] ?? "")) count--;
  if (lines.length < 2 || count <= 0) return undefined;
  return lines.map((line, i) => line.slice(words[i]?.slice(0, count).join("").length)).join("\n");
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

/** base64url without padding. */
export function toBase64url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Base64 or base64url of one text without white space; undefined for other text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w+/-]+={0,2}$/.test(text) || text.replace(/=+$/, "").length % 4 === 1) return undefined;
  return latin1(atob(text.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "")));
}

/** Hexadecimal digits; undefined for other text. */
export function fromHex(digits: string): Uint8Array<ArrayBuffer> | undefined {
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

/** Bytes with those of each word in reverse order, as programs print numbers that are little-endian in memory. */
export function withSwappedWords(bytes: Uint8Array, size: number): Uint8Array {
  return bytes.map((_, at) => bytes[at - (at % size) + size - 1 - (at % size)] ?? 0);
}
