import { invalid } from "../../library/src/errors.js";
import {
  type AbortOptions,
  abortNames,
  checkBoolean,
  checkOptions,
  checkWholeNumber,
  type Names,
  type ReportOptions,
} from "../../library/src/options.js";
import { checkExponentLength, type Joined, join, type Natural, natural, secretExponents } from "./numbers.js";

/** Options of a power. */
export interface PowOptions extends AbortOptions {
  /**
   * The greatest length of the secret exponent, in bits. The time depends on it, not on the exponent; longer exponents are refused.
   * Default: the length of the modulus.
   */
  readonly exponentLength?: number | undefined;
  /** Whether the exponent is public. Then the time depends on its value, and short exponents are much faster. Default `false`. */
  readonly publicExponent?: boolean | undefined;
}

/** How far a call has come. */
export interface Progress {
  /** How many powers or squarings are done. */
  readonly done: number;
  /** How many there are. */
  readonly total: number;
}

/** Options of `powMany`. */
export interface PowManyOptions extends PowOptions, ReportOptions<Progress> {}

/** Options of `squareRepeatedly`. */
export interface SquareOptions extends ReportOptions<Progress> {}

/** Options of a table for powers of one base. */
export interface FixedBaseOptions {
  /** The greatest length of an exponent, in bits. Default: the length of the modulus. */
  readonly exponentLength?: number | undefined;
  /** The greatest size of the table, in bytes. A table takes less if more would not be faster. Default 1 MiB. */
  readonly memory?: number | undefined;
}

/** Options of a table in workers. */
export interface WorkerTableOptions extends FixedBaseOptions, AbortOptions {}

const powNames: Names<PowOptions> = { ...abortNames, exponentLength: true, publicExponent: true };
export const powManyNames: Names<PowManyOptions> = { ...powNames, onProgress: true };
export const squareNames: Names<SquareOptions> = { ...abortNames, onProgress: true };
const fixedBaseNames: Names<FixedBaseOptions> = { exponentLength: true, memory: true };
export const workerTableNames: Names<WorkerTableOptions> = { ...fixedBaseNames, ...abortNames };

const example = "{ exponentLength: 256 }";

/** Checks the options of a power, and returns the length of secret exponents in bits; undefined if they are public. */
export function exponentBits(options: PowManyOptions, bitLength: number, isList: boolean): number | undefined {
  const { exponentLength, publicExponent = false } = checkOptions(options, isList ? powManyNames : powNames, example);
  checkBoolean("publicExponent", publicExponent);
  if (exponentLength !== undefined) checkExponentLength(exponentLength);
  if (!publicExponent) return exponentLength ?? bitLength;
  if (exponentLength === undefined) return undefined;
  throw invalid("exponentLength", "is only for secret exponents: leave it out, or publicExponent");
}

/** Joins exponents; `bits` is the length of secret ones, and undefined for public ones. */
export function joinExponents(
  name: string,
  exponents: readonly Natural[],
  bits: number | undefined,
  isList: boolean,
): Joined {
  if (bits !== undefined) return secretExponents(name, exponents, bits, isList);
  return join(exponents.map((exponent, index) => natural(name, exponent, isList ? index : undefined)));
}

/** Checks the options of a table and fills in the defaults. */
export function tableOptions(
  options: FixedBaseOptions,
  bitLength: number,
  names: Readonly<Record<string, true>> = fixedBaseNames,
): { readonly exponentLength: number; readonly memory: number } {
  const { exponentLength = bitLength, memory = 1 << 20 } = checkOptions(options, names, example);
  checkExponentLength(exponentLength);
  checkWholeNumber("memory", memory);
  if (memory > mostMemory) throw invalid("memory", `must be at most ${mostMemory} bytes (1 GiB), got ${memory}`);
  return { exponentLength, memory };
}

const mostMemory = 1 << 30;

/** Checks that there is one exponent for each base. */
export function checkPairs(bases: readonly unknown[], exponents: readonly unknown[]): void {
  if (bases.length === exponents.length) return;
  throw invalid("exponents", `must be as many as bases (${bases.length}), got ${exponents.length}`);
}

/** Checks a number of squarings. */
export function checkCount(count: number): void {
  if (Number.isSafeInteger(count) && count >= 0) return;
  throw invalid("count", `must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, got ${String(count)}`);
}
