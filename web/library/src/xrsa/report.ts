/** A step of a computation on the device, first of the private operation, then of key generation. */
export type Step =
  /** R² mod p, which crosses into the Montgomery domain (Algorithm 2). */
  | "r-squared"
  /** m mod p from the pieces of m (equation 2). */
  | "reduction"
  /** m^{d_p} mod p (Algorithm 3). */
  | "exponentiation"
  /** h = q_inv·(S_p − S_q) mod p (Algorithm 1, step 3). */
  | "recombination"
  /** S_q + h·q from products of half the length (Table II), less N where it is not below N (equation 3). */
  | "product"
  /** Miller–Rabin. */
  | "primality"
  /** d mod (p − 1). */
  | "crt-exponents"
  /** q_inv and its like. */
  | "crt-coefficients"
  /** N from products of half the length. */
  | "public-modulus";

/** What a computation did, by kind of operation of the unit. */
export interface Counts {
  /** Montgomery multiplications ⊗. */
  readonly multiplications: number;
  /** Modular additions ⊕. */
  readonly additions: number;
  /** Modular subtractions ⊖. */
  readonly subtractions: number;
  /** Numbers brought from the controller into the unit. */
  readonly loads: number;
  /** Numbers brought from the unit to the controller. */
  readonly fetches: number;
  /** Bytes that loads and fetches moved. */
  readonly bytes: number;
}

/** A stretch of a computation: one step for one prime. */
export interface Section extends Counts {
  readonly step: Step;
  /** Which prime, as an index into the key's `primes`: 0 is p, 1 is q, 2 is r_3; absent where it is none's. */
  readonly prime?: number;
}

/** What a computation on the device takes. It depends on sizes alone, not on the key or the message. */
export interface Report {
  /** k: bits of the device's multiplier. */
  readonly multiplierLength: number;
  /** ℓ: bits of the operands, which is the longest prime's length in whole words of 32 bits; R = 2^ℓ. */
  readonly operandLength: number;
  /** In the order of the computation. */
  readonly sections: readonly Section[];
  /** The sections together. */
  readonly total: Counts;
  /** The most bytes of the unit's RAM that were in use at once. */
  readonly unitRam: number;
  /** The most bytes of the controller's RAM that were in use at once. */
  readonly controllerRam: number;
}
