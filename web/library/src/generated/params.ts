// Written by `cargo run -p xtask` from crates/rsa/src/params/parameter.rs.

import type { Variant } from "../variants.js";

/** All parameters of keys. `variantFacts` lists those of each variant. */
export interface KeyParamValues {
  /**
   * The variant, which decides how the key is made and used.
   */
  readonly variant: Variant;
  /**
   * n: the exact length of the modulus in bits, 128 to 16384.
   */
  readonly modulusLength: number;
  /**
   * r: the number of prime factors of the modulus, counted with multiplicity, each of at least 64 bits.
   *
   * - `multi-prime`: 2 to 8. Default: 3, from 4096 bits 4, from 8192 bits 5, as many as OpenSSL allows.
   * - `r-prime`: 3 to 8. Default as for `multi-prime`.
   * - `multi-power`: 3 to 8. Default 4, below 640 bits 3.
   * - `batch`: 2 to 8. Default 2.
   */
  readonly primes?: number;
  /**
   * s: the exponent of q in `N = p^(r − s)·q^s`, less than r/2 and coprime to r. For `multi-power`. Default 1.
   */
  readonly multiplicity?: number;
  /**
   * w: the length in bits of each CRT exponent (the private exponent modulo p − 1).
   *
   * - `rebalanced`, `r-prime`: 16 to n/r.
   * - `scheme-a`, `scheme-b`: from a little more (25 and 16 at n 1024), because too few keys exist below it, to less than n/2.
   * - `tunable`: 16 to n/2; w and e together have at least n/2 + 16 bits.
   *
   * Default: the least multiple of 32 that no known attack makes weaker than 110 bits. At 2048 bits that is 320 for
   * `rebalanced`, 224 for `r-prime`, 512 for `scheme-a`, 544 for `scheme-b`, and 736 for `tunable` with its default e.
   */
  readonly crtExponentLength?: number;
  /**
   * e: odd, at least 3.
   *
   * - `original`, `crt`, `multi-prime`, `multi-power`, `unbalanced`: at most 256 bits, and at most n/2. Default 65537.
   * - `tunable`: at most n/2 bits. Default: a power of two plus 1, of somewhat less than n/4 bits (384 at 2048).
   */
  readonly publicExponent?: bigint;
  /**
   * b: the number of ciphertexts that one private operation decrypts, 2 to 8. For `batch`. Default 4.
   */
  readonly batchSize?: number;
  /**
   * |p|: the length of the short prime in bits: at least 64, at least n − 8192, and less than n/2. For `unbalanced`. Messages
   * have at most |p| − 1 bits, so encrypting files with the npm package needs a |p| of at least 785. Default: within these
   * limits, the least multiple of 32 for which the elliptic curve method needs 2^110 operations, such as 640 at 2048 bits.
   */
  readonly primeLength?: number;
}

export const paramFacts = {
  modulusLength: {
    letter: "n",
    label: "modulus",
    unit: "bits",
    about: "Length of the modulus N",
  },
  primes: {
    letter: "r",
    label: "primes",
    about: "Number of prime factors of N, counting repeated ones",
  },
  multiplicity: {
    letter: "s",
    label: "times q",
    about: "How often q divides N = p^(r−s)·q^s",
  },
  crtExponentLength: {
    letter: "w",
    label: "CRT exponents",
    unit: "bits",
    about: "Length of each private exponent modulo p − 1",
  },
  batchSize: {
    letter: "b",
    label: "batch",
    about: "Number of ciphertexts that one private operation decrypts",
  },
  primeLength: {
    letter: "|p|",
    label: "short prime",
    unit: "bits",
    about: "Length of the short prime",
  },
  publicExponent: {
    letter: "e",
    label: "public exponent",
    about: "The public exponent",
  },
} as const;
