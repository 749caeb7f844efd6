/** The defaults of `generateKey`, as crates/rsa/src/defaults.rs has and explains them; a test compares the two. */
import type { Variant } from "../variants.js";

/** r where it is not given. */
export function defaultPrimes(variant: Variant, modulusLength: number): number {
  if (variant === "multi-power") return modulusLength < 640 ? 3 : 4;
  if (variant !== "multi-prime" && variant !== "r-prime") return 2;
  return modulusLength < 4096 ? 3 : modulusLength < 8192 ? 4 : 5;
}

/** e where it is not given, of the variants that choose it. */
export function defaultPublicExponent(variant: Variant, modulusLength: number): bigint {
  const length = variant === "tunable" ? 32 * Math.floor(Math.max(0, Math.floor(modulusLength / 4) - 112) / 32) : 0;
  return (1n << BigInt(Math.max(17, length) - 1)) + 1n;
}

/** w where it is not given: no longer than a prime. */
export function defaultCrtExponentLength(
  variant: Variant,
  modulusLength: number,
  primes: number,
  publicExponent: bigint,
): number {
  const half = Math.ceil(modulusLength / 2);
  const chosen = publicExponent.toString(2).length;
  const lengths: Partial<Record<Variant, number>> = { "scheme-a": half + 56, "scheme-b": half, tunable: chosen };
  const e = lengths[variant] ?? modulusLength;
  const reached = primes === 2 ? Math.trunc(0.52 * modulusLength - Math.sqrt((modulusLength * e) / 7)) : 0;
  const shortest = variant === "tunable" ? half + 16 - chosen : 0;
  const wanted = Math.max(shortest, 32 * Math.ceil(Math.max(220, reached + 1) / 32));
  const isScheme = variant === "scheme-a" || variant === "scheme-b";
  return Math.min(wanted, Math.floor((isScheme ? modulusLength - 1 : modulusLength) / primes));
}
