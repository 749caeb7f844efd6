import { builds, load, PowersError, type PowersErrorCode } from "modular-powers";
import { expect, inject } from "vitest";
import { refusalsOf } from "../refusals.ts";

export { powerModulo as modPow, toBytes } from "../numbers.ts";

/** The build under test: what the project of Vitest provides. */
export const build = inject("build");
export const powers = await load({ build });
export const otherBuilds = builds.filter((name) => name !== build);

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

const refusals = refusalsOf(PowersError);
type Fragments = readonly (string | number | bigint)[];

function expectParameter({ name, parameter }: PowersError, expected: string | undefined): void {
  expect([name, parameter]).toEqual(["PowersError", expected]);
}

/** Expects a PowersError with the code and the parameter, whose message contains each of the fragments (a limit, a value). */
export function expectRefused(
  call: () => unknown,
  code: PowersErrorCode,
  parameter: string | undefined,
  ...fragments: Fragments
): void {
  expectParameter(refusals.expectRefused(call, code, ...fragments), parameter);
}

/** Like `expectRefused`, for a promise. */
export async function expectRejected(
  promise: Promise<unknown>,
  code: PowersErrorCode,
  parameter: string | undefined,
  ...fragments: Fragments
): Promise<void> {
  expectParameter(await refusals.expectRejected(promise, code, ...fragments), parameter);
}
