import { RsaError } from "./errors.js";

const hexOfByte: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Bits of a natural number; 0 has none. */
export function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

/** Reads big-endian bytes as a number; no bytes are 0. */
export function bytesToBigInt(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  let hex = "0x";
  for (const byte of bytes) hex += hexOfByte[byte];
  return BigInt(hex);
}

/** Writes a number as big-endian bytes of the least length (0 is one byte). */
export function bigIntToBytes(value: bigint): Uint8Array<ArrayBuffer> {
  const digits = value.toString(16);
  const hex = digits.length % 2 === 0 ? digits : `0${digits}`;
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** The bytes of a number from the caller; `name` is said when it is not a bigint or negative. */
export function naturalToBytes(name: string, value: bigint): Uint8Array<ArrayBuffer> {
  if (typeof value !== "bigint") throw new RsaError("invalid-params", `${name} must be a bigint, got ${typeof value}`);
  if (value < 0n) throw new RsaError("invalid-params", `${name} must not be negative, got ${value}`);
  return bigIntToBytes(value);
}

/** Refuses anything but a Uint8Array. */
export function checkBlock(name: string, block: unknown): asserts block is Uint8Array {
  if (!(block instanceof Uint8Array)) {
    throw new RsaError("invalid-params", `${name} must be a Uint8Array, got ${block === null ? "null" : typeof block}`);
  }
}

/**
 * Bytes of one's own: `slice` of Node's Buffer does not copy, and cloning a view to a worker clones the whole buffer
 * under it.
 */
export function copyBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/** Puts blocks, each at most `length` bytes, one behind the other with leading zeros up to `length`. */
export function joinBlocks(blocks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  if (!Array.isArray(blocks)) throw new RsaError("invalid-params", `blocks must be an array, got ${typeof blocks}`);
  const joined = new Uint8Array(blocks.length * length);
  blocks.forEach((block, index) => {
    checkBlock(`blocks[${index}]`, block);
    if (block.length > length) {
      throw new RsaError(
        "invalid-length",
        `blocks[${index}] has ${block.length} bytes, the modulus has ${length}: a block must not be longer`,
      );
    }
    joined.set(block, (index + 1) * length - block.length);
  });
  return joined;
}

/** Cuts bytes into blocks of `length` bytes. */
export function splitBlocks(joined: Uint8Array, length: number): Uint8Array[] {
  return Array.from({ length: joined.length / length }, (_, i) => joined.slice(i * length, (i + 1) * length));
}
