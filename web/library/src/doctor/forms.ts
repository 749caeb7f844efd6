// The ways in which people have a block of RSA: as text, wrapped, or changed on the way. Each step undoes one of them.
import { type Finding, finding, type Values } from "./answer.js";
import {
  charactersOf,
  encoded,
  isReadable,
  isSame,
  latin1,
  leadingZeros,
  startsWith,
  textOf,
  utf8,
  withoutMarkup,
  withoutPrefixes,
  withSwappedWords,
} from "./bytes.js";
import type { FindingCode } from "./finding-texts.js";
import { runsIn } from "./runs.js";

/** Data after some steps. */
export interface Form {
  readonly bytes: Uint8Array;
  /** The steps, in their order. */
  readonly findings: readonly Finding[];
  /** Whether this is probably all that was meant, so that its length means something. */
  readonly isWhole: boolean;
}

/** The most findings of steps, one after the other, and the most forms: hostile data must not take long. */
const mostFindings = 6;
const mostForms = 120;

/** The longest text that is decoded; the longest key has blocks of 2048 bytes. */
const mostText = 1 << 17;

/** The most bytes of other text that a finding shows. */
const mostShown = 40;

/** Every form that data can have from which a block of `length` bytes comes; the first is the data itself. */
export function formsOf(data: Uint8Array, length: number, subject: string): Form[] {
  const forms: Form[] = [{ bytes: data, findings: [], isWhole: true }];
  // Of bytes, every block is reversed.
  if (isReadable(data))
    forms.push({ bytes: data.toReversed(), findings: [finding("reversed", { subject })], isWhole: false });
  const left = new Set(forms);
  for (let next = forms[0]; next !== undefined && forms.length < mostForms; ) {
    left.delete(next);
    const { bytes, findings, isWhole } = next;
    const steps = findings.length < mostFindings && bytes.length <= mostText ? stepsOf(bytes, length) : [];
    for (const step of steps) {
      if (step.bytes.length === 0 || forms.some((form) => isSame(form.bytes, step.bytes))) continue;
      const found = step.codes.map((code) => finding(code, { subject, length: step.bytes.length, ...step.values }));
      const form = { bytes: step.bytes, findings: [...findings, ...found], isWhole: isWhole && step.isWhole !== false };
      forms.push(form);
      left.add(form);
    }
    // Each step on a part of a text is one of many.
    const all = [...left];
    next = all.find((form) => form.isWhole) ?? all[0];
  }
  return forms;
}

interface Step {
  readonly codes: readonly FindingCode[];
  readonly bytes: Uint8Array;
  readonly values?: Values;
  readonly isWhole?: boolean;
}

function* stepsOf(bytes: Uint8Array, length: number): Generator<Step> {
  const text = textOf(bytes);
  if (text !== undefined) {
    const digits = fromDump(text.replaceAll(/[ \t]0x/g, " "));
    for (const { codes, isAll, from, to, ...run } of runsIn(text, length)) {
      const other = charactersOf(bytes.subarray(Math.max(0, from - mostShown), from));
      const before = other.replaceAll(/[^ -~]/g, " ").trim();
      const quote = before.includes('"') ? "'" : '"';
      const place = before === "" ? "at its start" : `after ${quote}${before}${quote}`;
      const values = { from, to, place };
      // A dump's offsets are not part of the data.
      const isWhole = run.isWhole && digits === undefined;
      yield { codes: isAll ? codes : ["in-text", ...codes], values, ...run, isWhole };
    }
    for (const [code, pattern] of escapes) {
      for (const undone of unescaped(text, pattern)) yield { codes: [code], ...undone };
    }
    yield { codes: ["markup"], bytes: utf8(withoutMarkup(text)) };
    const bare = withoutPrefixes(text);
    if (bare !== undefined) yield { codes: ["line-prefixes"], bytes: utf8(bare) };
    // Signatures have longer words than text in which the character is one of many.
    if (/(?=[\w-]*~)[\w~-]{64}/.test(text))
      yield { codes: ["cloudfront"], bytes: utf8(text.replaceAll(/[-_~]/g, fromCloudFront)) };
    if (digits !== undefined) yield { codes: ["hex-dump"], bytes: utf8(digits) };
    const misread = /[\x80-\uffff]/.test(text) ? (latin1(text) ?? encoded(text, "windows-1252")) : undefined;
    if (misread !== undefined) yield { codes: ["latin1-as-utf8"], bytes: misread };
  }
  for (const [code, read] of byteSteps) {
    const undone = read(bytes);
    if (undone !== undefined) yield { codes: [code], bytes: undone };
  }
}

/** Escapes of URLs, mail, programming languages, JSON and XML: digits in base 16, 8 or 10, or a letter or name. */
const escapes: readonly (readonly [FindingCode, RegExp])[] = [
  ["percent-encoded", /%(?<hex>[\da-f]{2})/gi],
  ["quoted-printable", /=(?:(?<hex>[\dA-F]{2})|\r?\n)/g],
  [
    "escaped-bytes",
    /\\(?:x\{?(?<hex>[\da-f]{2})(?:(?<=\{..)\})?|u\{?(?<unit>[\da-f]{2,4})(?:(?<=\{[\da-f]+)\})?|(?<octal>[0-3]?[0-7]{1,2})|(?<name>[\s\S]))/gi,
  ],
  ["escaped-bytes", /\\(?<decimal>\d{3})/g],
  ["escaped-bytes", /&(?:#x(?<hex>[\da-f]{1,4})|#(?<decimal>\d{1,5})|(?<name>amp|lt|gt|quot|apos|plus|sol|equals));/gi],
];

const names: Readonly<Record<string, string>> = {
  n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v", a: "\x07", e: "\x1b", "\n": "",
  amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", plus: "+", sol: "/", equals: "=",
}; // biome-ignore format: a table

/**
 * The text, and the longest string in quotation marks in it, without escapes. Of random bytes, programs escape more than half; where
 * fewer are escaped, as by chance in another encoding, or where an escape is not known, their number means nothing.
 */
function* unescaped(text: string, pattern: RegExp): Generator<Pick<Step, "bytes" | "isWhole">> {
  const strings = Array.from(text.matchAll(/(["'])((?:\\[\s\S]|(?!\1)[^\\])*)\1/g), (match) => match[2] ?? "");
  for (const each of [text.trim(), strings.reduce((a, b) => (a.length < b.length ? b : a), "")]) {
    let [escaped, isKnown] = [0, true];
    const plain = each.replaceAll(pattern, (...match) => {
      escaped++;
      const { hex, unit = hex, octal, decimal, name } = match.at(-1) as Readonly<Record<string, string | undefined>>;
      if (name !== undefined) {
        const meant = names[name.toLowerCase()];
        isKnown &&= meant !== undefined || !/[a-z]/i.test(name);
        return meant ?? name;
      }
      const code = Number.parseInt(unit ?? octal ?? decimal ?? "", unit ? 16 : octal ? 8 : 10);
      return Number.isNaN(code) ? "" : String.fromCharCode(code);
    });
    const bytes = latin1(plain) ?? utf8(plain);
    if (plain !== each) yield { bytes, isWhole: isReadable(bytes) || (isKnown && 3 * escaped > bytes.length) };
  }
}

/** What a character of a signed address of CloudFront means in Base64. */
function fromCloudFront(character: string): string {
  return character === "-" ? "+" : character === "_" ? "=" : "/";
}

/** The digits of a dump with offsets. */
function fromDump(text: string): string | undefined {
  const lines = text.split(/\r?\n/).map((line) => dumpLine.exec(line)?.groups);
  const found = lines.filter((groups) => groups !== undefined);
  const offsets = found.map(({ offset = "" }) => Number.parseInt(offset, 16));
  if (found.length < 3 || offsets.some((offset, i) => i > 0 && offset <= (offsets[i - 1] ?? 0))) return undefined;
  // Characters that follow digits directly can look like such. Where each byte has one, the length of the last line says how many
  // bytes it has.
  const count = Math.min((offsets[1] ?? 0) - (offsets[0] ?? 0), 64);
  const [first = 0, last = 0] = [found[0], found.at(-1)].map(({ tail = "" } = {}) => tail.length);
  const lastCount = first === 4 * count ? Math.min(count, Math.ceil(last / 4)) : count;
  const most = (pairs: number) => new RegExp(`^(?:[ -]*[\\da-f]{2}){1,${pairs}}`, "i");
  return found
    .map(({ digits = "" }, i) => most(i === found.length - 1 ? lastCount : count).exec(digits)?.[0])
    .join("\n");
}

/** An offset, digits, and perhaps characters. */
const dumpLine =
  /^\s*(?:0x)?(?<offset>[\da-f]{3,16})[:h]?[ \t-]+(?=(?<tail>.*))(?<digits>(?:[\da-f]{2}){1,4}(?:[ -]{1,3}(?:[\da-f]{2}){1,4})*)(?:[ \t]{2}|[ \t]*\||\s*$| .{1,16}\r?$)/i;

const byteSteps: readonly (readonly [FindingCode, (bytes: Uint8Array) => Uint8Array | undefined])[] = [
  ["utf16", fromUtf16],
  ["ssh-signature", fromSsh],
  ["der-wrapped", fromDer],
  ["length-prefix", fromPrefixed],
  ["crlf-in-binary", withoutCr],
];

/** ASCII text as UTF-16, with or without a byte order mark. */
export function fromUtf16(bytes: Uint8Array): Uint8Array | undefined {
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
  if (start === undefined || name === undefined || bigEndian(bytes.subarray(0, 4)) !== name.length) return undefined;
  const rest = bytes.subarray(start.length);
  return rest.length > 4 && bigEndian(rest.subarray(0, 4)) === rest.length - 4 ? rest.subarray(4) : undefined;
}

/** An OCTET STRING, an INTEGER, or a BIT STRING without unused bits, that is all of the data. */
function fromDer(bytes: Uint8Array): Uint8Array | undefined {
  const [tag, length = 0] = bytes;
  if (tag !== 0x02 && tag !== 0x03 && tag !== 0x04) return undefined;
  const count = length < 0x80 ? 0 : length - 0x80;
  if (count > 3 || bytes.length < 2 + count) return undefined;
  const found = count === 0 ? length : bigEndian(bytes.subarray(2, 2 + count));
  const inside = bytes.subarray(2 + count);
  if (inside.length !== found) return undefined;
  if (tag !== 0x03) return inside;
  return inside[0] === 0 ? inside.subarray(1) : undefined;
}

/** Data after their own length in bytes or bits, in 2 or 4 bytes: OpenPGP, SSH, TPM and many programs write it. */
function fromPrefixed(bytes: Uint8Array): Uint8Array | undefined {
  for (const size of [2, 4]) {
    const [prefix, rest] = [bytes.subarray(0, size), bytes.subarray(size)];
    const values = [bigEndian(prefix), bigEndian(prefix.toReversed())];
    if (values.some((value) => value === rest.length || Math.ceil(value / 8) === rest.length)) return rest;
  }
  return undefined;
}

function bigEndian(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** Undoes a transfer as text, after which each line feed has a carriage return before it. */
function withoutCr(bytes: Uint8Array): Uint8Array | undefined {
  const isAdded = (i: number) => bytes[i] === 0x0d && bytes[i + 1] === 0x0a;
  if (!bytes.some((byte, i) => byte === 0x0a && bytes[i - 1] === 0x0d)) return undefined;
  if (bytes.some((byte, i) => byte === 0x0a && bytes[i - 1] !== 0x0d)) return undefined;
  return bytes.filter((_, i) => !isAdded(i));
}

/**
 * The blocks that forms can be, each also in reverse order, and digits also with the bytes of each word in reverse order: of the key's
 * length as they are, or with zeros at their start added or removed; then with other bytes removed.
 */
export function* blocksOf(forms: readonly Form[], length: number, subject: string): Generator<Form> {
  for (const fit of [fitZeros, fitOthers]) {
    for (const form of forms) {
      const found = form.bytes.length;
      for (const [code, block] of fit(form.bytes, length, subject)) {
        const values = { subject, found, length, extra: found - length };
        const findings = [...form.findings, ...(code === undefined ? [] : [finding(code, values)])];
        yield { ...form, bytes: block, findings };
        // Zeros are stripped from the number, so bytes in reverse order lack them at their end.
        const reversed = found < length ? padded(form.bytes.toReversed(), length) : block.toReversed();
        const asReversed = [...findings, finding("reversed", { subject })];
        yield { ...form, bytes: reversed, findings: asReversed };
        if (code !== undefined || !form.findings.some((each) => each.code === "hex")) continue;
        for (const size of [2, 4, 8]) {
          const words = finding("swapped-words", { subject, bits: 8 * size });
          yield { ...form, bytes: withSwappedWords(block, size), findings: [...findings, words] };
          yield { ...form, bytes: withSwappedWords(reversed, size), findings: [...asReversed, words] };
        }
      }
    }
  }
}

/** Changes that are tried whatever the data are, so that a padding which few bytes show can be an accident after them. */
export const cuts: readonly string[] = ["swapped-words", "trailing-bytes", "leading-bytes"];

type Fitted = readonly [code: FindingCode | undefined, block: Uint8Array];

/** The most zeros at the start that a block lacks by chance: the probability is 2^-8 for each. */
const mostMissing = 4;
/** The most bytes that are removed from a ciphertext. Of more, one part is probably encrypted with another key. */
const mostExtra = 16;

function* fitZeros(bytes: Uint8Array, length: number): Generator<Fitted> {
  const extra = bytes.length - length;
  if (extra === 0) yield [undefined, bytes];
  else if (extra < 0 && -extra <= mostMissing) yield ["zeros-stripped", padded(bytes, length)];
  else if (extra > 0 && leadingZeros(bytes) >= extra) yield ["leading-zeros", bytes.subarray(extra)];
}

function* fitOthers(bytes: Uint8Array, length: number, subject: string): Generator<Fitted> {
  const extra = bytes.length - length;
  if (extra <= 0 || (extra > mostExtra && subject === "ciphertext")) return;
  yield ["trailing-bytes", bytes.subarray(0, length)];
  yield ["leading-bytes", bytes.subarray(extra)];
}

/** Puts zeros before bytes. */
export function padded(bytes: Uint8Array, length: number): Uint8Array {
  const block = new Uint8Array(length);
  block.set(bytes, length - bytes.length);
  return block;
}
