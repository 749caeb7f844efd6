import type { KeyParams } from "rsa-variants";

/**
 * A sentence when a published attack breaks keys with these parameters in practice, whatever their speed. Lengths in bits:
 * w of the private exponents modulo p − 1, n of the modulus, ne of the public exponent.
 */
export function caution(params: KeyParams): string | undefined {
  const { variant, modulusLength: n, crtExponentLength: w } = params;
  if (w === undefined) return undefined;
  if (variant === "scheme-a" || variant === "scheme-b") {
    // Bleichenbacher and May, PKC 2006: broken up to w = min(0.4·(n − ne), n/4).
    const ne = variant === "scheme-a" ? Math.floor(n / 2) + 56 : Math.floor(n / 2);
    const line = Math.floor(Math.min(0.4 * (n - ne), n / 4));
    return w <= line
      ? `Private exponents of ${w} bits fall to a lattice attack up to ${line} bits (Bleichenbacher, May 2006).`
      : undefined;
  }
  if (variant === "rebalanced") {
    // Takayasu, Lu, Peng, Eurocrypt 2017: full-size public exponent, broken below 0.122·n.
    const line = Math.ceil(0.122 * n);
    return w < line
      ? `At ${n} bits, private exponents below ${line} bits fall to a lattice attack (Takayasu, Lu, Peng 2017).`
      : undefined;
  }
  return undefined;
}
