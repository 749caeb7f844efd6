/// <reference lib="esnext.disposable" preserve="true" />
import { bytesToBigInt } from "../../library/src/bytes.js";
import { invalid, RsaError } from "../../library/src/errors.js";
import { makeDisposable } from "../../library/src/handle.js";
import type { Natural } from "./numbers.js";
import type { Place, Slots } from "./slots.js";

/** What an element can be combined with: another element of the same modulus, or a number, which is reduced. */
export type Operand = Element | Natural;

/** What elements need from their modulus. */
export interface ElementHome {
  readonly slots: Slots;
  /** The length of the modulus in bytes. */
  readonly length: number;
  /** Puts a number into a slot. */
  place(name: string, value: Natural): Place;
}

/**
 * A residue, which stays in WebAssembly memory in the engine's own form. Make one with `Modulus.element` or with a power.
 *
 * Operations return new elements and leave their operands unchanged. Unless documented, their time does not depend on values. You
 * need not free elements: their memory is limited, and the oldest ones move into JavaScript memory and back when you use them.
 * `free()` and `using` overwrite a secret one early.
 */
export class Element {
  static {
    makeDisposable(Element.prototype);
  }

  /** Overwrites the element at the end of a `using` declaration's block. */
  declare readonly [Symbol.dispose]: () => void;
  readonly #home: ElementHome;
  readonly #place: Place;

  /** @internal */
  constructor(home: ElementHome, place: Place) {
    this.#home = home;
    this.#place = place;
  }

  /**
   * `this + y`
   *
   * @param y an element of the same modulus, or a number
   * @throws PowersError `invalid-params`, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const group = (await load()).modulus(2n ** 127n - 1n);
   * console.log(group.element(2n).add(3n).toBigInt()); // 5n
   * group.free();
   * ```
   */
  add(y: Operand): Element {
    return this.#with(y, (a, b) => this.#home.slots.compute(a, b, (modulus, to, x, y) => modulus.add(to, x, y)));
  }

  /**
   * `this − y`
   *
   * @param y an element of the same modulus, or a number
   * @throws PowersError `invalid-params`, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const group = (await load()).modulus(101n ** 11n);
   * console.log(group.element(2n).subtract(3n).toBigInt() === 101n ** 11n - 1n); // true
   * group.free();
   * ```
   */
  subtract(y: Operand): Element {
    return this.#with(y, (a, b) => this.#home.slots.compute(a, b, (modulus, to, x, y) => modulus.subtract(to, x, y)));
  }

  /**
   * `this·y`
   *
   * @param y an element of the same modulus, or a number
   * @throws PowersError `invalid-params`, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const group = (await load()).modulus(2n ** 127n - 1n);
   * console.log(group.element(2n ** 126n).multiply(4n).toBigInt()); // 2n
   * group.free();
   * ```
   */
  multiply(y: Operand): Element {
    return this.#with(y, (a, b) => this.#home.slots.compute(a, b, (modulus, to, x, y) => modulus.multiply(to, x, y)));
  }

  /**
   * `this²`, which takes less time than a product.
   *
   * @throws PowersError `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const group = (await load()).modulus(2n ** 127n - 1n);
   * console.log(group.element(12n).square().toBigInt()); // 144n
   * group.free();
   * ```
   */
  square(): Element {
    return this.#new(this.#home.slots.compute(this.#place, this.#place, (modulus, to, x) => modulus.square(to, x, 1)));
  }

  /**
   * `−this`
   *
   * @throws PowersError `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const group = (await load()).modulus(2n ** 127n - 1n);
   * console.log(group.element(2n).negate().add(2n).toBigInt()); // 0n
   * group.free();
   * ```
   */
  negate(): Element {
    return this.#new(this.#home.slots.compute(this.#place, this.#place, (modulus, to, x) => modulus.negate(to, x)));
  }

  /**
   * The inverse: `this·this.invert()` is 1. **Its time depends on the value.** To invert a secret element, invert its product with a
   * random element and multiply the result by that element.
   *
   * @throws PowersError `not-invertible` if the element shares a factor with the modulus; `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const group = (await load()).modulus(2n ** 127n - 1n);
   * console.log(group.element(3n).invert().multiply(3n).toBigInt()); // 1n
   * group.free();
   * ```
   */
  invert(): Element {
    const place = this.#home.slots.compute(this.#place, this.#place, (modulus, to, x) => modulus.invert(to, x));
    if (place !== undefined) return new Element(this.#home, place);
    throw new RsaError("not-invertible", "the element has no inverse: it shares a factor with the modulus");
  }

  /**
   * Whether both are the same residue. The time does not depend on where they differ.
   *
   * @param y an element of the same modulus, or a number
   * @throws PowersError `invalid-params`, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const group = (await load()).modulus(2n ** 127n - 1n);
   * console.log(group.element(2n ** 127n).equals(1n)); // true
   * group.free();
   * ```
   */
  equals(y: Operand): boolean {
    return this.#with(y, (a, b) => this.#home.slots.read(a, b, (modulus, x, y) => modulus.equal(x, y)), "result");
  }

  /**
   * The value as unsigned big-endian bytes, as long as the modulus.
   *
   * @throws PowersError `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const group = (await load()).modulus(2n ** 127n - 1n);
   * console.log(group.element(258n).toBytes().slice(-2).join(" ")); // 1 2
   * group.free();
   * ```
   */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#home.slots.read(this.#place, this.#place, (modulus, x) => modulus.get(x));
  }

  /**
   * The value. JavaScript's own arithmetic with bigints does not run in constant time.
   *
   * @throws PowersError `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const group = (await load()).modulus(2n ** 127n - 1n);
   * console.log(group.element(2n ** 128n).toBigInt()); // 2n
   * group.free();
   * ```
   */
  toBigInt(): bigint {
    const bytes = this.toBytes();
    const value = bytesToBigInt(bytes);
    bytes.fill(0);
    return value;
  }

  /**
   * Overwrites the element. Later calls throw `use-after-free`; a second call does nothing.
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const group = (await load()).modulus(2n ** 127n - 1n);
   * const secret = group.element(42n);
   * secret.free();
   * group.free();
   * ```
   */
  free(): void {
    this.#home.slots.release(this.#place);
  }

  /**
   * The place of an element of this modulus.
   * @internal
   */
  placeIn(home: ElementHome, name: string, index?: number): Place {
    if (this.#home !== home)
      throw invalid(
        name,
        "is an element of another Modulus: pass its toBytes(), or make all elements with the same object",
        index,
      );
    return this.#place;
  }

  #new(place: Place | undefined): Element {
    if (place === undefined) throw new RsaError("internal", "an operation that always succeeds has failed");
    return new Element(this.#home, place);
  }

  #with(y: Operand, call: (a: Place, b: Place) => Place | undefined): Element;
  #with<R>(y: Operand, call: (a: Place, b: Place) => R, kind: "result"): R;
  #with<R>(y: Operand, call: (a: Place, b: Place) => R, kind?: "result"): R | Element {
    const made = y instanceof Element ? undefined : this.#home.place("y", y);
    try {
      const result = call(this.#place, made ?? (y as Element).placeIn(this.#home, "y"));
      return kind === "result" ? result : this.#new(result as Place | undefined);
    } finally {
      if (made !== undefined) this.#home.slots.release(made);
    }
  }
}
