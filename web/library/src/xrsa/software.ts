import { type Bytes, toBytes } from "../bytes.js";
import { invalid } from "../errors.js";
import { checkOptions, checkWholeNumber, type Names, type ReportOptions, reporting } from "../options.js";
import type { KeyComponents, PrivateKeyNumbers } from "../params.js";
import { bindingsOf, useDeviceKey, type Xrsa } from "./xrsa.js";

/** What the naive method takes. */
export interface SoftwareCost {
  /** The number of multiplications modulo N. */
  readonly multiplications: number;
  /** The number of products of two 32-bit words. */
  readonly wordProducts: number;
}

/** The result of the naive method. */
export interface SoftwareDecryption extends SoftwareCost {
  /** The message, as long as the modulus. */
  readonly message: Uint8Array<ArrayBuffer>;
}

/** The progress of the naive method. */
export interface SoftwareProgress {
  /** Multiplications so far. */
  readonly multiplications: number;
  /** Multiplications in total. */
  readonly expected: number;
}

/** Options of the naive method: `onProgress` is called after each multiplication. */
export type SoftwareOptions = ReportOptions<SoftwareProgress>;

const softwareNames: Names<SoftwareOptions> = { onProgress: true, signal: true };

/**
 * The naive method that the paper compares with: square and multiply modulo N in software, without the unit and without Chinese
 * remainders. Its cost is counted in products of 32-bit words; divide it by `wordProductsOf` to compare it with the unit's ⊗.
 *
 * @param xrsa the result of this entry's `load`
 * @param key as for `Device.decryptRaw`
 * @param block the ciphertext as big-endian bytes: at most as long as the modulus, and below it
 * @param options a progress callback and a signal
 * @throws RsaError `invalid-length`, `message-out-of-range`, `inconsistent-key`, `wrong-variant`, `use-after-free`
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { decryptRawInSoftware, load as loadXrsa, wordProductsOf } from "rsa-variants/xrsa";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "crt", modulusLength: 4096 });
 * const { wordProducts } = decryptRawInSoftware(await loadXrsa(), key, new Uint8Array([2]));
 * const multiplications = wordProducts / wordProductsOf(2048); // as many ⊗; the device takes 5006
 * console.log(multiplications.toFixed()); // 32653
 * key.free();
 * ```
 */
export function decryptRawInSoftware(
  xrsa: Xrsa,
  key: PrivateKeyNumbers | KeyComponents,
  block: Bytes,
  options: SoftwareOptions = {},
): SoftwareDecryption {
  const bindings = bindingsOf(xrsa);
  const bytes = toBytes("block", block);
  checkOptions(options, softwareNames, "{ onProgress }");
  const toProgress = (multiplications: number, expected: number) => ({ multiplications, expected });
  return reporting(options, toProgress, (report) =>
    useDeviceKey(bindings, key, (deviceKey) => deviceKey.decryptRawInSoftware(bytes, report)),
  );
}

/**
 * Returns what the naive method takes, without computing it: the cost follows from the length of the modulus.
 *
 * @param modulusLength n: the length of the modulus in bits
 * @throws RsaError `invalid-params` unless the length is a positive whole number
 *
 * @example
 * ```ts
 * import { softwareCostOf, wordProductsOf } from "rsa-variants/xrsa";
 * console.log((softwareCostOf(4096).wordProducts / wordProductsOf(2048)).toFixed()); // 32653
 * ```
 */
export function softwareCostOf(modulusLength: number): SoftwareCost {
  checkWholeNumber("modulusLength", modulusLength);
  if (modulusLength === 0) throw invalid("modulusLength", "must be at least 1, got 0");
  // A multiplication and a squaring for each bit, and three between the domains.
  const multiplications = 2 * modulusLength + 3;
  return { multiplications, wordProducts: multiplications * wordProductsOf(Math.ceil(modulusLength / 32) * 32) };
}

/**
 * Returns the number of 32-bit word products of one ⊗ in software.
 *
 * @param length the length of the operands in bits
 * @throws RsaError `invalid-params` unless the length is a positive multiple of 32
 *
 * @example
 * ```ts
 * import { wordProductsOf } from "rsa-variants/xrsa";
 * console.log(wordProductsOf(2048)); // 8256
 * ```
 */
export function wordProductsOf(length: number): number {
  checkWholeNumber("length", length);
  if (length === 0 || length % 32 !== 0) {
    throw invalid("length", `is ${length} bits, but must be a positive multiple of 32`);
  }
  const words = length / 32;
  // For each word of one operand: a row of products with the other, a quotient, and a row of products with the modulus.
  return words * (2 * words + 1);
}
