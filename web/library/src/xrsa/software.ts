import { type Bytes, toBytes } from "../bytes.js";
import { invalid } from "../errors.js";
import { checkOptions, type Names, type ReportOptions, reporting } from "../options.js";
import { checkWholeNumber, type KeyComponents, type PrivateKeyNumbers } from "../params.js";
import { glueOf, useDeviceKey, type Xrsa } from "./xrsa.js";

/** What the naive method gives. */
export interface SoftwareDecryption {
  /** As long as the modulus. */
  readonly message: Uint8Array<ArrayBuffer>;
  /** Multiplications modulo N. */
  readonly multiplications: number;
  /** Products of two words of 32 bits. */
  readonly wordProducts: number;
}

/** How far the naive method is. */
export interface SoftwareProgress {
  /** Multiplications so far. */
  readonly multiplications: number;
  /** Multiplications in all. */
  readonly expected: number;
}

/** Options of the naive method: `onProgress` is called after each multiplication. */
export type SoftwareOptions = ReportOptions<SoftwareProgress>;

const softwareNames: Names<SoftwareOptions> = { onProgress: true, signal: true };

/**
 * The naive method, which the paper compares with: square and multiply modulo N in software, with neither unit nor Chinese
 * remainders. It is counted in products of 32-bit words; divided by `wordProductsOf` they compare with the unit's ⊗.
 *
 * @param xrsa what `load` of this entry gives
 * @param key as `Device.decryptRaw` takes it
 * @param block the ciphertext as big-endian bytes: at most as long as the modulus, and below it
 * @param options progress
 * @throws RsaError `invalid-length`, `message-out-of-range`, `inconsistent-key`, `wrong-variant`, `use-after-free`
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { decryptRawInSoftware, load as loadXrsa, wordProductsOf } from "rsa-variants/xrsa";
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "crt", modulusLength: 4096 });
 * const { wordProducts } = decryptRawInSoftware(await loadXrsa(), key, new Uint8Array([2]));
 * console.log((wordProducts / wordProductsOf(2048)).toFixed()); // 32653 ⊗, where the device takes 5006
 * key.free();
 * ```
 */
export function decryptRawInSoftware(
  xrsa: Xrsa,
  key: PrivateKeyNumbers | KeyComponents,
  block: Bytes,
  options: SoftwareOptions = {},
): SoftwareDecryption {
  const glue = glueOf(xrsa);
  const bytes = toBytes("block", block);
  checkOptions(options, softwareNames, "{ onProgress }");
  const toProgress = (multiplications: number, expected: number) => ({ multiplications, expected });
  return reporting(options, toProgress, (report) =>
    useDeviceKey(glue, key, (deviceKey) => deviceKey.decryptRawInSoftware(bytes, report)),
  );
}

/**
 * How many products of 32-bit words one ⊗ takes in software, word by word.
 *
 * @param length bits of the operands
 * @throws RsaError `invalid-params` for no positive multiple of 32
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
  // For each word of one operand a row of the other's, a quotient, and a row of the modulus's.
  return words * (2 * words + 1);
}
