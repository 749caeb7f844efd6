import { bytesToBigInt } from "../bytes.js";

/** A step of a computation on the device: first those of the private operation, then those of key generation. */
export type Step =
  /** R² mod p, which converts numbers into the Montgomery domain (Algorithm 2). */
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
  /** q_inv and the other coefficients. */
  | "crt-coefficients"
  /** N from products of half the length. */
  | "public-modulus";

/** The counts of a computation, by the kind of the unit's operation. */
export interface Counts {
  /** Montgomery multiplications ⊗. */
  readonly multiplications: number;
  /** Modular additions ⊕. */
  readonly additions: number;
  /** Modular subtractions ⊖. */
  readonly subtractions: number;
  /** Numbers moved from the controller to the unit. */
  readonly loads: number;
  /** Numbers moved from the unit to the controller. */
  readonly fetches: number;
  /** Bytes moved by loads and fetches. */
  readonly bytes: number;
}

/** A section of a computation: one step for one prime. */
export interface Section extends Counts {
  /** What is computed. */
  readonly step: Step;
  /** The prime, as an index into the key's `primes`: 0 is p, 1 is q, 2 is r_3; absent if the step is not for one prime. */
  readonly prime?: number;
}

/** The counts and memory of a computation on the device. They depend only on sizes, not on the key or the message. */
export interface Report {
  /** k: the length of the device's multiplier in bits. */
  readonly multiplierLength: number;
  /** ℓ: the length of the operands in bits, which is that of the longest prime, rounded up to words of 32 bits; R = 2^ℓ. */
  readonly operandLength: number;
  /** The sections, in the order of the computation. */
  readonly sections: readonly Section[];
  /** The sums over all sections. */
  readonly total: Counts;
  /** The peak use of the unit's RAM, in bytes. */
  readonly unitRam: number;
  /** The peak use of the controller's RAM, in bytes. */
  readonly controllerRam: number;
}

/**
 * The form of a number: `integer` is a itself, `montgomery` is a·R, and `r-squared` is the number R², which converts one into the
 * other.
 */
export type Domain = "integer" | "montgomery" | "r-squared";

/** An operand or result of an operation of the unit. */
export interface TracedNumber {
  /** Its name in the paper: `t`, `R²`, `q`, `m₁`. */
  readonly name: string;
  /** The form of the number. */
  readonly domain: Domain;
  /** Its place in the unit's RAM; absent for a number in the controller. */
  readonly slot?: number;
  /** Present if you asked for the values. */
  readonly value?: bigint;
}

/** One operation of the unit. */
export interface TracedOperation {
  /** The section it belongs to, as an index into the report's. */
  readonly section: number;
  /** What the unit does. */
  readonly operation: "load" | "fetch" | "add" | "subtract" | "multiply";
  /** What it reads: one number, or two for arithmetic. */
  readonly operands: readonly TracedNumber[];
  /** The modulus of arithmetic; absent for `load` and `fetch`. */
  readonly modulus?: TracedNumber;
  /** What it writes. */
  readonly result: TracedNumber;
}

/** A traced number as the bindings return it. */
export type BindingsTracedNumber = Omit<TracedNumber, "value"> & { value?: Uint8Array };

/** A traced operation as the bindings return it. */
export interface BindingsTracedOperation extends Pick<TracedOperation, "section" | "operation"> {
  operands: BindingsTracedNumber[];
  modulus?: BindingsTracedNumber;
  result: BindingsTracedNumber;
}

/** Converts the bindings' trace to that of this package. */
export function fromBindingsTrace(trace: readonly BindingsTracedOperation[]): TracedOperation[] {
  return trace.map(({ section, operation, operands, modulus, result }) => ({
    section,
    operation,
    operands: operands.map(fromBindingsNumber),
    ...(modulus === undefined ? {} : { modulus: fromBindingsNumber(modulus) }),
    result: fromBindingsNumber(result),
  }));
}

function fromBindingsNumber({ value, ...number }: BindingsTracedNumber): TracedNumber {
  return value === undefined ? number : { ...number, value: bytesToBigInt(value) };
}
