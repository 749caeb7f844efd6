import { bytesToBigInt } from "../bytes.js";

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

/**
 * Which form a number has: `integer` a itself, `montgomery` a·R, and `r-squared` the number R² that takes one into the
 * other.
 */
export type Domain = "integer" | "montgomery" | "r-squared";

/** A number that an operation of the unit takes or gives. */
export interface TracedNumber {
  /** What the paper calls it: `t`, `R²`, `q`, `m₁`. */
  readonly name: string;
  readonly domain: Domain;
  /** Its place in the unit's RAM; absent for a number of the controller's. */
  readonly slot?: number;
  /** Present where the values were asked for. */
  readonly value?: bigint;
}

/** One operation of the unit. */
export interface TracedOperation {
  /** The section it belongs to, as an index into the report's. */
  readonly section: number;
  readonly operation: "load" | "fetch" | "add" | "subtract" | "multiply";
  readonly operands: readonly TracedNumber[];
  readonly modulus?: TracedNumber;
  readonly result: TracedNumber;
}

/** As it crosses. */
export type GlueTracedNumber = Omit<TracedNumber, "value"> & { value?: Uint8Array };

/** As it crosses. */
export interface GlueTracedOperation extends Pick<TracedOperation, "section" | "operation"> {
  operands: GlueTracedNumber[];
  modulus?: GlueTracedNumber;
  result: GlueTracedNumber;
}

/** The operations as this package gives them. */
export function fromGlueTrace(trace: readonly GlueTracedOperation[]): TracedOperation[] {
  return trace.map(({ section, operation, operands, modulus, result }) => ({
    section,
    operation,
    operands: operands.map(fromGlueNumber),
    ...(modulus === undefined ? {} : { modulus: fromGlueNumber(modulus) }),
    result: fromGlueNumber(result),
  }));
}

function fromGlueNumber({ value, ...number }: GlueTracedNumber): TracedNumber {
  return value === undefined ? number : { ...number, value: bytesToBigInt(value) };
}
