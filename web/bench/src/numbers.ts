import { type Repeatable, repeatOver } from "@rsa-variants/measure";
import { bytesToBigInt } from "@rsa-variants/measure/tasks/bigint";

/** The value as `length` big-endian bytes. */
export function bigIntToBytes(value: bigint, length: number): Uint8Array<ArrayBuffer> {
  const hex = value.toString(16).padStart(2 * length, "0");
  if (hex.length > 2 * length) throw new RangeError(`${Math.ceil(hex.length / 2)} bytes do not fit into ${length}`);
  return Uint8Array.from({ length }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16));
}

/** A random number of at most `bits` bits, a multiple of eight. */
export function randomBigInt(bits: number): bigint {
  return bytesToBigInt(crypto.getRandomValues(new Uint8Array(bits / 8)));
}

/** Repeats an operation of BigInt, whose answers it has given before. */
export function repeatBigInts(
  values: readonly bigint[],
  answers: readonly bigint[],
  operate: (value: bigint) => bigint,
): Repeatable {
  return repeatOver(values, operate, (answer, place) => {
    if (answer !== answers[place]) throw new Error("a result is wrong: BigInt contradicts itself");
  });
}
