// Arithmetic with bigint that tests compare with, numbers as bytes and text, and numbers from a seed. Runs in Node and in browsers.

/** base^exponent mod modulus. */
export function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n % modulus;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}

/** a⁻¹ mod m by Euclid's algorithm. */
export function inverse(a: bigint, m: bigint): bigint {
  let [r, next, x, y] = [m, a % m, 0n, 1n];
  while (next > 0n) [r, next, x, y] = [next, r % next, y, x - (r / next) * y];
  return ((x % m) + m) % m;
}

export function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

/** Big-endian bytes of the given length. */
export function toBytes(value: bigint, length = Math.ceil(bitLength(value) / 8)): Uint8Array<ArrayBuffer> {
  return fromHex(value.toString(16).padStart(2 * length, "0"));
}

export function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

/** The bytes of hexadecimal digits. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

/** A number as in a JSON Web Key. */
export function toBase64url(value: bigint): string {
  const base64 = btoa(String.fromCharCode(...toBytes(value)));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Numbers that look random and are the same for a seed: each call returns one below its argument. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
}
