import type { AttackName, Demonstration, DemonstrationOptions, Security } from "rsa-variants/security";
import { seedOf } from "../support.ts";

/** A key for each attack, small enough for a fraction of a second. */
export const small: { readonly [Name in AttackName]: DemonstrationOptions<Name> } = {
  "small-crt-exponents": { variant: "scheme-b", modulusLength: 512, crtExponentLength: 80 },
  "small-private-exponent": { modulusLength: 256 },
  "common-modulus": { modulusLength: 256 },
  fault: { modulusLength: 256 },
  "unbalanced-chosen-ciphertext": { modulusLength: 256, primeLength: 64, device: "encrypts-again" },
  "partial-exposure": { modulusLength: 512 },
  "several-crt-exponents": { modulusLength: 768 },
  "debian-seed": { modulusLength: 512 },
  "meet-in-the-middle": { modulusLength: 256, crtExponentLength: 18 },
  "class-group": { modulusLength: 192 },
  "elliptic-curve": { shape: "one-short-prime", modulusLength: 160, primeLength: 36 },
};

/** A demonstration with such a key, the same in every run. */
export function smallDemonstration<Name extends AttackName>(
  security: Security,
  name: Name,
  seed: number,
): Promise<Demonstration<Name>> {
  return security.demonstration(name, { ...small[name], seed: seedOf(seed) });
}

/** A key without any weakness: two primes and e = 65537. */
export const sound = { modulus: (2n ** 127n - 1n) * (2n ** 521n - 1n), publicExponent: 65537n };
