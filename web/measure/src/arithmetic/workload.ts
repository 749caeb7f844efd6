import type { Repeatable } from "../index.ts";
import { bytesToBigInt } from "../tasks/bigint.ts";

/** What programs other than RSA compute with modular powers. */
export type WorkloadName =
  | "power"
  | "ballot"
  | "paillier"
  | "squarings"
  | "product"
  | "safe-prime"
  | "blind-sign"
  | "blind-client"
  | "partially-blind-client";

/** One job, with operands that all contestants share. */
export interface Workload<Contestant extends string = string> {
  readonly name: WorkloadName;
  /** The length of the modulus, or of the prime, in bits. */
  readonly length: number;
  /** Prepares each contestant's work: what a program prepares once is not timed. */
  readonly contestants: Readonly<Record<Contestant, () => Repeatable | Promise<Repeatable>>>;
}

/** A random odd number of exactly that many bits, a multiple of eight. */
export function randomModulus(bits: number): bigint {
  return randomBelowPower(bits) | (1n << BigInt(bits - 1)) | 1n;
}

/** A random number below 2^bits; `bits` is a multiple of eight. */
export function randomBelowPower(bits: number): bigint {
  return bytesToBigInt(crypto.getRandomValues(new Uint8Array(bits / 8)));
}

/** Throws unless a contestant's result is the expected one. */
export function checkResult(found: bigint, expected: bigint | undefined): void {
  if (found !== expected) throw new Error("a result is wrong: it differs from the one computed with BigInt");
}
