// Bytes that are written as text: Base64, hexadecimal digits, numbers. They can stand in any other text.
import { bigIntToBytes, bytesToBigInt, concatenate } from "../bytes.js";
import { fromBase64, fromHex, isReadable, textOf, utf8, withSwappedWords } from "./bytes.js";
import type { FindingCode } from "./finding-texts.js";

/** Bytes that are written in a part of a text. */
export interface Run {
  readonly codes: readonly FindingCode[];
  readonly bytes: Uint8Array;
  /** Where it begins and ends, in bytes of UTF-8. */
  readonly from: number;
  readonly to: number;
  /** Whether it is the text, without white space around it. */
  readonly isAll: boolean;
  /** Whether it is most of the text, with words of one length and one sort of separators, so that its length means something. */
  readonly isWhole: boolean;
}

interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Whether padding ends it. */
  readonly isEnd: boolean;
  /** Whether it is a part of a longer word, or begins a part of a longer sequence. */
  readonly isPart?: boolean;
}

/** A way to write bytes. */
interface Writing {
  readonly codes: readonly FindingCode[];
  readonly word: RegExp;
  /** How many characters a block can have. */
  readonly counts: (length: number) => readonly number[];
  readonly read: (digits: string) => Uint8Array | undefined;
}

const hex = /^[\da-f]+$/i;

const base64Counts = (length: number): number[] => [Math.ceil((4 * length) / 3)];

const writings: readonly Writing[] = [
  {
    codes: ["binary-digits"],
    word: /[01]+/g,
    counts: (length) => [8 * length],
    read: (digits) => fromDigits(digits, 1),
  },
  {
    codes: ["hex"],
    word: /[\da-f]+/gi,
    counts: (length) => [2 * length, 2 * length - 1],
    // 64 digits or more that are all 0 or 1 are binary, perhaps after 0b, and those up to 7 octal.
    read: (digits) =>
      /^(?:0?b)?[0-7]{64,}$/i.test(digits) ? undefined : fromHex(digits.length % 2 === 0 ? digits : `0${digits}`),
  },
  {
    codes: ["base32"],
    word: /[a-z2-7]+={0,6}/gi,
    counts: (length) => [Math.ceil((8 * length) / 5)],
    read: (digits) => (/[a-z]/.test(digits) && /[A-Z]/.test(digits) ? undefined : fromDigits(digits.toLowerCase(), 5)),
  },
  { codes: ["base64"], word: /[a-z\d+/]+={0,2}/gi, counts: base64Counts, read: fromBase64 },
  { codes: ["base64url"], word: /[\w-]+={0,2}/g, counts: base64Counts, read: fromBase64 },
  {
    codes: ["space-for-plus", "base64"],
    word: /[a-z\d+/ ]+={0,2}/gi,
    counts: base64Counts,
    read: (digits) => fromBase64(digits.replaceAll(" ", "+")),
  },
  {
    codes: ["decimal-number"],
    word: /\d+/g,
    counts(length) {
      const most = Math.ceil(8 * length * Math.log10(2));
      return [most, most - 1, most - 2];
    },
    read: (digits) => (digits.length <= mostDigits ? bigIntToBytes(BigInt(digits)) : undefined),
  },
];

/** Digits of so many bits each, as bytes; what is left over is not part of them. Those above 1 are the letters of Base32. */
function fromDigits(digits: string, bits: 1 | 5): Uint8Array {
  const all = bits === 1 ? "01" : "abcdefghijklmnopqrstuvwxyz234567";
  const text = Array.from(digits, (digit) => all.indexOf(digit).toString(2).padStart(bits, "0")).join("");
  return Uint8Array.from(text.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

/** The longest number, whose conversion takes quadratic time. */
const mostDigits = 10_000;
/** The most characters between words that belong together; they are neither letters nor digits. */
const mostBetween = 16;
/** Words of at least this length are probably data. */
const leastData = 16;
/** The most words of which data other than digits of bytes are usually written. */
const mostWords = 64;
/** The most characters around data that are more than names; longer texts can have longer ones. */
const mostOutside = 60;
/** The fewest bytes of a list. */
const leastItems = 32;
/** The most spans of one sort, the likely ones first. */
const mostSpans = 8;

/** The bytes in a text: those as long as a block or several first, then others that can contain one. */
export function* runsIn(text: string, length: number): Generator<Run> {
  yield* listsIn(text);
  const bare = text.replaceAll(/0x|\\x|(?<![\da-f])x(?=[\da-f]{2})|\bb(?=["'])/gi, (prefix) =>
    " ".repeat(prefix.length),
  );
  for (const { codes, word, counts, read } of writings) {
    const from = codes[0] === "hex" ? bare : text;
    if (codes[0] === "space-for-plus" && !text.includes(" ")) continue;
    const exact = counts(length);
    const words = wordsIn(from, word);
    const decode = (span: readonly Word[]): Uint8Array | undefined => {
      const pieces = [""];
      for (const { text: digits, isEnd } of span) {
        pieces.push((pieces.pop() ?? "") + digits);
        if (isEnd || exact.includes(digits.length)) pieces.push("");
      }
      const decoded = pieces.filter((piece) => piece !== "").map(read);
      return decoded.every((bytes) => bytes !== undefined) ? concatenate(decoded) : undefined;
    };
    for (const span of spansOf(words, exact, from)) {
      const bytes = decode(span);
      if (bytes === undefined) continue;
      const isNumber = codes[0] === "hex" || codes[0] === "decimal-number";
      const isNegative = isNumber && /(?<![\w-])-(?:0x)?$/.test(text.slice(0, span[0]?.from).slice(-4));
      const run = runOf(text, codes, span, bytes);
      yield { ...run, isWhole: run.isWhole && !isNegative };
      if (isNegative && bytes.length <= length) {
        const complement = bigIntToBytes((1n << BigInt(8 * length)) - bytesToBigInt(bytes));
        yield runOf(text, [...codes, "negative-number"], span, complement);
      }
    }
  }
}

function wordsIn(text: string, pattern: RegExp): Word[] {
  const words = Array.from(text.matchAll(pattern), ({ 0: found, index }) => {
    const digits = found.replace(/=+$/, "");
    return { text: digits, from: index, to: index + found.length, isEnd: digits.length < found.length };
  });
  return words.filter((word) => /[a-z\d]/i.test(word.text)); // a + alone joins the lines of a program
}

/** Consecutive words that can be a block, those of the fewest words first; then long words, alone and together, and most of the text. */
function* spansOf(words: readonly Word[], exact: readonly number[], text: string): Generator<readonly Word[]> {
  const groups = groupsOf(words, text);
  const blocks = words.filter(({ text: { length } }) => exact.includes(length));
  if (blocks.length > 1) yield blocks;
  const spans = groups.flatMap((group) => exact.flatMap((count) => [...countedSpans(group, count)]));
  yield* spans.sort((a, b) => a.length - b.length).slice(0, mostSpans);
  const all = groups.filter((group) => group.length > 1 && lengthOf(group) > text.length / 2);
  const long = [...all, ...groups.flatMap((group) => longSpans(group))];
  yield* long.sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, mostSpans);
  // A word can have others directly before or after it.
  const [count = 0] = exact;
  for (const word of words.filter(({ text: { length } }) => length > count).slice(0, mostSpans)) {
    const extra = word.text.length - count;
    yield [{ ...word, text: word.text.slice(extra), from: word.from + extra, isPart: true }];
    yield [{ ...word, text: word.text.slice(0, count), to: word.from + count, isPart: true }];
  }
}

/** Words without other letters or digits between them, and without two lists' brackets. */
function groupsOf(words: readonly Word[], text: string): Word[][] {
  const groups: Word[][] = [];
  for (const word of words) {
    const before = groups.at(-1)?.at(-1);
    const between = before && text.slice(before.to, word.from);
    if (between !== undefined && between.length <= mostBetween && !/[\p{L}\d]|[)\]}>]\s*=?\s*[[({<]/u.test(between))
      groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  return groups;
}

/** Consecutive words of this many characters together, without padding inside. */
function* countedSpans(words: readonly Word[], count: number): Generator<readonly Word[]> {
  let sum = 0;
  for (let start = 0, end = 0; end < words.length; end++) {
    const { text, isEnd } = words[end] as Word;
    sum += text.length;
    while (sum > count) sum -= (words[start++] as Word).text.length;
    const first = words[start] as Word;
    // Of more words of the same length, or of digits, these are any.
    const isNext = ({ text: next }: Word) => next.length === first.text.length || hex.test(next + first.text);
    const isPart = end > start && [words[start - 1], words[end + 1]].some((word) => word !== undefined && isNext(word));
    if (sum === count) yield [{ ...first, isPart }, ...words.slice(start + 1, end + 1)];
    if (isEnd) [start, sum] = [end + 1, 0];
  }
}

/** Consecutive long words up to padding, or to the last; with the short word after them, too, as in the lines of Base64. */
function longSpans(words: readonly Word[]): (readonly Word[])[] {
  const spans: (readonly Word[])[] = [];
  for (let start = 0, end = 0; end < words.length; end++) {
    if (isShort(words[end])) start = end + 1;
    else if (words[end]?.isEnd || isShort(words[end + 1])) {
      spans.push(words.slice(start, end + 1));
      if (end + 1 < words.length) spans.push(words.slice(start, end + 2));
    }
  }
  return spans;
}

/** Whether there is no word, or one too short to be data. */
function isShort(word: Word | undefined): boolean {
  return (word?.text.length ?? 0) < leastData;
}

function lengthOf(words: readonly Word[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}

/** Bytes in hexadecimal digits. In Base64, so many characters are never all such. */
const hexOnly = /^(?:(?:[\da-f]{2}){16,}|(?:[\dA-F]{2}){16,})$/;

/**
 * Whether bytes are a text, which words of digits can have with the bytes of each word in reverse order. Of a block, that is tried, but
 * of a text nothing shows it.
 */
function isTextInWords(bytes: Uint8Array, wordLength: number): boolean {
  const plain = (all: Uint8Array) => all.filter((byte) => byte > 0 && byte < 0xfe); // of UTF-16, too
  const given = plain(bytes);
  if (textOf(given) !== undefined) return isReadable(given);
  return textOf(plain(withSwappedWords(bytes, wordLength))) !== undefined;
}

function runOf(text: string, codes: readonly FindingCode[], span: readonly Word[], bytes: Uint8Array): Run {
  const [from, to] = [span[0]?.from ?? 0, span.at(-1)?.to ?? 0];
  const outside = (text.slice(0, from).replace(/0x$/i, "") + text.slice(to)).trim().length;
  const separators = new Set(
    span.slice(1).map((word, i) => text.slice(span[i]?.to, word.from).replaceAll(/\s|0x|\\x/gi, "")),
  );
  separators.delete("");
  const start = utf8(text.slice(0, from)).length;
  const end = start + utf8(text.slice(from, to)).length;
  const lengths = new Set(span.slice(1, -1).map((word) => word.text.length));
  const isShort = span.length <= mostWords || codes[0] === "hex";
  const isUniform = isShort && separators.size <= 1 && lengths.size <= 1 && span[0]?.isPart !== true;
  const wordLength = Math.ceil((span[0]?.text.length ?? 0) / 2);
  const isOrdered = codes[0] !== "hex" || wordLength === 1 || !isTextInWords(bytes, wordLength);
  const isHex =
    codes[0] !== "hex" &&
    codes[0] !== "byte-list" &&
    hexOnly.test(span.map((word) => word.text.replaceAll(/0x| /gi, "")).join(""));
  const isWhole = isUniform && isOrdered && !isHex && outside < mostOutside + (to - from) / 8;
  return { codes, bytes, from: start, to: end, isAll: outside === 0, isWhole };
}

/** Lists of bytes as languages print them: with signs, types or names, also `{"0":154,…}`. */
function* listsIn(text: string): Generator<Run> {
  const bare = text.replaceAll(
    /\(s?byte\)|\.tou?byte\(\)|(?<=\d|0x[\da-f]{1,2})(?:u8|uy|[ynuUL])\b|(?<=\b[\da-f]{2})h\b|0x|\\x|&h/gi,
    (name) => " ".repeat(name.length),
  );
  for (const [code, pattern, radix] of [
    ["byte-list", /(?<![\w.])-?\d{1,5}(?![\w.])/g, 10],
    ["hex", /(?<![\da-z])[\da-f]{1,2}(?![\da-z])/gi, 16],
  ] as const) {
    const groups = groupsOf(wordsIn(bare, pattern), bare).sort((a, b) => b.length - a.length);
    for (const group of groups.slice(0, mostSpans)) {
      const all = group.map((word) => Number.parseInt(word.text, radix));
      const isIndexed = all.length > 2 && all.every((value, i) => i % 2 === 1 || value === i / 2);
      const values = isIndexed ? all.filter((_, i) => i % 2 === 1) : all;
      if (values.length < leastItems || values.some((value) => value < -128 || value > 255)) continue;
      const run = runOf(text, [code], group, Uint8Array.from(values));
      // Names and types around numbers are usual.
      yield {
        ...run,
        isAll: run.isAll || code === "byte-list",
        isWhole: code === "byte-list" ? values.some((value) => value > 99) : run.isWhole,
      };
    }
  }
}
