import type { Build } from "../../library/src/builds.js";
import { bytesToBigInt } from "../../library/src/bytes.js";
import { guarded, invalid, RsaError } from "../../library/src/errors.js";
import { type ReportOptions, reporting } from "../../library/src/options.js";
import { timedPart } from "../../library/src/workers/timed-part.js";
import type { PowersBindings } from "./bindings.js";
import { crt, type Residue } from "./crt.js";
import { Modulus } from "./modulus.js";
import { type Natural, natural } from "./numbers.js";
import {
  checkPrimeOptions,
  checkSearch,
  type GeneratePrimeOptions,
  isPrime,
  type PrimeOptions,
  type Search,
  searchPrime,
} from "./primes.js";

/**
 * The library in this thread; start it with `load`. Its calls are synchronous.
 */
export class Powers {
  /** The build of the WebAssembly that runs. */
  readonly build: Build;
  readonly #bindings: PowersBindings;

  /** @internal */
  constructor(build: Build, bindings: PowersBindings) {
    this.build = build;
    this.#bindings = bindings;
  }

  /**
   * Prepares an odd modulus, which takes as long as many products: do it once for each.
   *
   * @param modulus a bigint or unsigned big-endian bytes, from 3 on, of at most 16384 bits
   * @throws PowersError `invalid-modulus` if it is even; `invalid-params`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const powers = await load();
   * using group = powers.modulus(2n ** 521n - 1n);
   * console.log(group.bitLength, group.pow(2n, 521n).toBigInt()); // 521 1n
   * ```
   */
  modulus(modulus: Natural): Modulus {
    return guarded(() => new Modulus(this.#bindings, modulus));
  }

  /**
   * Whether a number from any source is prime: the Baillie–PSW test, with rounds of Miller–Rabin with random bases. A prime always
   * passes, and no composite below 2⁶⁴ does. No composite that passes is known, although there is a prize for one.
   *
   * @param number a bigint or bytes, of at most 65536 bits
   * @param options the number of rounds; whether `(p − 1)/2` must be prime, too
   * @throws PowersError `invalid-params`; `no-random-numbers` without `crypto.getRandomValues`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const powers = await load();
   * console.log(powers.isPrime(2n ** 89n - 1n), powers.isPrime(23n, { safe: true })); // true true
   * ```
   */
  isPrime(number: Natural, options: PrimeOptions = {}): boolean {
    const checked = checkPrimeOptions(options);
    const bytes = natural("number", number);
    return guarded(() => isPrime(this.#bindings, bytes, checked));
  }

  /**
   * Generates a random prime of exactly `bits` bits. A safe prime, for which `(p − 1)/2` is prime, too, takes much longer: use `connect`
   * for long ones.
   *
   * @param options the length, the kind, a condition; progress, and a signal, which is checked after each report
   * @throws PowersError `invalid-params`; `stuck-generator` if thousands of intervals have no suitable prime;
   * `no-random-numbers` without `crypto.getRandomValues`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const powers = await load();
   * const p = powers.generatePrime({ bits: 512, condition: { remainder: 3n, modulus: 4n } });
   * console.log(p % 4n, powers.isPrime(p)); // 3n true
   * ```
   */
  generatePrime(options: GeneratePrimeOptions): bigint {
    const search = checkSearch(options);
    const found = reporting(
      options,
      (tested: number, expected: number) => ({ tested, expected }),
      (report) => {
        const prime = guarded(() => searchPrime(this.#bindings, search, report));
        if (prime === undefined) throw new RsaError("internal", "the search was stopped"); // reporting throws the reason
        return prime;
      },
    );
    return bytesToBigInt(found);
  }

  /**
   * Searches a prime for `milliseconds` or longer, as `timedPart` says: a part of a search that workers share.
   *
   * @internal
   */
  searchPart(
    _known: readonly Uint8Array[],
    milliseconds: number,
    search: Search,
    { onProgress }: ReportOptions<{ phase: "candidates"; done: number; expected: number }>,
  ): Uint8Array | { readonly found: false; readonly primes: readonly Uint8Array[] } {
    const goesOn = timedPart(milliseconds);
    const prime = searchPrime(this.#bindings, search, (done, expected) => {
      onProgress?.({ phase: "candidates", done, expected });
      return goesOn(done);
    });
    return prime ?? { found: false, primes: [] };
  }

  /**
   * The inverse of a number modulo any other, which may be even. **Its time depends on the numbers.** For an odd modulus that you use
   * often, `Element.invert` is an alternative.
   *
   * @param value a bigint or bytes; reduced if it is not below the modulus
   * @param modulus a bigint or bytes, not 0
   * @throws PowersError `not-invertible` if they share a factor; `invalid-params`
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const powers = await load();
   * console.log(powers.invert(3n, 2n ** 16n), powers.invert(65537n, 6n * 10n)); // 43691n 53n
   * ```
   */
  invert(value: Natural, modulus: Natural): bigint {
    const numbers = [natural("value", value), natural("modulus", modulus)] as const;
    if (numbers[1].every((byte) => byte === 0)) throw invalid("modulus", "must not be 0");
    const inverse = guarded(() => this.#bindings.invert(...numbers));
    if (inverse !== undefined) return bytesToBigInt(inverse);
    throw new RsaError("not-invertible", "the number has no inverse: it shares a factor with the modulus");
  }

  /**
   * The least number with the given remainders (the Chinese remainder theorem). The way back is `number % modulus`. In variable time.
   *
   * @param residues remainders, each with its modulus. Moduli may share factors if the remainders agree there
   * @throws PowersError `invalid-params`, with the index of a modulus that is 0, or of a remainder that contradicts an earlier one
   *
   * @example
   * ```ts
   * import { load } from "modular-powers";
   * const powers = await load();
   * const residues = [{ remainder: 2n, modulus: 3n }, { remainder: 3n, modulus: 5n }, { remainder: 2n, modulus: 7n }];
   * console.log(powers.crt(residues)); // 23n
   * ```
   */
  crt(residues: readonly Residue[]): bigint {
    return crt(this.#bindings, residues);
  }
}
