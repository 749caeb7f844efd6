// How many products of words it takes to put the results for r primes together: by the papers' sum, and by Garner's method.

import { greatestCommonDivisor, inverse } from "../../numbers.ts";

export type Recombination = "sum" | "garner";

/** Products of words of 64 bits, in long multiplication and division. */
class Counter {
  count = 0;

  multiply(a: bigint, b: bigint): bigint {
    this.count += words(a) * words(b);
    return a * b;
  }

  reduce(a: bigint, modulus: bigint): bigint {
    this.count += Math.max(0, words(a) - words(modulus)) * words(modulus);
    return a % modulus;
  }
}

const words = (number: bigint) => Math.ceil(number.toString(2).length / 64);

/**
 * The products of words that one recombination takes, with the constants of the key prepared. It is computed for real.
 * @throws {Error} if the result is wrong
 */
export function recombinationProducts(modulusLength: number, primes: number, method: Recombination): number {
  const moduli = coprimeModuli(modulusLength, primes);
  const n = moduli.reduce((product, modulus) => product * modulus);
  const message = n - 1n - n / 3n;
  const residues = moduli.map((modulus) => message % modulus);
  const counter = new Counter();
  const result = { sum: bySum, garner: byGarner }[method](counter, moduli, residues);
  if (result !== message) throw new Error(`${method} gives another number`);
  return counter.count;
}

/** The products of words of r powers modulo n/r bits with exponents of w bits, by square and multiply, as the papers count them. */
export function powerProducts(modulusLength: number, primes: number, exponentLength: number): number {
  const width = Math.ceil(modulusLength / primes / 64);
  return primes * 1.5 * exponentLength * 2 * width ** 2; // a product and its reduction
}

/** Numbers of n/r bits without common factors, in place of primes. */
function coprimeModuli(modulusLength: number, count: number): bigint[] {
  const found: bigint[] = [];
  const length = Math.floor(modulusLength / count);
  for (let next = (1n << BigInt(length)) - 1n; found.length < count; next -= 2n) {
    if (found.every((modulus) => greatestCommonDivisor(modulus, next) === 1n)) found.push(next);
  }
  return found;
}

/** Σ M_i·(N_i·y_i) mod N with N_i = N/p_i and y_i = N_i⁻¹ mod p_i. */
function bySum(counter: Counter, moduli: readonly bigint[], residues: readonly bigint[]): bigint {
  const n = moduli.reduce((product, modulus) => product * modulus);
  const sum = moduli.reduce((before, modulus, i) => {
    const others = n / modulus;
    return before + counter.multiply(residues[i] as bigint, others * inverse(others, modulus));
  }, 0n);
  return counter.reduce(sum, n);
}

/** x ← x + p_1⋯p_(i−1)·h with h = (M_i − x)·(p_1⋯p_(i−1))⁻¹ mod p_i. */
function byGarner(counter: Counter, moduli: readonly bigint[], residues: readonly bigint[]): bigint {
  let [x, product] = [residues[0] as bigint, moduli[0] as bigint];
  for (const [i, modulus] of [...moduli.entries()].slice(1)) {
    const difference = (residues[i] as bigint) - counter.reduce(x, modulus);
    const inverted = inverse(product, modulus);
    const h = counter.reduce(counter.multiply(difference < 0n ? difference + modulus : difference, inverted), modulus);
    x += counter.multiply(product, h);
    product *= modulus;
  }
  return x;
}
