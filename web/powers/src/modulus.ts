/// <reference lib="esnext.disposable" preserve="true" />
import { bitLength, bytesToBigInt } from "../../library/src/bytes.js";
import { invalid, RsaError } from "../../library/src/errors.js";
import { makeDisposable } from "../../library/src/handle.js";
import { checkOptions, reporting } from "../../library/src/options.js";
import { randomBytes } from "../../library/src/platform/web-crypto.js";
import type { PowersBindings } from "./bindings.js";
import { Element, type ElementHome, type Operand } from "./element.js";
import { FixedBase } from "./fixed-base.js";
import { checkList, join, type Natural, natural, split } from "./numbers.js";
import {
  checkCount,
  checkPairs,
  exponentBits,
  type FixedBaseOptions,
  joinExponents,
  type PowManyOptions,
  type PowOptions,
  type SquareOptions,
  squareNames,
  tableOptions,
} from "./options.js";
import { inParts, stopped } from "./parts.js";
import { type Place, Slots } from "./slots.js";

/** The lengths of moduli, in bits: 3 is the smallest. */
export const modulusLengths = { least: 2, most: 16_384 } as const;

/** How many powers the bindings compute at once; then `onProgress` is called. */
const mostAtOnce = 64;

/** Checks a modulus and returns its bytes without leading zeros, and its length in bits. */
export function checkModulus(modulus: Natural): { readonly bytes: Uint8Array; readonly bits: number } {
  const given = natural("modulus", modulus);
  const bytes = given.subarray(
    Math.max(
      0,
      given.findIndex((byte) => byte !== 0),
    ),
  );
  const bits = bitLength(bytesToBigInt(bytes));
  const { least, most } = modulusLengths;
  if (bits < least || bits > most) throw invalid("modulus", `must have ${least} to ${most} bits, got ${bits}`);
  if ((bytes.at(-1) ?? 0) % 2 === 1) return { bytes, bits };
  const problem = "must be odd, but is even";
  throw new RsaError("invalid-modulus", `modulus ${problem}`, { parameter: "modulus", problem });
}

/**
 * A prepared odd modulus, with powers and elements; make it with `Powers.modulus`.
 *
 * Exponents are secret unless you say otherwise: then the time of a power depends on the lengths of the modulus and of the exponent as
 * you declare it, not on the numbers. Conversions from and to `bigint` are JavaScript's own and reveal how long a number is; pass
 * secret numbers as bytes.
 */
export class Modulus {
  static {
    makeDisposable(Modulus.prototype);
  }

  /** Frees the modulus at the end of a `using` declaration's block. */
  declare readonly [Symbol.dispose]: () => void;
  /** The modulus itself. */
  readonly value: bigint;
  /** Its length in bits. */
  readonly bitLength: number;
  readonly #length: number;
  readonly #slots: Slots;
  readonly #home: ElementHome;
  readonly #toResults: (joined: Uint8Array<ArrayBuffer>) => readonly unknown[];

  /**
   * @param toResults what calls return for joined numbers; by default elements
   * @internal
   */
  constructor(
    bindings: PowersBindings,
    modulus: Natural,
    toResults = (joined: Uint8Array<ArrayBuffer>): readonly unknown[] =>
      split(joined, this.#length).map((bytes) => this.element(bytes)),
  ) {
    const { bytes, bits } = checkModulus(modulus);
    this.value = bytesToBigInt(bytes);
    this.bitLength = bits;
    this.#length = bytes.length;
    this.#slots = new Slots(new bindings.Modulus(bytes), bytes.length);
    const place = (name: string, value: Natural) => this.#placeOf(name, value);
    this.#home = { slots: this.#slots, length: this.#length, place };
    this.#toResults = toResults;
  }

  /**
   * The residue of a number.
   *
   * @param value a bigint, or unsigned big-endian bytes, of at most 65536 bits
   * @throws PowersError `invalid-params`, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * using group = (await load()).modulus(2n ** 127n - 1n);
   * console.log(group.element(new Uint8Array([1, 0])).toBigInt()); // 256n
   * ```
   */
  element(value: Natural): Element {
    return new Element(this.#home, this.#placeOf("value", value));
  }

  /**
   * A uniformly random residue from the platform's generator. It is the residue of a number that is 128 bits longer than the modulus, so
   * that no residue is more probable than another by more than a part of 2¹²⁸.
   *
   * @throws PowersError `no-random-numbers` without `crypto.getRandomValues`; `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * using group = (await load()).modulus(2n ** 127n - 1n);
   * using secret = group.randomElement();
   * console.log(secret.equals(group.randomElement())); // false
   * ```
   */
  randomElement(): Element {
    const bytes = randomBytes(this.#length + 16);
    const element = this.element(bytes);
    bytes.fill(0);
    return element;
  }

  #placeOf(name: string, value: Natural): Place {
    const bytes = natural(name, value);
    return this.#slots.write((modulus, to) => modulus.set(to, bytes)) as Place; // it never refuses
  }

  /** An operand as bytes. */
  #bytesOf(name: string, operand: Operand, index?: number): Uint8Array {
    if (!(operand instanceof Element)) return natural(name, operand, index);
    const place = operand.placeIn(this.#home, name, index);
    return this.#slots.read(place, place, (modulus, x) => modulus.get(x));
  }

  #elements(joined: Uint8Array<ArrayBuffer>): Element[] {
    const results = this.#toResults(joined);
    joined.fill(0);
    return results as Element[];
  }

  /**
   * `base^exponent`. The exponent is secret by default. `x^0` is 1 for every x. If the modulus is a square, as in Paillier's scheme, powers
   * with public exponents take less time.
   *
   * @param base an element, a bigint or bytes; reduced if it is not below the modulus
   * @param exponent a bigint or bytes
   * @param options the greatest length of the exponent, or that it is public; a signal
   * @throws PowersError `invalid-params` for exponents that are longer than declared; `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * using group = (await load()).modulus(2n ** 521n - 1n);
   * const secret = crypto.getRandomValues(new Uint8Array(32));
   * const publicKey = group.pow(3n, secret, { exponentLength: 256 });
   * const square = group.pow(publicKey, 2n, { publicExponent: true });
   * console.log(square.equals(publicKey.square())); // true
   * ```
   */
  pow(base: Operand, exponent: Natural, options: PowOptions = {}): Element {
    const bits = exponentBits(options, this.bitLength, false);
    return reporting(
      { signal: options.signal },
      () => {},
      () => {
        const bases = [this.#bytesOf("base", base)];
        const [power] = this.#powers(bases, joinExponents("exponent", [exponent], bits, false), bits);
        return power as Element; // one for each base
      },
    );
  }

  /**
   * `base^exponent` for many pairs, which fills both lanes of the engine.
   *
   * @param bases one for each exponent
   * @param exponents one for each base
   * @param options as for `pow`; progress
   * @throws PowersError `invalid-params`, with the index of the number at fault; `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * using group = (await load()).modulus(2n ** 521n - 1n);
   * const powers = group.powMany([2n, 3n], [10n, 4n], { exponentLength: 16 });
   * console.log(powers.map((power) => power.toBigInt())); // [ 1024n, 81n ]
   * ```
   */
  powMany(bases: readonly Operand[], exponents: readonly Natural[], options: PowManyOptions = {}): Element[] {
    const bits = exponentBits(options, this.bitLength, true);
    checkList("bases", bases);
    checkList("exponents", exponents);
    checkPairs(bases, exponents);
    const total = bases.length;
    return reporting(
      options,
      (done: number) => ({ done, total }),
      (report) => {
        const joined = joinExponents("exponents", exponents, bits, true);
        const results: Element[] = [];
        const all = bases.map((base, index) => this.#bytesOf("bases", base, index));
        while (results.length < total) {
          const [first, end] = [results.length, results.length + mostAtOnce];
          const { length } = joined;
          const part = { bytes: joined.bytes.subarray(first * length, end * length), length };
          results.push(...this.#powers(all.slice(first, end), part, bits));
          if (report?.(results.length) === false) throw stopped();
        }
        joined.bytes.fill(0);
        return results;
      },
    );
  }

  /** The powers; the exponents are overwritten. */
  #powers(bases: readonly Uint8Array[], exponents: ReturnType<typeof join>, bits: number | undefined): Element[] {
    const joined = join(bases, this.#length);
    try {
      return this.#elements(
        this.#slots.use((modulus) =>
          modulus.powMany(joined.bytes, joined.length, exponents.bytes, exponents.length, bits),
        ),
      );
    } finally {
      joined.bytes.fill(0);
      exponents.bytes.fill(0);
    }
  }

  /**
   * `x^(2^count)`: `count` squarings, one after the other, as for time-lock puzzles and verifiable delay functions.
   *
   * @param x an element, a bigint or bytes
   * @param count how many squarings
   * @param options progress, about 40 times per second; a signal, which is checked after each report
   * @throws PowersError `invalid-params`, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * using group = (await load()).modulus(2n ** 521n - 1n);
   * const onProgress = ({ done, total }: { done: number; total: number }) => console.log(`${done} of ${total}`);
   * console.log(group.squareRepeatedly(3n, 100_000, { onProgress }).equals(1n)); // false
   * ```
   */
  squareRepeatedly(x: Operand, count: number, options: SquareOptions = {}): Element {
    checkOptions(options, squareNames, "{ onProgress }");
    checkCount(count);
    const start = this.element(this.#bytesOf("x", x)).placeIn(this.#home, "x");
    return reporting(
      options,
      (done: number) => ({ done, total: count }),
      (report) => {
        let place = start;
        const square = (steps: number) => {
          const next = this.#slots.compute(place, place, (modulus, to, x) => modulus.square(to, x, steps)) as Place;
          this.#slots.release(place);
          place = next;
        };
        inParts(count, square, report);
        const [power] = this.#elements(this.#slots.read(place, place, (modulus, x) => modulus.get(x)));
        this.#slots.release(place);
        return power as Element; // one for each number
      },
    );
  }

  /**
   * Makes a table for powers of one base with secret exponents. A power then takes a small part of the time of `pow`; the table
   * takes as long as a few of those.
   *
   * @param base an element, a bigint or bytes
   * @param options the greatest length of exponents, and the greatest size of the table
   * @throws PowersError `invalid-params` if the memory is too little for the smallest table; `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * using group = (await load()).modulus(2n ** 521n - 1n);
   * using g = group.fixedBase(3n, { exponentLength: 256, memory: 1 << 18 });
   * console.log(g.pow(4n).toBigInt(), g.memory <= 1 << 18); // 81n true
   * ```
   */
  fixedBase(base: Operand, options: FixedBaseOptions = {}): FixedBase {
    const { exponentLength, memory } = tableOptions(options, this.bitLength);
    const bytes = this.#bytesOf("base", base);
    const table = this.#slots.use((modulus) => modulus.fixedBase(bytes, exponentLength, memory));
    return new FixedBase(table, exponentLength, (joined) => this.#elements(joined));
  }

  /**
   * The product of `base^exponent` for many pairs, as in the verification of a proof: a fraction of the time of the single powers.
   * **The time depends on the exponents**, so use it only for public ones. An empty product is 1.
   *
   * @param bases one for each exponent
   * @param exponents one for each base
   * @throws PowersError `invalid-params`, with the index of the number at fault; `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * using group = (await load()).modulus(2n ** 521n - 1n);
   * console.log(group.productPow([2n, 3n], [10n, 4n]).toBigInt()); // 82944n
   * ```
   */
  productPow(bases: readonly Operand[], exponents: readonly Natural[]): Element {
    checkList("bases", bases);
    checkList("exponents", exponents);
    checkPairs(bases, exponents);
    const joined = join(bases.map((base, index) => this.#bytesOf("bases", base, index)));
    const { bytes, length } = joinExponents("exponents", exponents, undefined, true);
    const [product] = this.#elements(
      this.#slots.use((modulus) => modulus.productPow(joined.bytes, joined.length, bytes, length)),
    );
    return product as Element; // one number
  }

  /**
   * Whether x is in the subgroup whose order divides `order`: `x^order` is 1. Test elements that others send you. In variable time.
   *
   * @param x an element, a bigint or bytes
   * @param order the order of the subgroup
   * @throws PowersError `invalid-params`, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * using group = (await load()).modulus(2n ** 127n - 1n);
   * console.log(group.isInSubgroup(2n, 127n), group.isInSubgroup(3n, 127n)); // true false
   * ```
   */
  isInSubgroup(x: Operand, order: Natural): boolean {
    const [element, exponent] = [this.#bytesOf("x", x), natural("order", order)];
    return this.#slots.use((modulus) => modulus.isInSubgroup(element, exponent));
  }

  /**
   * The Jacobi symbol of x: for a prime modulus 1 if x is a square, −1 if not, and 0 if the modulus divides x. For a composite one,
   * 0 if they have a common factor. In variable time.
   *
   * @param x an element, a bigint or bytes
   * @throws PowersError `invalid-params`, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * using group = (await load()).modulus(2n ** 127n - 1n);
   * console.log(group.jacobi(2n), group.jacobi(3n), group.jacobi(0n)); // 1 -1 0
   * ```
   */
  jacobi(x: Operand): 1 | -1 | 0 {
    const bytes = this.#bytesOf("x", x);
    return this.#slots.use((modulus) => modulus.jacobi(bytes)) as 1 | -1 | 0;
  }

  /**
   * Frees the modulus, and with it all its elements; a second call does nothing. Tables of `fixedBase` stay usable until you free them,
   * but their powers are elements of this modulus.
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const group = (await load()).modulus(2n ** 127n - 1n);
   * group.free();
   * ```
   */
  free(): void {
    this.#slots.free();
  }
}
