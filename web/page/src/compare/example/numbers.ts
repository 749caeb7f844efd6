/** Arithmetic with small numbers. */

export function modulo(value: bigint, modulus: bigint): bigint {
  return ((value % modulus) + modulus) % modulus;
}

export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}

/** The inverse by Euclid's algorithm; the numbers here have one. */
export function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [modulo(value, modulus), modulus, 1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b, x, y] = [b, a - quotient * b, y, x - quotient * y];
  }
  return modulo(x, modulus);
}

export function bitLength(value: bigint): number {
  return value.toString(2).length;
}

export function isPrime(value: bigint): boolean {
  for (let divisor = 2n; divisor * divisor <= value; divisor += 1n) if (value % divisor === 0n) return false;
  return value > 1n;
}

/** The primes of a range, ends included, for which the public exponent `e` can be used. */
export function primesFor(e: bigint, least: number, most: number): bigint[] {
  const all = Array.from({ length: most - least + 1 }, (_, at) => BigInt(least + at));
  return all.filter((value) => isPrime(value) && greatestCommonDivisor(e, value - 1n) === 1n);
}
