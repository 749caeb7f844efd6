import { describe, invalid, RsaError } from "./errors.js";
import { tagOf } from "./platform/tags.js";

const hexOfByte: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Conversions of ECMAScript 2026, several times as fast as loops. Not every runtime has them yet. */
interface HexConversions {
  fromHex?(hex: string): Uint8Array<ArrayBuffer>;
  readonly prototype: { toHex?(this: Uint8Array): string };
}
const native = Uint8Array as unknown as HexConversions;

/** The length of a natural number in bits; that of 0 is 0. */
export function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

/** Reads big-endian bytes as a number; an empty array is 0. */
export function bytesToBigInt(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytesToHex(bytes)}`);
}

/** Writes bytes as hexadecimal digits. */
export function bytesToHex(bytes: Uint8Array): string {
  if (native.prototype.toHex !== undefined) return native.prototype.toHex.call(bytes);
  let hex = "";
  for (const byte of bytes) hex += hexOfByte[byte];
  return hex;
}

/** Writes a number as as few big-endian bytes as possible (0 is one byte). */
export function bigIntToBytes(value: bigint): Uint8Array<ArrayBuffer> {
  const digits = value.toString(16);
  const hex = digits.length % 2 === 0 ? digits : `0${digits}`;
  if (native.fromHex !== undefined) return native.fromHex(hex);
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** Checks a number from the caller and writes it as bytes; `name` is its name in error messages. */
export function naturalToBytes(name: string, value: bigint, index?: number): Uint8Array<ArrayBuffer> {
  if (typeof value !== "bigint") throw invalid(name, `must be a bigint, got ${describe(value)}`, index);
  if (value < 0n) throw invalid(name, `must not be negative, got ${value}`, index);
  return bigIntToBytes(value);
}

/**
 * Bytes as Web APIs accept them: an `ArrayBuffer`, or a view of one such as a `Uint8Array` or Node's `Buffer`. For a text, pass
 * `new TextEncoder().encode(text)`.
 */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** Whether a value is `Bytes`, from any realm: a `Uint8Array` of another frame is not an instance of this frame's class. */
export function isBytes(value: unknown): value is Bytes {
  return ArrayBuffer.isView(value) || tagOf(value) === "ArrayBuffer";
}

/** Whether a value is a `Uint8Array`, from any realm: in jsdom, `TextEncoder` returns those of Node. */
export function isUint8Array(value: unknown): value is Uint8Array {
  return tagOf(value) === "Uint8Array";
}

/** Describes a value that is not bytes, for error messages; a text with the call that makes bytes of it. */
export function describeNoBytes(value: unknown): string {
  const help = typeof value === "string" ? "; for a text, pass new TextEncoder().encode(text)" : "";
  return `${describe(value)}${help}`;
}

/**
 * Views the caller's bytes without a copy, always as a plain `Uint8Array`: Node's `Buffer` overrides methods. `name` is their name in
 * error messages.
 *
 * @throws RsaError `invalid-params` for other values, and for bytes that were transferred or cut off, which would count as an empty
 * message
 */
export function toBytes(name: string, value: Bytes, index?: number): Uint8Array {
  if (!isBytes(value)) {
    throw invalid(
      name,
      `must be an ArrayBuffer or a view of one, such as a Uint8Array, got ${describeNoBytes(value)}`,
      index,
    );
  }
  const bytes = viewOf(value);
  if (bytes !== undefined) return bytes;
  throw invalid(name, "is empty: its buffer was transferred (is detached) or resized", index);
}

/** Views the caller's list; `name` is its name in error messages. */
export function toByteList(name: string, list: readonly Bytes[]): Uint8Array[] {
  if (!Array.isArray(list)) throw invalid(name, `must be an array, got ${describe(list)}`);
  // Not `map`, which leaves out missing items.
  return Array.from(list as readonly Bytes[], (item, index) => toBytes(name, item, index));
}

/** A view of bytes; undefined if their buffer is detached, or was resized so that they lie outside of it. */
function viewOf(value: Bytes): Uint8Array | undefined {
  try {
    if (!ArrayBuffer.isView(value)) return new Uint8Array(value);
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength); // throws if detached
    // A typed array outside of its buffer only looks empty at its start; its methods throw.
    if (bytes.length === 0 && "keys" in value) (value as Uint8Array).keys();
    return bytes;
  } catch {
    return undefined;
  }
}

/**
 * Returns a private copy. (`slice` of Node's Buffer does not copy, and sending a view to a worker sends the whole underlying
 * buffer.)
 */
export function copyBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/** The bytes of ASCII text. Unlike `TextEncoder`, which Jest's jsdom lacks, this may run when a module is imported. */
export function asciiBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The bytes of all pieces, one after the other. */
export function concatenate(pieces: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Concatenates blocks of at most `length` bytes, each padded with leading zeros to `length`. */
export function joinBlocks(blocks: readonly Bytes[], length: number): Uint8Array<ArrayBuffer> {
  if (!Array.isArray(blocks)) throw invalid("blocks", `must be an array, got ${describe(blocks)}`);
  const joined = new Uint8Array(blocks.length * length);
  for (const [index, value] of blocks.entries()) {
    const block = toBytes("blocks", value, index);
    if (block.length > length) {
      const problem = `has ${block.length} bytes, but the modulus has ${length}; a block must not be longer`;
      throw new RsaError("invalid-length", `blocks[${index}] ${problem}`, { parameter: "blocks", index, problem });
    }
    joined.set(block, (index + 1) * length - block.length);
  }
  return joined;
}

/** Cuts bytes into blocks of `length` bytes. */
export function splitBlocks(joined: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: joined.length / length }, (_, i) =>
    copyBytes(joined.subarray(i * length, (i + 1) * length)),
  );
}
