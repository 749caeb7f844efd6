// The ways in which people have a block of RSA: as text, wrapped, or changed on the way. Each step undoes one of them.
import { bigIntToBytes } from "../bytes.js";
import { type Finding, finding } from "./answer.js";
import { charactersOf, fromBase64, fromHex, isSame, latin1, startsWith, textOf } from "./bytes.js";
import type { FindingCode } from "./finding-texts.js";

/** Data after some steps. */
export interface Form {
  readonly bytes: Uint8Array;
  /** The steps, in their order. */
  readonly findings: readonly Finding[];
}

/** The most steps, one after the other, and the most forms: hostile data must not take long. */
const mostSteps = 4;
const mostForms = 40;

/** The longest text that is decoded; the longest key has blocks of 2048 bytes. */
const mostText = 1 << 17;

/** Every form that the data can have, those with the fewest steps first; the first is the data itself. */
export function formsOf(data: Uint8Array, subject: string): Form[] {
  const forms: Form[] = [{ bytes: data, findings: [] }];
  for (let at = 0; at < forms.length && forms.length < mostForms; at++) {
    const { bytes, findings } = forms[at] as Form;
    if (findings.length >= mostSteps || bytes.length > mostText) continue;
    for (const [code, undone] of stepsOf(bytes)) {
      if (undone.length === 0 || forms.some((form) => isSame(form.bytes, undone))) continue;
      forms.push({ bytes: undone, findings: [...findings, finding(code, { subject })] });
    }
  }
  return forms;
}

type Step = readonly [code: FindingCode, undone: Uint8Array];

function* stepsOf(bytes: Uint8Array): Generator<Step> {
  const text = textOf(bytes);
  if (text !== undefined) {
    for (const [code, read] of textSteps) {
      const undone = read(text);
      if (undone !== undefined) yield [code, undone];
    }
  }
  for (const [code, read] of byteSteps) {
    const undone = read(bytes);
    if (undone !== undefined) yield [code, undone];
  }
}

const encode = (text: string | undefined): Uint8Array | undefined =>
  text === undefined ? undefined : new TextEncoder().encode(text);
const compact = (text: string): string => text.replaceAll(/[ \t\r\n]/g, "");

const textSteps: readonly (readonly [FindingCode, (text: string) => Uint8Array | undefined])[] = [
  ["byte-order-mark", (text) => (text.startsWith("\ufeff") ? encode(text.slice(1)) : undefined)],
  ["hex", (text) => fromHex(text.trim())],
  ["base64", (text) => (/[-_]/.test(text) ? undefined : fromBase64(compact(text)))],
  ["base64url", (text) => (/[-_]/.test(text) ? fromBase64(compact(text)) : undefined)],
  ["space-for-plus", (text) => encode(plusForSpace(text.trim()))],
  ["pem", (text) => encode(fromPem(text))],
  ["data-url", (text) => encode(/^\s*data:[^,]*,(.*)$/s.exec(text)?.[1])],
  ["quoted", (text) => encode(unquoted(text.trim()))],
  ["percent-encoded", (text) => encode(fromPercent(text.trim()))],
  ["escaped-bytes", fromEscapes],
  ["byte-list", fromList],
  ["decimal-number", (text) => (/^\s*\d{30,10000}\s*$/.test(text) ? bigIntToBytes(BigInt(text.trim())) : undefined)],
  ["latin1-as-utf8", fromLatin1AsUtf8],
];

/** Base64 whose + became spaces: there are spaces, but no line ends that would explain them. */
function plusForSpace(text: string): string | undefined {
  return /^[\w/=]+(?: +[\w/=]+)+$/.test(text) ? text.replaceAll(" ", "+") : undefined;
}

function unquoted(text: string): string | undefined {
  const [, inside] = /^(?:"(.*)"|'(.*)')$/s.exec(text)?.filter((part) => part !== undefined) ?? [];
  return inside?.replaceAll("\\n", "\n").replaceAll("\\r", "\r").replaceAll("\\/", "/");
}

function fromPercent(text: string): string | undefined {
  if (!/%[\da-f]{2}/i.test(text) || /\s/.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** What Python prints for bytes, such as `b'\x1fA'`. */
function fromEscapes(text: string): Uint8Array | undefined {
  const [, , inside] = /^\s*b?(["'])(.*)\1\s*$/s.exec(text) ?? [];
  if (inside === undefined || !/\\x[\da-f]{2}/i.test(inside)) return undefined;
  const short: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "\\": "\\", "'": "'", '"': '"' };
  return latin1(
    inside.replaceAll(/\\(?:x([\da-f]{2})|([nrt\\'"]))/gi, (_, hex: string | undefined, letter: string) =>
      hex === undefined ? (short[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
    ),
  );
}

/** What stands between a first and a last line of PEM, without headers. */
function fromPem(text: string): string | undefined {
  const end = text.indexOf("-----END ");
  if (end < 0 || !/^\s*-----BEGIN [^-\n]*-----/.test(text.slice(0, 1000))) return undefined;
  const lines = text.slice(0, end).split("\n");
  return lines.filter((line) => !/^\s*-----BEGIN |^[\w-]+: /.test(line)).join("\n");
}

/** Lists of bytes as languages print them: Java with signs, JavaScript with `Uint8Array(256) [`, Node's Buffer as JSON. */
function fromList(text: string): Uint8Array | undefined {
  const [start, end] = [text.indexOf("["), text.lastIndexOf("]")];
  const isBracketed = start >= 0 && start < mostName && end > start && text.length - end < mostName;
  const numbers = isBracketed ? text.slice(start + 1, end) : text;
  if (!/^[-\d,\s]+$/.test(numbers) || !/[\s,]/.test(numbers.trim())) return undefined;
  const found = numbers.split(/[\s,]+/).filter((word) => word !== "");
  if (!found.every((word) => /^-?\d{1,3}$/.test(word) && Number(word) >= -128 && Number(word) <= 255)) return undefined;
  return Uint8Array.from(found, (word) => Number(word) & 0xff);
}

/** The most characters before and after the brackets of a list. */
const mostName = 60;

function fromLatin1AsUtf8(text: string): Uint8Array | undefined {
  return /[\x80-\xff]/.test(text) ? latin1(text) : undefined;
}

const byteSteps: readonly (readonly [FindingCode, (bytes: Uint8Array) => Uint8Array | undefined])[] = [
  ["utf16", fromUtf16],
  ["ssh-signature", fromSsh],
  ["der-wrapped", fromDer],
  ["crlf-in-binary", withoutCr],
];

/** ASCII text as UTF-16, with or without a byte order mark. */
function fromUtf16(bytes: Uint8Array): Uint8Array | undefined {
  const isBig = startsWith(bytes, [0xfe, 0xff]);
  const body = isBig || startsWith(bytes, [0xff, 0xfe]) ? bytes.subarray(2) : bytes;
  if (body.length < 4 || body.length % 2 !== 0) return undefined;
  const high = isBig ? 0 : 1;
  if (!body.every((byte, i) => (i % 2 === high ? byte === 0 : byte > 0 && byte < 0x80))) return undefined;
  return body.filter((_, i) => i % 2 !== high);
}

/** `string algorithm, string signature` (RFC 4253, section 6.6). */
function fromSsh(bytes: Uint8Array): Uint8Array | undefined {
  const [start, name] = /^.{4}(ssh-rsa|rsa-sha2-(?:256|512))/s.exec(charactersOf(bytes.subarray(0, 16))) ?? [];
  if (start === undefined || name === undefined || viewOf(bytes).getUint32(0) !== name.length) return undefined;
  const rest = bytes.subarray(start.length);
  return rest.length > 4 && viewOf(rest).getUint32(0) === rest.length - 4 ? rest.subarray(4) : undefined;
}

/** An OCTET STRING, or a BIT STRING without unused bits, that is all of the data. */
function fromDer(bytes: Uint8Array): Uint8Array | undefined {
  const [tag, length = 0] = bytes;
  if (tag !== 0x03 && tag !== 0x04) return undefined;
  const count = length < 0x80 ? 0 : length - 0x80;
  if (count > 3 || bytes.length < 2 + count) return undefined;
  const found = count === 0 ? length : bytes.subarray(2, 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  const inside = bytes.subarray(2 + count);
  if (inside.length !== found) return undefined;
  if (tag === 0x04) return inside;
  return inside[0] === 0 ? inside.subarray(1) : undefined;
}

/** Undoes a transfer as text, after which each line feed has a carriage return before it. */
function withoutCr(bytes: Uint8Array): Uint8Array | undefined {
  const isAdded = (i: number) => bytes[i] === 0x0d && bytes[i + 1] === 0x0a;
  if (!bytes.some((byte, i) => byte === 0x0a && bytes[i - 1] === 0x0d)) return undefined;
  if (bytes.some((byte, i) => byte === 0x0a && bytes[i - 1] !== 0x0d)) return undefined;
  return bytes.filter((_, i) => !isAdded(i));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/**
 * The blocks that a form can be: of the key's length as it is, or after zeros or other bytes were added or removed; then each in
 * reverse order.
 */
export function* blocksOf({ bytes, findings }: Form, length: number, subject: string): Generator<Form> {
  for (const fitted of fit(bytes, length, subject)) {
    const block = fitted.bytes;
    const all = [...findings, ...fitted.findings];
    yield { bytes: block, findings: all };
    // Zeros are stripped from the number, so bytes in reverse order lack them at their end.
    const reversed = bytes.length < length ? padded(bytes.toReversed(), length) : block.toReversed();
    yield { bytes: reversed, findings: [...all, finding("reversed", { subject })] };
  }
}

/** The most zeros at the start that a block lacks by chance: the probability is 2^-8 for each. */
const mostMissing = 4;
/** The most bytes at the end that are removed. */
const mostTrailing = 16;

function* fit(bytes: Uint8Array, length: number, subject: string): Generator<Form> {
  const found = bytes.length;
  const extra = found - length;
  if (extra === 0) yield { bytes, findings: [] };
  else if (extra < 0 && -extra <= mostMissing) {
    yield { bytes: padded(bytes, length), findings: [finding("zeros-stripped", { subject, found, length })] };
  } else if (extra > 0) {
    if (bytes.subarray(0, extra).every((byte) => byte === 0)) {
      yield { bytes: bytes.subarray(extra), findings: [finding("leading-zeros", { subject, extra, length })] };
    }
    if (extra <= mostTrailing) {
      if (extra === 2 || extra === 4) {
        const prefix = bytes.subarray(0, extra).reduce((sum, byte) => sum * 256 + byte, 0);
        const reversed = bytes
          .subarray(0, extra)
          .toReversed()
          .reduce((sum, byte) => sum * 256 + byte, 0);
        if ([prefix, reversed].some((value) => value === length || value === 8 * length)) {
          yield { bytes: bytes.subarray(extra), findings: [finding("length-prefix", { subject, extra })] };
        }
      }
      yield { bytes: bytes.subarray(0, length), findings: [finding("trailing-bytes", { subject, extra, length })] };
    }
  }
}

/** Puts zeros before bytes. */
export function padded(bytes: Uint8Array, length: number): Uint8Array {
  const block = new Uint8Array(length);
  block.set(bytes, length - bytes.length);
  return block;
}
