/** Keys of primes that are too close to each other, made for tests. */
import { inverse, toBase64url } from "../../numbers.ts";

// From SHA-512, so that nothing but the distance is wrong.
const p =
  0xea4e22510bccbeebe31a560f2a1947297a54292df22770c980bfaf87c43c92755b19f8dca0e55f4c8c205318605fedeeb07834587ce51d09e31aa1dd84dba89bn;

/** Distances at which the next prime stands: Fermat's method takes one step, and about 2^29. */
export const distances = {
  touching: 1170n,
  near: 0x13d3b7701a7c790c9b5c8dd09336f33a150633e662f7a2ac5e094ce56efb52f6370acn,
} as const;

/** A private key as JWK; without primes it has N, e and d alone. */
export function closePrimesJwk(distance: bigint) {
  const [q, e] = [p + distance, 65537n];
  const d = inverse(e, (p - 1n) * (q - 1n));
  const numbers = { n: p * q, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
  const members = Object.entries(numbers).map(([name, value]) => [name, toBase64url(value)] as const);
  return { kty: "RSA", ...Object.fromEntries(members) } as Record<"kty" | keyof typeof numbers, string>;
}
