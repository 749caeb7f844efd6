// Converts between numbers and bytes, and draws random numbers.
import { randomBytes } from "node:crypto";

/** The number of big-endian bytes. */
export function toNumber(bytes) {
  return BigInt(`0x0${Buffer.from(bytes).toString("hex")}`);
}

/** A number as big-endian bytes. */
export function toBytes(number, length) {
  return Buffer.from(number.toString(16).padStart(2 * length, "0"), "hex");
}

/** A uniform number from `low` to below `high`, by rejection. */
export function randomBetween(low, high) {
  const bits = (high - low).toString(2).length;
  for (;;) {
    const number = low + BigInt.asUintN(bits, toNumber(randomBytes(Math.ceil(bits / 8))));
    if (number < high) return number;
  }
}
