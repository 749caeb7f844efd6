import type { GuardName } from "../../core/citations.ts";

/** What the page says about a guard of the private operation. */
export interface GuardText {
  readonly id: GuardName;
  readonly name: string;
  /** What it does, and against which attack. */
  readonly what: string;
  /** What its cost is made of. */
  readonly cost: string;
}

export const guardTexts: readonly GuardText[] = [
  {
    id: "Blinding",
    name: "Blinding, against timing",
    what: "Where times depend on the numbers in an operation, those of many ciphertexts tell the private exponent. The ciphertext is multiplied by v^e for a random v first, and the result freed of v, so that nobody knows which numbers the exponentiations work on.",
    cost: "Every 32nd operation draws a new v; those between square the factors of the one before, a few multiplications. With a long e, v^e costs as much as several private operations: then a random number takes its place, and v, the d-th power of that, is found by one more private operation.",
  },
  {
    id: "Fault check",
    name: "Fault check, against disturbed machines",
    what: "From one wrong half of a CRT computation a prime follows by a single gcd. The result is checked before it is released.",
    cost: "With a short e it is encrypted again and compared. With a long e that would cost several private operations: instead each prime's share is computed modulo p·t, for a prime t of 32 bits, and compared modulo t with a short exponentiation of its own. That is little, but so is the operation, and the check weighs more there.",
  },
];
