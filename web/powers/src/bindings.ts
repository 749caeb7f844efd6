/**
 * The generated bindings of the WebAssembly module as this package uses them. Integers are big-endian bytes; several are joined,
 * each as long as the others. A test compiles this interface against the generated declarations.
 */
import type { ModuleBindings } from "../../library/src/instantiate.js";

type Joined = Uint8Array<ArrayBuffer>;

/** A prepared modulus with elements in numbered slots. */
export interface BindingsModulus {
  set(slot: number, bytes: Uint8Array): void;
  get(slot: number): Joined;
  /** The element in the engine's own form. Its slot is overwritten. */
  take(slot: number): Joined;
  /** Puts back what `take` returned. */
  restore(slot: number, bytes: Uint8Array): void;
  clear(slot: number): void;
  add(to: number, a: number, b: number): void;
  subtract(to: number, a: number, b: number): void;
  negate(to: number, a: number): void;
  multiply(to: number, a: number, b: number): void;
  /** `a^(2^count)` */
  square(to: number, a: number, count: number): void;
  /** False if there is no inverse. */
  invert(to: number, a: number): boolean;
  equal(a: number, b: number): boolean;
  /** Without `exponentBits`, exponents are public. */
  powMany(
    bases: Uint8Array,
    baseLength: number,
    exponents: Uint8Array,
    exponentLength: number,
    exponentBits: number | undefined,
  ): Joined;
  fixedBase(base: Uint8Array, exponentBits: number, memory: number): BindingsFixedBase;
  productPow(bases: Uint8Array, baseLength: number, exponents: Uint8Array, exponentLength: number): Joined;
  isInSubgroup(x: Uint8Array, order: Uint8Array): boolean;
  jacobi(x: Uint8Array): number;
  free(): void;
}

/** A table for powers of one base. */
export interface BindingsFixedBase {
  readonly memoryBytes: number;
  powMany(exponents: Uint8Array): Joined;
  free(): void;
}

/** Returns false to cancel. */
export type BindingsSearchProgress = (tested: number, expected: number) => boolean;

export interface PowersBindings extends ModuleBindings {
  Modulus: new (modulus: Uint8Array) => BindingsModulus;
  isPrime(number: Uint8Array, rounds: number): boolean;
  isSafePrime(number: Uint8Array): boolean;
  /** Empty numbers are no conditions. Undefined if `onProgress` cancels. */
  generatePrime(
    bits: number,
    safe: boolean,
    hasTopBits: boolean,
    remainder: Uint8Array,
    modulus: Uint8Array,
    coprimeTo: Uint8Array,
    onProgress: BindingsSearchProgress | undefined,
  ): Joined | undefined;
  /** Undefined if they share a factor. */
  invert(value: Uint8Array, modulus: Uint8Array): Joined | undefined;
  crt(remainders: Uint8Array, moduli: Uint8Array, length: number): Joined;
}
