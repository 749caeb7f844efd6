import { bitLength, bytesToBigInt } from "../../library/src/bytes.js";
import { describe, invalid } from "../../library/src/errors.js";
import {
  checkBoolean,
  checkOptions,
  checkWholeNumber,
  type Names,
  type ReportOptions,
} from "../../library/src/options.js";
import type { BindingsSearchProgress, PowersBindings } from "./bindings.js";
import { type Natural, natural } from "./numbers.js";

/** Options of `isPrime`. */
export interface PrimeOptions {
  /**
   * How many Miller–Rabin rounds with random bases are added to the Baillie–PSW test, from 0 to 64. Default 5. Odd numbers suit the
   * engine, because base 2 is another round.
   */
  readonly rounds?: number | undefined;
  /** Whether `(p − 1)/2` must be prime, too. The number of rounds is then fixed. Default `false`. */
  readonly safe?: boolean | undefined;
}

/** A condition that a random prime p must satisfy. */
export type PrimeCondition =
  | {
      /** p leaves this remainder when it is divided by `modulus`. */
      readonly remainder: Natural;
      /** At least 24 bits shorter than the prime. */
      readonly modulus: Natural;
    }
  | {
      /** p − 1 has no common factor with this number, such as a public exponent. */
      readonly coprimeTo: Natural;
    };

/** What prime to search. */
export interface PrimeParams {
  /** The exact length of the prime in bits, from 32 to 16384. */
  readonly bits: number;
  /** Whether `(p − 1)/2` must be prime, too. Default `false`. */
  readonly safe?: boolean | undefined;
  /** Whether the second highest bit is set, so that a product of two such primes has exactly twice as many bits. Default `false`. */
  readonly topTwoBits?: boolean | undefined;
  /** A condition for the prime. */
  readonly condition?: PrimeCondition | undefined;
}

/** How far a search has come. */
export interface SearchProgress {
  /** How many candidates were tested. */
  readonly tested: number;
  /** How many a search tests on average. A third of all searches test more. */
  readonly expected: number;
}

/** What prime to search, with progress and a signal. */
export interface GeneratePrimeOptions extends PrimeParams, ReportOptions<SearchProgress> {}

const primeNames: Names<PrimeOptions> = { rounds: true, safe: true };
const paramNames: Names<PrimeParams> = { bits: true, safe: true, topTwoBits: true, condition: true };
const generateNames: Names<GeneratePrimeOptions> = { ...paramNames, signal: true, onProgress: true };

const lengths = { least: 32, most: 16_384 } as const;
/** The prime is this much longer than the modulus of a condition, so that there are enough candidates. */
const distance = 24;

/** A checked search, as it is sent to a worker. */
export interface Search {
  readonly bits: number;
  readonly safe: boolean;
  readonly topTwoBits: boolean;
  readonly remainder: Uint8Array;
  readonly modulus: Uint8Array;
  readonly coprimeTo: Uint8Array;
}

/** Checks the options of a test of a prime. */
export function checkPrimeOptions(options: PrimeOptions): { readonly rounds: number; readonly safe: boolean } {
  const { rounds = 5, safe = false } = checkOptions(options, primeNames, "{ rounds: 5 }");
  checkBoolean("safe", safe);
  checkWholeNumber("rounds", rounds);
  if (rounds > 64) throw invalid("rounds", `must be from 0 to 64, got ${rounds}`);
  return { rounds, safe };
}

/** Tests a number; `options` are checked. */
export function isPrime(
  bindings: PowersBindings,
  bytes: Uint8Array,
  { rounds, safe }: ReturnType<typeof checkPrimeOptions>,
) {
  return safe ? bindings.isSafePrime(bytes) : bindings.isPrime(bytes, rounds);
}

/** Checks what prime to search. */
export function checkSearch(options: GeneratePrimeOptions): Search {
  const example = "{ bits: 2048, safe: true }";
  const { bits, safe = false, topTwoBits = false, condition } = checkOptions(options, generateNames, example);
  checkWholeNumber("bits", bits);
  if (bits < lengths.least || bits > lengths.most) {
    throw invalid("bits", `must be from ${lengths.least} to ${lengths.most}, got ${bits}`);
  }
  checkBoolean("safe", safe);
  checkBoolean("topTwoBits", topTwoBits);
  const none = new Uint8Array();
  const search = { bits, safe, topTwoBits, remainder: none, modulus: none, coprimeTo: none };
  if (condition === undefined) return search;
  if (typeof condition !== "object" || condition === null) {
    throw invalid("condition", `must be { remainder, modulus } or { coprimeTo }, got ${describe(condition)}`);
  }
  if ("coprimeTo" in condition) {
    checkOptions(condition, { coprimeTo: true }, "{ coprimeTo: 65537n }");
    const coprimeTo = natural("coprimeTo", condition.coprimeTo);
    const value = bytesToBigInt(coprimeTo);
    if (value % 2n === 1n) return { ...search, coprimeTo };
    throw invalid("coprimeTo", `must be odd, because p − 1 is even, got ${value}`);
  }
  checkOptions(condition, { remainder: true, modulus: true }, "{ remainder: 3n, modulus: 4n }");
  const remainder = natural("remainder", condition.remainder);
  const modulus = natural("modulus", condition.modulus);
  const [rest, value] = [bytesToBigInt(remainder), bytesToBigInt(modulus)];
  if (value === 0n) throw invalid("modulus", "must not be 0");
  const most = bits - distance;
  if (bitLength(value) > most) {
    throw invalid(
      "modulus",
      `must have at most ${most} bits (${distance} less than the prime), got ${bitLength(value)}`,
    );
  }
  if (rest >= value) throw invalid("remainder", `must be below the modulus ${value}, got ${rest}`);
  return { ...search, remainder, modulus };
}

/** Searches a prime; undefined if `report` cancels. */
export function searchPrime(
  bindings: PowersBindings,
  { bits, safe, topTwoBits, remainder, modulus, coprimeTo }: Search,
  report: BindingsSearchProgress | undefined,
): Uint8Array<ArrayBuffer> | undefined {
  return bindings.generatePrime(bits, safe, topTwoBits, remainder, modulus, coprimeTo, report);
}
