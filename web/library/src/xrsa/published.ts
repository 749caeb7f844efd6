import { invalid } from "../errors.js";
import { sources } from "../theory/sources.js";

/**
 * What Dang, Li and Chen printed about RSA-4096 on their part; `rsa-variants/theory` says more about the paper, and what in
 * it is mended here, under `sources["dang-2021"]`.
 *
 * @example
 * ```ts
 * import { published } from "rsa-variants/xrsa";
 * console.log(published.source.title, published.operationsPerSecond);
 * ```
 */
export const published = Object.freeze({
  source: sources["dang-2021"],
  /** ⊗ in a private operation of 4096 bits, section III-D. */
  multiplications: 12_304,
  /** The same counted right: the paper has one conversion for each prime twice. */
  correctedMultiplications: 12_302,
  /** Private operations of 4096 bits a second, section IV-B. */
  operationsPerSecond: 2.2,
  /** Private operations of 2048 bits a second by the vendor's own library, section IV-A. */
  vendorRsa2048OperationsPerSecond: 37,
  /** How many times as long as xRSA the naive method takes, figure 5. */
  softwareFactor: 203,
  /** One modular multiplication, with four ⊗ where they are Montgomery's, in nanoseconds: Table I. */
  modularMultiplication: Object.freeze([
    Object.freeze({ machine: "Intel Xeon E5-2699 v4", numBigint: 405, fourMontgomery: 380 }),
    Object.freeze({ machine: "Apple M1", numBigint: 460, fourMontgomery: 264 }),
  ] as const),
  /** A signature of 4096 bits by GnuPG, in milliseconds: CanoKey, which has xRSA, and YubiKey 5 NFC. Table III. */
  signing: Object.freeze({ xrsa: 869, yubikey: 670 }),
} as const);

/**
 * Private operations a second on the paper's part, an **estimate**: its 2.2 at 12,302 ⊗ of 2048 bits give some 27,000 ⊗ a
 * second, and whatever else the part does is taken to go with them.
 *
 * @param multiplications ⊗ in a private operation
 * @throws RsaError `invalid-params` for no positive number
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
