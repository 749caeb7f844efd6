/** A remark about the paper. */
export interface Note {
  readonly title: string;
  readonly text: string;
}

/** The questions of the paper's last section. */
export const answers: readonly Note[] = [
  {
    title: "Can 7680 bits be computed on a multiplier of 2048?",
    text: "Yes: as four primes of 1920 bits, recombined one after the other by Garner’s formula, with nothing wider than the unit. Any n goes whose primes fit: n/r ≤ k.",
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
    title: "“The only way is to go over every integer”:",
    text: "factoring N is far easier than that; the number field sieve is sub-exponential. It is still out of reach at these lengths.",
  },
];

/** What the paper does not say. */
export const observation: Note = {
  title: "The last subtraction never happens.",
  text: "With Garner’s formula S = S_q + h·q, where S_q ≤ q − 1 and h ≤ p − 1: so S ≤ p·q − 1 = N − 1. Equation 3 is kept because the paper has it.",
};
