import { dangCorrections } from "./dang-corrections.js";
import type { Correction } from "./sources.js";

/**
 * Every error found in the papers of `sources`.
 *
 * @example
 * ```ts
 * import { corrections } from "rsa-variants/theory";
 * console.log(corrections.filter(({ papers }) => papers.includes("dang-2021")).map(({ place }) => place));
 * ```
 */
export const corrections: readonly Correction[] = [
  {
    papers: ["hansen-2009"],
    place: "comparison table",
    printed: "Multi-power is r²/2 times as fast as plain RSA.",
    right: "r³/2, as in the derivation of section II.C and in its own figure of 13.5 for r = 3.",
    check: "3³/2 = 13.5. A test compares our formula with every theoretical figure.",
  },
  {
    papers: ["hansen-2009"],
    place: "section II.C",
    printed: "For multi-power, M_p = C^(d_p) mod p^(r−1).",
    right:
      "This holds only modulo p, because d_p is an exponent modulo p − 1. The result must be lifted, as the paper says later.",
    check: "For p = 11, r = 3 and e = 3, 7 and 9, the printed form is wrong in 300 of 330 cases.",
  },
  {
    papers: ["hansen-2009", "paixao-2005"],
    place: "R-Prime, key generation",
    printed: "The primes need gcd(p_1 − 1, …, p_r − 1) = 2.",
    right:
      "Every pair needs gcd 2. For the primes 7, 11 and 31, no d has the CRT exponents 5, 3 and 7. Of random triples of primes with an overall gcd of 2, 76.4 % have a pair with a larger gcd.",
    check: "We multiplied the shares over all primes up to 100,000, and tried every d for 7, 11 and 31.",
  },
  {
    papers: ["hansen-2009", "paixao-2005"],
    place: "rebalanced and R-Prime, key generation",
    printed: "The CRT exponents need d_p ≡ d_q mod 2.",
    right:
      "They are always odd. They must also differ: with d_p = d_q, d itself is that short, and continued fractions find it (Wiener 1990). IJAFRC asks for distinct exponents.",
    check: "A test recovers d for such a key. Key generation and key checks refuse it.",
  },
  {
    papers: ["hansen-2009", "paixao-2005"],
    place: "rebalanced and R-Prime, security",
    printed: "CRT exponents of w = 160 bits are enough for every n.",
    right:
      "A search takes w/2 = 80 bits of work at any n, which is weak today (Qiao, Lam 2000). From 1312 bits on, lattices break rebalanced keys, in theory (Takayasu, Lu, Peng 2019).",
    check: "The limit of the lattices is 0.122·n: 159.9 bits at n = 1311 and 160.1 at n = 1312.",
  },
  {
    papers: ["paixao-2005"],
    place: "tables 1 and 2",
    printed: "Figures for three primes at 768 bits.",
    right: "At 768 bits, its own section 4.1 allows two primes.",
    check: "That section asks for primes longer than 256 bits. A third of 768 is 256.",
  },
  {
    papers: ["paixao-2005"],
    place: "table 2 and section 5.2",
    printed: "All variants but batch fall a little below theory. Rebalanced keys of 768 bits: 2.52.",
    right: "2.52 is above its theory of 2.40.",
    check: "n/(2w) = 768/320 = 2.40.",
  },
  {
    papers: ["paixao-2005"],
    place: "section 3.1",
    printed: "The private key is N and the exponents d_i.",
    right: "It also needs the primes.",
    check: "Decryption computes modulo each p_i. Later sections list the primes.",
  },
  {
    papers: ["biswas-2003"],
    place: "section 5.4",
    printed: "The primes are made with rand(), seeded with the time in seconds.",
    right: "Use the generator of the operating system. The clock leaves few possible keys: 86,400 for each day.",
    check: "Trying every second of a day takes less than a second.",
  },
  {
    papers: ["biswas-2003"],
    place: "section 5.5",
    printed: "About 100 characters fit at 1024 bits; more often do not.",
    right: "100 is the largest round number. 102 characters always fit.",
    check: "Three digits for each character: 10^306 < 2^1023 < 10^309.",
  },
  {
    papers: ["biswas-2003"],
    place: "section 6.2",
    printed: "1024 bits are a good balance of speed and security.",
    right:
      "1024 bits are weak today: the number field sieve takes 80 bits of work (NIST 2019). Use at least 2048 bits.",
    check: "The formula of SP 800-56B, Appendix D, gives 80 bits at n = 1024 and 110 at n = 2048.",
  },
  {
    papers: ["ijafrc-2014"],
    place: "theorem 3.1",
    printed: "For coprime a and b, exactly one pair of integers has a·u − b·v = 1.",
    right:
      "With (u, v), (u + b, v + a) is a pair too. Exactly one has 0 < u ≤ b; the schemes use the one with b < u ≤ 2b.",
    check: "3·1 − 2·1 = 3·3 − 2·4 = 1. A test counts the pairs within the bounds for small a and b.",
  },
  {
    papers: ["ijafrc-2014"],
    place: "section III.A, complexity",
    printed: "Scheme A has a public exponent of 512 bits.",
    right: "568 bits, as in its algorithm.",
    check: "The next line of the paper divides by 568: 1.5·1024/568 = 2.7.",
  },
  {
    papers: ["ijafrc-2014"],
    place: "table 1 and abstract",
    printed: "Schemes A and B encrypt 4.4 and 1.62 times as fast as rebalanced RSA.",
    right: "Its theory gives 2.7 and 3.0, so Scheme B should be the faster one. In our measurements it is.",
    check: "137.4/31.2 = 4.4 and 137.4/84.6 = 1.62, but 1.5·1024/568 = 2.7 and 1.5·1024/512 = 3.0.",
  },
  {
    papers: ["ijafrc-2014"],
    place: "section V.A",
    printed: "At 1024 bits, plain RSA encrypts fastest.",
    right: "In table 1, Scheme A does: 31.2 against 34.2 ms. With a short e, plain RSA should indeed be fastest.",
    check: "We compared the text with table 1.",
  },
  {
    papers: ["ijafrc-2014"],
    place: "table 1",
    printed: "Schemes A and B decrypt in 40.4 and 37.4 ms, the time of CRT.",
    right: "By its theory they take 19 and 24 ms, as their CRT exponents have 160 and 198 bits.",
    check: "Rebalanced takes 19 ms with 160 bits, and 19·198/160 = 23.5.",
  },
  {
    papers: ["ijafrc-2014"],
    place: "section III, complexity",
    printed: "Encryption is 1.5·n/k times as fast as for rebalanced RSA.",
    right: "This assumes an e with few ones. The algorithms draw e at random, which gives n/k: 1.8 and 2.0.",
    check:
      "A random e costs 1.5·k products, as a long e of rebalanced RSA costs 1.5·n: 1024/568 = 1.8 and 1024/512 = 2.0.",
  },
  {
    papers: ["ijafrc-2014"],
    place: "decryption of rebalanced RSA",
    printed: "The recombination uses p⁻¹ mod p.",
    right: "p has no inverse modulo itself. It must be p⁻¹ mod q.",
    check: "The paper's algorithm for CRT has p⁻¹ mod q.",
  },
  {
    papers: ["ijafrc-2014"],
    place: "abstract and section III",
    printed: "Scheme A with 1024 bits is the best choice for a balance of both directions.",
    right: "Schemes A and B are broken with these lengths (Bleichenbacher, May 2006).",
    check: "The attack reaches w up to 0.4·(n − |e|): 182 and 204 bits. Ours, small-crt-exponents, takes seconds.",
  },
  ...dangCorrections,
];
