import { published } from "rsa-variants/xrsa";

/** A remark about the paper. */
export interface Note {
  readonly title: string;
  readonly text: string;
}

/** The questions of the paper's last section. */
export const answers: readonly Note[] = [
  {
    title: "Can 7680 bits be computed on a multiplier of 2048?",
    text: "Yes: as four primes of 1920 bits, recombined one after the other by Garner’s formula, with nothing wider than the unit. Any n goes whose primes fit: n/r ≤ k. As two primes of 3840 bits, as other software makes it, no: every ⊗ would be modulo a number wider than the unit, and only the naive method would be left.",
  },
  {
    title: "Can the device make its own key?",
    text: "Yes: Miller–Rabin takes the same power, N is a product of halves as in Table II, and the exponents and coefficients are found within k bits. Choose “the device” above, and its counts are shown.",
  },
];

/** Errors of the paper. */
export const corrections: readonly Note[] = [
  {
    title: "Algorithm 2",
    text: "squares s_(i−1) in each of its n − 1 rounds, which ends far beyond R^2. Its own text has s_i = 2^i·R: so it must multiply by s_1, or square log_2 n times.",
  },
  {
    title: "12 304",
    text: "counts the last conversion of Algorithm 3 twice, once for each prime, for its 4099 contain it. It is 12 302.",
  },
  {
    title: "2048~1023",
    text: "in the head of Table II is 2048~1025, the bits above the lowest 1024.",
  },
  {
    title: "“The only way is to go over every integer”:",
    text: "factoring N is far easier than that; the number field sieve is sub-exponential. It is still out of reach at these lengths.",
  },
];

/** What the paper does not say. */
export const observations: readonly Note[] = [
  {
    title: "The last subtraction never happens.",
    text: "With Garner’s formula S = S_q + h·q, where S_q ≤ q − 1 and h ≤ p − 1: so S ≤ p·q − 1 = N − 1. Equation 3 is kept because the paper has it.",
  },
  {
    title: "The dummy product tells on faults.",
    text: "Algorithm 3 multiplies for every bit and throws the product away where the bit is 0. Whoever disturbs one product and still sees the right result knows that bit; no check of the result helps (Yen, Joye 2000).",
  },
];

/** What the paper measured on its part, in its own figures. */
export const measurements: readonly Note[] = [
  {
    title: "Counts",
    text: "for each prime: 2047 ⊗ for R^2, 1 for m mod p, 4099 for the power and 1 at the end, 6148 in all.",
  },
  {
    title: "Speed",
    text: `${published.operationsPerSecond} private operations of RSA-4096 a second; the vendor’s own RSA-2048 makes ${published.vendorRsa2048OperationsPerSecond}, 17 times as many.`,
  },
  {
    title: "GnuPG",
    text: `signs with RSA-4096 in ${published.signing.xrsa} ms through it, and in ${published.signing.yubikey} ms with a YubiKey 5 NFC, whose chip has RSA-4096: 29.7 % longer.`,
  },
];
