import { invalid } from "../errors.js";
import { dangCorrections } from "../theory/dang-corrections.js";
import { sources } from "../theory/sources.js";

/**
 * The figures of Dang, Li and Chen 2021 for RSA-4096 on their chip. `sources["dang-2021"]` of `rsa-variants/theory` describes the
 * paper.
 *
 * @example
 * ```ts
 * import { published } from "rsa-variants/xrsa";
 * console.log(published.source.title, published.operationsPerSecond);
 * ```
 */
export const published = Object.freeze({
  source: sources["dang-2021"],
  /** The errors of the paper, which are corrected here. */
  corrections: dangCorrections,
  /** Montgomery multiplications ⊗ in a private operation of 4096 bits, section III-D. */
  multiplications: 12_304,
  /** The correct count: the paper counts one conversion for each prime twice. */
  correctedMultiplications: 12_302,
  /** Private operations of 4096 bits a second, section IV-B. */
  operationsPerSecond: 2.2,
  /** Private operations of 2048 bits a second by the vendor's own library, section IV-A. */
  vendorRsa2048OperationsPerSecond: 37,
  /** How many times as long as xRSA the naive method takes, figure 5. */
  softwareFactor: 203,
  /** One modular multiplication in nanoseconds, with num-bigint and with four ⊗: Table I. */
  modularMultiplication: Object.freeze([
    Object.freeze({ machine: "Intel Xeon E5-2699 v4", numBigint: 405, fourMontgomery: 380 }),
    Object.freeze({ machine: "Apple M1", numBigint: 460, fourMontgomery: 264 }),
  ] as const),
  /** A signature of 4096 bits with GnuPG, in milliseconds, on a CanoKey (with xRSA) and on a YubiKey 5 NFC: Table III. */
  signing: Object.freeze({ xrsa: 869, yubikey: 670 }),
} as const);

/**
 * **Estimates** the private operations a second on the paper's chip. Its 2.2 operations of 12,302 ⊗ of 2048 bits give about 27,000
 * ⊗ a second; all other work is assumed to be proportional to them.
 *
 * @param multiplications the number of ⊗ in a private operation
 * @returns private operations a second
 * @throws RsaError `invalid-params` unless the number is positive
 *
 * @example
 * ```ts
 * import { estimatedOperationsPerSecond } from "rsa-variants/xrsa";
 * console.log(estimatedOperationsPerSecond(5006).toFixed(1)); // 5.4
 * ```
 */
export function estimatedOperationsPerSecond(multiplications: number): number {
  if (!(multiplications > 0)) {
    throw invalid("multiplications", `must be a positive number, got ${String(multiplications)}`);
  }
  return (published.operationsPerSecond * published.correctedMultiplications) / multiplications;
}
