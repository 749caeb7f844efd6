/** Numbers from the caller: bigints, or unsigned big-endian bytes. */
import { type Bytes, bitLength, bytesToBigInt, isBytes, naturalToBytes, toBytes } from "../../library/src/bytes.js";
import { describe, invalid } from "../../library/src/errors.js";
import { checkWholeNumber } from "../../library/src/options.js";

/** A natural number: a bigint, or unsigned big-endian bytes. */
export type Natural = bigint | Bytes;

/** The longest numbers other than moduli, in bits. */
export const longestNumber = 65_536;

/** Checks a number and writes it as big-endian bytes. Bytes are not copied. */
export function natural(name: string, value: Natural, index?: number, most = longestNumber): Uint8Array {
  if (typeof value !== "bigint" && !isBytes(value)) {
    throw invalid(name, `must be a bigint or big-endian bytes, got ${describe(value)}`, index);
  }
  const bytes = typeof value === "bigint" ? naturalToBytes(name, value, index) : toBytes(name, value, index);
  if (8 * bytes.length > most + 7) {
    const bits = typeof value === "bigint" ? bitLength(value) : 8 * bytes.length;
    throw invalid(name, `must have at most ${most} bits, got ${bits}`, index);
  }
  return bytes;
}

/** Checks that a value is a list. */
export function checkList(name: string, list: unknown): asserts list is readonly unknown[] {
  if (!Array.isArray(list)) throw invalid(name, `must be an array, got ${describe(list)}`);
}

/** Checks the declared length of exponents, in bits. */
export function checkExponentLength(bits: number): void {
  checkWholeNumber("exponentLength", bits);
  if (bits < 1 || bits > longestNumber) {
    throw invalid("exponentLength", `must be from 1 to ${longestNumber} bits, got ${bits}`);
  }
}

/** Numbers joined for the bindings, each as long as the others. */
export interface Joined {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly length: number;
}

/** Joins numbers, each with leading zeros up to the longest, or up to `least` bytes. */
export function join(numbers: readonly Uint8Array[], least = 1): Joined {
  const length = numbers.reduce((most, { length }) => Math.max(most, length), least);
  const bytes = new Uint8Array(numbers.length * length);
  for (const [index, number] of numbers.entries()) bytes.set(number, (index + 1) * length - number.length);
  return { bytes, length };
}

/** Cuts joined numbers of `length` bytes. */
export function split(joined: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: joined.length / length }, (_, index) =>
    joined.subarray(index * length, (index + 1) * length),
  );
}

/**
 * Checks secret exponents and joins them at their declared length. The checks of bytes take the same time for all values; bigints
 * have no leading zeros, so their conversion reveals their length.
 */
export function secretExponents(name: string, exponents: readonly Natural[], bits: number, isList: boolean): Joined {
  const length = Math.ceil(bits / 8);
  const bytes = new Uint8Array(exponents.length * length);
  for (const [at, value] of exponents.entries()) {
    const index = isList ? at : undefined;
    const given = natural(name, value, index);
    const low = given.subarray(Math.max(0, given.length - length));
    const above = given.subarray(0, given.length - low.length).reduce((any, byte) => any | byte, 0);
    const top = low.length === length ? (low[0] ?? 0) >> (bits - 8 * (length - 1)) : 0;
    if ((above | top) !== 0) {
      bytes.fill(0);
      const got = bitLength(bytesToBigInt(given));
      throw invalid(name, `must have at most ${bits} bits (exponentLength), got ${got}`, index);
    }
    bytes.set(low, (at + 1) * length - low.length);
  }
  return { bytes, length };
}
