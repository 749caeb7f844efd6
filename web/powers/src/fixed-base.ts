/// <reference lib="esnext.disposable" preserve="true" />
import { Handle, makeDisposable } from "../../library/src/handle.js";
import type { BindingsFixedBase } from "./bindings.js";
import type { Element } from "./element.js";
import { checkList, type Natural, secretExponents } from "./numbers.js";

/**
 * A table for powers of one base with secret exponents; make it with `Modulus.fixedBase`. Each power reads the whole table in the same
 * way, whatever the exponent.
 */
export class FixedBase {
  static {
    makeDisposable(FixedBase.prototype);
  }

  /** Frees the table at the end of a `using` declaration's block. */
  declare readonly [Symbol.dispose]: () => void;
  /** The greatest length of an exponent, in bits. */
  readonly exponentLength: number;
  /** The size of the table in bytes. */
  readonly memory: number;
  readonly #table: Handle<BindingsFixedBase>;
  readonly #toElements: (joined: Uint8Array<ArrayBuffer>) => Element[];

  /** @internal */
  constructor(
    table: BindingsFixedBase,
    exponentLength: number,
    toElements: (joined: Uint8Array<ArrayBuffer>) => Element[],
  ) {
    this.exponentLength = exponentLength;
    this.memory = table.memoryBytes;
    this.#table = new Handle("table", table);
    this.#toElements = toElements;
  }

  /**
   * The power with a secret exponent.
   *
   * @param exponent at most `exponentLength` bits
   * @throws PowersError `invalid-params` for longer exponents; `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const group = (await load()).modulus(2n ** 521n - 1n);
   * using g = group.fixedBase(2n, { exponentLength: 160 });
   * console.log(g.pow(new Uint8Array([1, 0])).equals(2n ** 256n)); // true
   * group.free();
   * ```
   */
  pow(exponent: Natural): Element {
    const [power] = this.#powers("exponent", [exponent], false);
    return power as Element; // one for each exponent
  }

  /**
   * The powers with secret exponents.
   *
   * @param exponents each of at most `exponentLength` bits
   * @throws PowersError `invalid-params`, with the index of the exponent at fault; `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const group = (await load()).modulus(2n ** 521n - 1n);
   * using g = group.fixedBase(7n, { exponentLength: 64 });
   * console.log(g.powMany([0n, 1n, 2n]).map((power) => power.toBigInt())); // [ 1n, 7n, 49n ]
   * group.free();
   * ```
   */
  powMany(exponents: readonly Natural[]): Element[] {
    checkList("exponents", exponents);
    return this.#powers("exponents", exponents, true);
  }

  #powers(name: string, exponents: readonly Natural[], isList: boolean): Element[] {
    const { bytes } = secretExponents(name, exponents, this.exponentLength, isList);
    try {
      return this.#toElements(this.#table.use((table) => table.powMany(bytes)));
    } finally {
      bytes.fill(0);
    }
  }

  /**
   * Frees the table; a second call does nothing.
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const group = (await load()).modulus(2n ** 127n - 1n);
   * group.fixedBase(3n).free();
   * group.free();
   * ```
   */
  free(): void {
    this.#table.free();
  }
}
