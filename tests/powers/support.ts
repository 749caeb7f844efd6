import { builds, load, PowersError, type PowersErrorCode } from "modular-powers";
import { expect, inject } from "vitest";

/** The build under test: what the project of Vitest provides. */
export const build = inject("build");
export const powers = await load({ build });
export const otherBuilds = builds.filter((name) => name !== build);

export function modPow(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n % modulus, base % modulus];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest % 2n === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** A random number of at most `bits` bits, which follows from the seed of the tests. */
export function randomNumber(bits: number): bigint {
  let number = 0n;
  for (let at = 0; at < bits; at += 32) number = (number << 32n) | BigInt(Math.floor(Math.random() * 2 ** 32));
  return number & ((1n << BigInt(bits)) - 1n);
}

/** An odd number of exactly this length. */
export function oddModulus(bits: number, random: (bits: number) => bigint): bigint {
  return random(bits) | (1n << BigInt(bits - 1)) | 1n;
}

export function toBytes(value: bigint, length: number): Uint8Array<ArrayBuffer> {
  const digits = value.toString(16).padStart(2 * length, "0");
  return Uint8Array.from({ length }, (_, index) => Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16));
}

/** Expects a PowersError with the code and the parameter, whose message contains each of the fragments (a limit, a value). */
export function expectRefused(
  call: () => unknown,
  code: PowersErrorCode,
  parameter: string | undefined,
  ...fragments: (string | number | bigint)[]
): void {
  let thrown: unknown;
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  expectError(thrown, code, parameter, ...fragments);
}

/** Like `expectRefused`, for a promise. */
export async function expectRejected(
  promise: Promise<unknown>,
  code: PowersErrorCode,
  parameter: string | undefined,
  ...fragments: (string | number | bigint)[]
): Promise<void> {
  const thrown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expectError(thrown, code, parameter, ...fragments);
}

function expectError(
  thrown: unknown,
  code: PowersErrorCode,
  parameter: string | undefined,
  ...fragments: (string | number | bigint)[]
): void {
  expect(thrown).toBeInstanceOf(PowersError);
  const error = thrown as PowersError;
  expect(error.name).toBe("PowersError");
  expect({ code: error.code, parameter: error.parameter, message: error.message }).toEqual({
    code,
    parameter,
    message: error.message,
  });
  for (const fragment of fragments) expect(error.message).toContain(String(fragment));
}
