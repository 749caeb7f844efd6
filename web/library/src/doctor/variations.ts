import { asciiBytes, bytesToHex, concatenate } from "../bytes.js";
import { type Finding, finding } from "./answer.js";
import {
  charactersOf,
  decoded,
  encoded,
  fromBase64,
  fromHex,
  isSame,
  latin1,
  oldEncodings,
  textOf,
  toBase64,
  toBase64url,
  utf8,
  utf16,
} from "./bytes.js";
import type { FindingCode } from "./finding-texts.js";
import { anyHashes, type Hasher } from "./hashes.js";

/** A message that the signer may have signed instead of the given one. */
export interface Variation {
  readonly bytes: Uint8Array;
  /** How it differs; empty for the message as it is. */
  readonly findings: readonly Finding[];
}

/** Longer messages are tried only with other line ends and hashed twice: there are hundreds of variations. */
const mostEncoded = 1 << 16;

/** The most sorts of line ends with which other variations are combined. */
const mostLines = 12;

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
  const usual = lines.slice(0, mostLines);
  for (const line of usual) {
    for (const { bytes, findings } of encodingsOf(line.bytes)) {
      if (isNew(bytes)) yield { bytes, findings: [...line.findings, ...findings] };
    }
  }
  for (const line of usual) {
    for (const { bytes, findings } of digestsOf(line.bytes, hasher)) {
      yield { bytes, findings: [...line.findings, ...findings] };
    }
  }
  if (isNew(new Uint8Array())) yield { bytes: new Uint8Array(), findings: [finding("message-empty")] };
}

/** The message as it is, and with other line ends. */
function* linesOf(message: Uint8Array): Generator<Variation> {
  yield { bytes: message, findings: [] };
  yield { bytes: concatenate([message, lineFeed]), findings: [finding("message-final-newline", { end: "LF" })] };
  const text = textOf(message) ?? decoded(message, "windows-1252") ?? "";
  const encode = textOf(message) === undefined ? latin1 : utf8;
  const unix = text.replaceAll(/\r\n?/g, "\n");
  const own = /\r\n?/.exec(text)?.[0] ?? "\n";
  const isLong = message.length > mostEncoded;
  const bodies: [written: string, spaces: readonly Finding[]][] = [[unix, []]];
  if (!isLong) bodies.push([unix.replaceAll(/[^\S\n]+$/gm, ""), [finding("message-trailing-spaces")]]);
  for (const [written, spaces] of bodies) {
    const body = written.replace(/\n+$/, "");
    const tail = written.slice(body.length);
    for (const [end, code] of lineEnds(own).slice(0, isLong ? 2 : undefined)) {
      for (const [last, ...codes] of [
        [tail],
        [tail.slice(1), "message-no-final-newline"],
        ["", "message-no-final-newline"],
        [`${tail}\n`, "message-final-newline"],
      ] as [string, ...FindingCode[]][]) {
        const bytes = encode((body + last).replaceAll("\n", end));
        if (bytes === undefined) continue;
        const values = { from: nameOf(own), end: nameOf(end), length: bytes.length };
        const changed = end === own ? codes : [code, ...codes];
        yield { bytes, findings: [...spaces, ...changed.map((each) => finding(each, values))] };
      }
    }
  }
  const trimmed = encode(trim(text));
  if (trimmed !== undefined) yield { bytes: trimmed, findings: [finding("message-trimmed")] };
}

/** What a line end is called in findings. */
function nameOf(end: string): string {
  return { "\n": "LF", "\r\n": "CR LF", "\r": "CR" }[end] ?? "nothing";
}

/** The line ends of text, with those that the given one has first. */
function lineEnds(own: string): readonly (readonly [end: string, code: FindingCode])[] {
  const ends = [
    ["\n", "message-lf"],
    ["\r\n", "message-crlf"],
    ["\r", "message-cr"],
    ["", "message-no-line-ends"],
  ] as const;
  return ends.toSorted(([a], [b]) => Number(b === own) - Number(a === own));
}

/** Removes white space at both ends, but no byte order mark. */
function trim(text: string): string {
  const trimmed = text.trim();
  return text.startsWith("\ufeff") && !trimmed.startsWith("\ufeff") ? `\ufeff${trimmed}` : trimmed;
}

/** The message in other encodings. */
function* encodingsOf(bytes: Uint8Array): Generator<Variation> {
  const one = (code: FindingCode, changed: Uint8Array | undefined, values = {}): Variation[] =>
    changed === undefined ? [] : [{ bytes: changed, findings: [finding(code, values)] }];
  const hex = bytesToHex(bytes);
  yield* one("message-hex", utf8(hex));
  yield* one("message-hex", utf8(hex.toUpperCase()));
  yield* one("message-base64", utf8(toBase64(bytes)));
  yield* one("message-base64", utf8(toBase64url(bytes)));
  yield* one("message-nul", concatenate([bytes, [0]]));
  const isAscii = bytes.every((byte) => byte < 0x80);
  if (!isAscii) {
    for (const misread of [charactersOf(bytes), decoded(bytes, "windows-1252") ?? ""])
      yield* one("message-utf8-twice", textOf(bytes) === undefined ? undefined : utf8(misread));
  }
  const others = isAscii ? (bytes.includes(0) ? utf16Names : []) : [...utf16Names, ...oldEncodings];
  for (const encoding of others) {
    const text = decoded(bytes, encoding);
    if (text !== undefined) yield* one("message-utf8", utf8(text), { encoding });
  }
  const text = textOf(bytes);
  if (text === undefined) return;
  if (text.startsWith("\ufeff")) yield* one("message-no-byte-order-mark", utf8(text.slice(1)));
  else yield* one("message-byte-order-mark", concatenate([byteOrderMark, bytes]));
  for (const isLittleEndian of [true, false]) {
    const units = utf16(text, isLittleEndian);
    yield* one("message-utf16", units);
    yield* one("message-utf16", concatenate([isLittleEndian ? [0xff, 0xfe] : [0xfe, 0xff], units]));
  }
  if (!isAscii) {
    yield* one("message-encoding", latin1(text), { encoding: "Latin-1" });
    for (const encoding of oldEncodings) yield* one("message-encoding", encoded(text, encoding), { encoding });
    for (const normalization of ["NFC", "NFD", "NFKC", "NFKD"]) {
      yield* one("message-normalized", utf8(text.normalize(normalization)), { normalization });
    }
  }
  yield* one("message-decoded", fromHex(text), { encoding: "hexadecimal" });
  yield* one("message-decoded", fromBase64(text), { encoding: /[-_]/.test(text) ? "base64url" : "Base64" });
  yield* one("message-unescaped", utf8(text.replaceAll("\\n", "\n")));
  yield* one("message-quoted", utf8(JSON.stringify(text)));
  yield* one("message-quoted", utf8(`"${text}"`));
  for (const { how, written } of parametersOf(text)) yield* one("message-percent-encoded", utf8(written), { how });
  for (const plain of [text, text.replaceAll("+", " ")]) {
    yield* one("message-percent-decoded", /%[\da-f]{2}/i.test(plain) ? percentDecoded(plain) : undefined);
  }
  if (text.includes("&")) yield* one("message-sorted", utf8(text.split("&").toSorted().join("&")));
  for (const { how, written } of jsonOf(text)) yield* one("message-json", utf8(written), { how });
}

const utf16Names = ["utf-16le", "utf-16be"] as const;

function percentDecoded(text: string): Uint8Array | undefined {
  const letter = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  return latin1(charactersOf(utf8(text)).replaceAll(/%([\da-f]{2})/gi, letter));
}

interface Writing {
  readonly how: string;
  readonly written: string;
}

/** Text with percent-encoding: all of it, or the names and values of parameters. */
function* parametersOf(text: string): Generator<Writing> {
  const parts = text.split(/([&=])/);
  const encoded = parts.map((part) => (/^[&=]$/.test(part) ? part : encodeURIComponent(part))).join("");
  for (const [how, written] of [
    ["all of it", encodeURIComponent(text)],
    ["names and values", encoded],
    ["but for the characters of addresses", encodeURI(text)],
  ] as const) {
    yield { how, written };
    yield { how: `${how}, and spaces as +`, written: written.replaceAll("%20", "+") };
    yield { how: `${how}, in small letters`, written: written.replaceAll(/%../g, (hex) => hex.toLowerCase()) };
  }
}

/** The same JSON as other software writes it. Numbers stay as they are written. */
function* jsonOf(text: string): Generator<Writing> {
  if (!/^\s*[{[]/.test(text)) return;
  let value: unknown;
  try {
    value = JSON.parse(
      text.replaceAll(/("(?:\\.|[^"\\])*")|-?\d[\d.eE+-]*/g, (all, string) => string ?? `"\\u0000${all}"`),
    );
  } catch {
    return;
  }
  const escapes: readonly (readonly [how: string, pattern: RegExp])[] = [
    ["", /(?!)/g],
    ["/ as \\/", /\//g],
    ["other letters than ASCII as \\u…", /[\x7f-\uffff]/g],
    ["/ as \\/ and other letters than ASCII as \\u…", /[/\x7f-\uffff]/g],
    ["<, > and & as \\u…", /[<>&\u2028\u2029]/g],
  ];
  for (const [order, each] of [
    ["", value],
    ["members sorted by name", sorted(value)],
  ] as const) {
    for (const [space, indent] of [
      ["without white space", undefined],
      ["a space after , and :", 0],
      ["indented by two spaces", 2],
      ["indented by four spaces", 4],
      ["indented by tabs", "\t"],
    ] as const) {
      const plain = JSON.stringify(each, undefined, indent);
      const spaced =
        indent === 0 ? plain.replaceAll(/("(?:\\.|[^"\\])*")|[,:]/g, (all, text) => text ?? `${all} `) : plain;
      const numbers = spaced.replaceAll(/"\\u0000([^"]*)"/g, "$1");
      for (const [letters, pattern] of escapes) {
        const written = numbers.replaceAll(pattern, (letter) =>
          letter === "/" ? "\\/" : `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
        yield { how: [space, order, letters].filter((part) => part !== "").join(", "), written };
      }
    }
  }
}

/** A value of JSON whose members are in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

/** The hash values of the message, which the signer took for a message. */
function* digestsOf(bytes: Uint8Array, hasher: Hasher): Generator<Variation> {
  for (const inner of anyHashes) {
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
