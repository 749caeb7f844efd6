/** RSA with JavaScript's BigInt: a reference that shows what WebAssembly gains. Not constant-time. */

import type { KeyComponents } from "rsa-variants";

/** The width of the window in bits, as in the engines; the table has 2^5 powers. */
const windowBits = 5n;

/** base^exponent mod modulus with a fixed window of five bits. */
export function modPow(base: bigint, exponent: bigint, modulus: bigint): bigint {
  const table = [1n % modulus];
  for (let index = 1; index < 1 << Number(windowBits); index += 1) {
    table.push(((table[index - 1] as bigint) * base) % modulus);
  }
  const mask = (1n << windowBits) - 1n;
  const digits: number[] = [];
  for (let rest = exponent; rest > 0n; rest >>= windowBits) digits.push(Number(rest & mask));
  let result = 1n % modulus;
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    for (let bit = 0n; bit < windowBits; bit += 1n) result = (result * result) % modulus;
    const digit = digits[index] as number;
    if (digit !== 0) result = (result * (table[digit] as bigint)) % modulus;
  }
  return result;
}

/** base^exponent mod modulus, bit by bit from the left: faster for short public exponents. */
export function modPowBinary(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n % modulus;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === "1") result = (result * base) % modulus;
  }
  return result;
}

/** The numbers of a private key with two primes; `qInv` is q⁻¹ mod p. */
export function toBigIntKey({ modulus, ...components }: KeyComponents) {
  const [publicExponent] = components.publicExponents as [bigint];
  const [p, q] = components.primes as [bigint, bigint];
  const [dp, dq] = components.crtExponents as [bigint, bigint];
  const [qInv] = components.crtCoefficients as [bigint];
  return { modulus, publicExponent, p, q, dp, dq, qInv };
}

/** C^d mod N, from a `power` modulo each prime by Garner's formula (RFC 8017, section 5.1.2). */
export function decryptCrt(key: ReturnType<typeof toBigIntKey>, ciphertext: bigint, power = modPow): bigint {
  const m1 = power(ciphertext % key.p, key.dp, key.p);
  const m2 = power(ciphertext % key.q, key.dq, key.q);
  let difference = (m1 - m2) % key.p;
  if (difference < 0n) difference += key.p;
  return m2 + key.q * ((difference * key.qInv) % key.p);
}

/** The value of big-endian bytes. */
export function bytesToBigInt(bytes: Uint8Array): bigint {
  let hex = "0x0";
  for (const byte of bytes) hex += byte.toString(16).padStart(2, "0");
  return BigInt(hex);
}
