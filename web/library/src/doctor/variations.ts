import { hashes } from "../algorithms.js";
import { asciiBytes, bytesToHex } from "../bytes.js";
import { type Finding, finding } from "./answer.js";
import { fromBase64, fromHex, isSame, join, latin1, textOf, toBase64, utf8, utf16 } from "./bytes.js";
import type { Hasher } from "./hashes.js";

/** A message that the signer may have signed instead of the given one. */
export interface Variation {
  readonly bytes: Uint8Array;
  /** How it differs; empty for the message as it is. */
  readonly findings: readonly Finding[];
}

/** Longer messages are tried only with other line ends and hashed twice: there are hundreds of variations. */
const mostEncoded = 1 << 16;

const lineFeed = asciiBytes("\n");
const byteOrderMark = asciiBytes("\xef\xbb\xbf");

/** The variations of a message or a label, the likely ones first; the first is the message as it is. */
export function* variationsOf(message: Uint8Array, hasher: Hasher): Generator<Variation> {
  const tried: Uint8Array[] = [];
  const isNew = (bytes: Uint8Array) => {
    if (tried.some((each) => isSame(each, bytes))) return false;
    tried.push(bytes);
    return true;
  };
  const lines = [...linesOf(message)].filter(({ bytes }) => isNew(bytes));
  yield* lines;
  if (message.length > mostEncoded) {
    yield* digestsOf(message, hasher);
    return;
  }
  for (const line of lines) {
    for (const { bytes, findings } of encodingsOf(line.bytes)) {
      if (isNew(bytes)) yield { bytes, findings: [...line.findings, ...findings] };
    }
  }
  for (const line of lines) {
    for (const { bytes, findings } of digestsOf(line.bytes, hasher)) {
      yield { bytes, findings: [...line.findings, ...findings] };
    }
  }
  if (isNew(new Uint8Array())) yield { bytes: new Uint8Array(), findings: [finding("message-empty")] };
}

/** The message as it is, and with other line ends. */
function* linesOf(message: Uint8Array): Generator<Variation> {
  yield { bytes: message, findings: [] };
  yield { bytes: join(message, lineFeed), findings: [finding("message-final-newline")] };
  const end = message.findLastIndex((byte) => byte !== 0x0a && byte !== 0x0d) + 1;
  const last = message.at(-2) === 0x0d && message.at(-1) === 0x0a ? 2 : 1;
  for (const length of [message.length - last, end]) {
    if (end < message.length)
      yield { bytes: message.subarray(0, length), findings: [finding("message-no-final-newline")] };
  }
  const text = textOf(message);
  if (text === undefined) return;
  const trimmed = trim(text);
  if (trimmed !== text) yield { bytes: utf8(trimmed), findings: [finding("message-trimmed")] };
  if (/\r\n/.test(text)) {
    const unix = text.replaceAll("\r\n", "\n");
    yield { bytes: utf8(unix), findings: [finding("message-lf")] };
    yield { bytes: utf8(unix.trimEnd()), findings: [finding("message-lf"), finding("message-no-final-newline")] };
  } else {
    const windows = text.replaceAll("\n", "\r\n");
    if (windows !== text) yield { bytes: utf8(windows), findings: [finding("message-crlf")] };
    const withEnd = [finding("message-crlf"), finding("message-final-newline")];
    yield { bytes: utf8(`${windows}\r\n`), findings: withEnd };
    yield { bytes: utf8(windows.trimEnd()), findings: [finding("message-crlf"), finding("message-no-final-newline")] };
  }
}

/** Removes white space at both ends, but no byte order mark. */
function trim(text: string): string {
  const trimmed = text.trim();
  return text.startsWith("\ufeff") && !trimmed.startsWith("\ufeff") ? `\ufeff${trimmed}` : trimmed;
}

/** The message in other encodings. */
function* encodingsOf(bytes: Uint8Array): Generator<Variation> {
  const one = (code: Finding["code"], changed: Uint8Array | undefined, values = {}): Variation[] =>
    changed === undefined ? [] : [{ bytes: changed, findings: [finding(code, values)] }];
  const hex = bytesToHex(bytes);
  yield* one("message-hex", utf8(hex));
  yield* one("message-hex", utf8(hex.toUpperCase()));
  yield* one("message-base64", utf8(toBase64(bytes)));
  yield* one("message-base64", utf8(base64url(bytes)));
  yield* one("message-nul", join(bytes, [0]));
  for (const isLittleEndian of [true, false]) {
    const units = new TextDecoder(isLittleEndian ? "utf-16le" : "utf-16be").decode(bytes);
    if (bytes.length % 2 === 0 && bytes.includes(0)) yield* one("message-utf8", utf8(units));
  }
  const text = textOf(bytes);
  if (text === undefined) return;
  if (text.startsWith("\ufeff")) yield* one("message-no-byte-order-mark", utf8(text.slice(1)));
  else yield* one("message-byte-order-mark", join(byteOrderMark, bytes));
  for (const isLittleEndian of [true, false]) {
    const units = utf16(text, isLittleEndian);
    yield* one("message-utf16", units);
    yield* one("message-utf16", join(isLittleEndian ? [0xff, 0xfe] : [0xfe, 0xff], units));
  }
  yield* one("message-latin1", latin1(text));
  for (const normalization of ["NFC", "NFD"]) {
    yield* one("message-normalized", utf8(text.normalize(normalization)), { normalization });
  }
  yield* one("message-decoded", fromHex(text), { encoding: "hexadecimal" });
  yield* one("message-decoded", fromBase64(text), { encoding: /[-_]/.test(text) ? "base64url" : "Base64" });
  yield* one("message-unescaped", utf8(text.replaceAll("\\n", "\n")));
  yield* one("message-quoted", utf8(JSON.stringify(text)));
  yield* one("message-quoted", utf8(`"${text}"`));
  const json = parsed(text);
  if (json === undefined) return;
  for (const indent of [undefined, 2, 4, "\t"])
    yield* one("message-json", utf8(JSON.stringify(json.value, undefined, indent)));
}

/** The hash values of the message, which the signer took for a message. */
function* digestsOf(bytes: Uint8Array, hasher: Hasher): Generator<Variation> {
  for (const inner of hashes) {
    const digest = hasher.digest(inner, bytes);
    const hex = bytesToHex(digest);
    const written: readonly (readonly [string, Uint8Array])[] = [
      ["the hash value", digest],
      ["its hexadecimal digits", utf8(hex)],
      ["its hexadecimal digits", utf8(hex.toUpperCase())],
      ["its hexadecimal digits and a line feed", utf8(`${hex}\n`)],
      ["its Base64", utf8(toBase64(digest))],
    ];
    for (const [name, changed] of written) {
      yield { bytes: changed, findings: [finding("message-hashed-twice", { inner, written: name })] };
    }
  }
}

/** What a message can be if it is itself the hash value of the signed message: these bytes. */
export function digestsIn(message: Uint8Array): Uint8Array[] {
  const text = textOf(message)?.trim();
  const decoded = text === undefined ? [] : [fromHex(text.split(/\s/, 1)[0] ?? ""), fromBase64(text)];
  return [message, ...decoded.filter((bytes) => bytes !== undefined)];
}

function base64url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function parsed(text: string): { readonly value: unknown } | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
