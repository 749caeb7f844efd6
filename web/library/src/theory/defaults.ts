/** The defaults of `generateKey`, as crates/rsa/src/defaults.rs has and explains them; a test compares the two. */
import type { Variant } from "../variants.js";

/** r where it is not given. */
export function defaultPrimes(variant: Variant, modulusLength: number): number {
  if (variant === "multi-power") return modulusLength < 640 ? 3 : 4;
  if (variant !== "multi-prime" && variant !== "r-prime") return 2;
  return modulusLength < 4096 ? 3 : modulusLength < 8192 ? 4 : 5;
}

/** w where it is not given: no longer than a prime. */
export function defaultCrtExponentLength(variant: Variant, modulusLength: number, primes: number): number {
  const half = Math.ceil(modulusLength / 2);
  const e = variant === "scheme-a" ? half + 56 : variant === "scheme-b" ? half : modulusLength;
  const reached = primes === 2 ? Math.trunc(0.52 * modulusLength - Math.sqrt((modulusLength * e) / 7)) : 0;
  const wanted = 32 * Math.ceil(Math.max(220, reached + 1) / 32);
  const isScheme = variant === "scheme-a" || variant === "scheme-b";
  return Math.min(wanted, Math.floor((isScheme ? modulusLength - 1 : modulusLength) / primes));
}
