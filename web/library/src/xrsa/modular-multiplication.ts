/// <reference lib="esnext.disposable" preserve="true" />
import { bytesToBigInt } from "../bytes.js";
import { guarded, invalid } from "../errors.js";
import { Handle, makeDisposable } from "../handle.js";
import { checkWholeNumber } from "../options.js";
import type { BindingsModularMultiplication } from "./bindings.js";
import { bindingsOf, type Xrsa } from "./xrsa.js";

/** A method to compute a·b mod m; see `multiplicationWays`. */
export type MultiplicationWay = (typeof multiplicationWays)[number];

/**
 * The methods to compute a·b mod m that the paper's Table I compares, and a third one. ⊗ is a Montgomery multiplication.
 *
 * - `num-bigint`: a product and a division.
 * - `four-montgomery`: two ⊗ into the Montgomery domain, one for the product, one back.
 * - `one-montgomery`: only the product, as within an exponentiation.
 *
 * @example
 * ```ts
 * import { multiplicationWays } from "rsa-variants/xrsa";
 * console.log(multiplicationWays.join(", "));
 * ```
 */
export const multiplicationWays = Object.freeze(["num-bigint", "four-montgomery", "one-montgomery"] as const);

/**
 * Repeats a modular multiplication of random numbers, for you to time: the paper's Table I. It lives in WebAssembly memory: call
 * `free()` when you are done.
 *
 * @example
 * ```ts
 * import { load, ModularMultiplication, multiplicationWays } from "rsa-variants/xrsa";
 * const multiplication = new ModularMultiplication(await load(), 2048);
 * for (const way of multiplicationWays) {
 *   const start = performance.now();
 *   multiplication.run(way, 1000);
 *   console.log(way, performance.now() - start, "µs");
 * }
 * multiplication.free();
 * ```
 */
export class ModularMultiplication {
  static {
    makeDisposable(ModularMultiplication.prototype);
  }

  /** Frees the object at the end of a `using` declaration's block. */
  declare readonly [Symbol.dispose]: () => void;
  readonly #handle: Handle<BindingsModularMultiplication>;

  /**
   * @param xrsa the result of this entry's `load`
   * @param length bits of the modulus, a multiple of 32 from 64 to 4096
   * @throws RsaError `invalid-params` naming the limit and the value
   */
  constructor(xrsa: Xrsa, length: number) {
    const bindings = bindingsOf(xrsa);
    checkWholeNumber("length", length);
    const object = guarded(() => new bindings.ModularMultiplication(length));
    this.#handle = new Handle("modular multiplication", object);
  }

  /**
   * Multiplies `count` times.
   *
   * @param way the method
   * @param count a whole number from 0
   * @throws RsaError `invalid-params` for an unknown method, `use-after-free`
   *
   * @example
   * ```ts
   * import { load, ModularMultiplication } from "rsa-variants/xrsa";
   * const multiplication = new ModularMultiplication(await load(), 2048);
   * multiplication.run("one-montgomery", 1000);
   * multiplication.free();
   * ```
   */
  run(way: MultiplicationWay, count: number): void {
    checkWay(way);
    checkWholeNumber("count", count);
    this.#handle.use((object) => object.run(way, count));
  }

  /**
   * Returns the product as this method computes it; all methods agree.
   *
   * @param way the method
   * @throws RsaError `invalid-params` for an unknown method, `use-after-free`
   *
   * @example
   * ```ts
   * import { load, ModularMultiplication } from "rsa-variants/xrsa";
   * const multiplication = new ModularMultiplication(await load(), 2048);
   * console.log(multiplication.result("num-bigint") === multiplication.result("one-montgomery")); // true
   * multiplication.free();
   * ```
   */
  result(way: MultiplicationWay): bigint {
    checkWay(way);
    return bytesToBigInt(this.#handle.use((object) => object.result(way)));
  }

  /**
   * Frees the WebAssembly memory; a second call does nothing.
   *
   * @example
   * ```ts
   * import { load, ModularMultiplication } from "rsa-variants/xrsa";
   * const multiplication = new ModularMultiplication(await load(), 2048);
   * multiplication.free();
   * ```
   */
  free(): void {
    this.#handle.free();
  }
}

function checkWay(way: unknown): asserts way is MultiplicationWay {
  if (multiplicationWays.includes(way as MultiplicationWay)) return;
  throw invalid("way", `must be one of ${multiplicationWays.join(", ")}, got ${String(way)}`);
}
