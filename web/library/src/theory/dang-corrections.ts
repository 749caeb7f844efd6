// A file of its own, because users of `rsa-variants/xrsa` need no others.
import type { Correction } from "./sources.js";

/** The errors in Dang, Li, Chen 2021. */
export const dangCorrections: readonly Correction[] = [
  {
    papers: ["dang-2021"],
    place: "algorithm 1, step 3",
    printed: "S_p − S_q is one modular subtraction.",
    right: "If q > p, S_q may be p or more. Adding p once then leaves a number below 0: reduce S_q modulo p first.",
    check: "A test counts such results for primes of 8 bits. Our model of the device reduces S_q.",
  },
  {
    papers: ["dang-2021"],
    place: "algorithm 2",
    printed: "Each of its 2,047 steps squares.",
    right:
      "Each step must multiply by s_1, or there must be only 11 squarings. As printed, the result is not R^2 mod p.",
    check: "A test runs all three for primes of 8 bits and compares the results with R^2 mod p.",
  },
  {
    papers: ["dang-2021"],
    place: "algorithm 3",
    printed: "It also multiplies where the bit of the exponent is 0, and discards the product.",
    right:
      "Every product must count, as in our modes with a window. Otherwise a disturbed product that changes nothing reveals that its bit is 0 (Yen, Joye 2000), and no check of the result prevents that.",
    check: "No later step of the algorithm reads the discarded product.",
  },
  {
    papers: ["dang-2021"],
    place: "equation 3",
    printed: "If S_q + h·q ≥ N, subtract N.",
    right: "It never is: S_q ≤ q − 1 and h ≤ p − 1.",
    check: "q − 1 + (p − 1)·q = N − 1.",
  },
  {
    papers: ["dang-2021"],
    place: "section III.D",
    printed: "A private operation takes 12,304 Montgomery products.",
    right: "12,302. For each prime, the conversion at the end of algorithm 3 is counted twice.",
    check: "Our model of the device counts every product.",
  },
  {
    papers: ["dang-2021"],
    place: "table II",
    printed: "2048~1023 in the head.",
    right: "2048~1025.",
    check: "The columns beside it end at bit 2049 and begin at bit 1024.",
  },
  {
    papers: ["dang-2021"],
    place: "section II.B",
    printed: "a^b mod p takes b − 1 Montgomery products.",
    right: "With b of k bits it takes 1.5·k on average by repeated squaring, and algorithm 3 takes 2·k.",
    check: "Algorithm 3 takes 4,099 in all: 2·2048 and three conversions.",
  },
  {
    papers: ["dang-2021"],
    place: "section II.A",
    printed: "The only way to factor N is to try every integer.",
    right: "Methods of sub-exponential time are known, such as the number field sieve.",
    check: "Our attack elliptic-curve finds primes of 80 bits, which no trial division reaches.",
  },
];
