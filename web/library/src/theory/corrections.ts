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
    papers: ["hansen-2009"],
    place: "section II.D",
    printed: "In plain RSA, e is small, typically 16 bits or less.",
    right: "Its own section II names the usual e, 2^16 + 1, which has 17 bits.",
    check: "65537 is 2^16 + 1. The figure of 29 ms for an encryption fits it.",
  },
  {
    papers: ["hansen-2009"],
    place: "section II.E",
    printed: "Hensel lifting uses exponentiations modulo e.",
    right: "It raises to the power e, modulo powers of p. Such a power is expensive if e is as long as N.",
    check: "Takagi's lifting computes A^e mod p^(i+1). With e = 17 in our worked example, nothing is modulo 17.",
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
    place: "section 5.2",
    printed: "R-Prime gains 783 % on CRT, 2720 % on plain RSA, and 30 % on rebalanced.",
    right:
      "It is 7.83 times as fast, which is a gain of 683 %, and 27.2 times as fast, a gain of 2617 %. Over rebalanced it gains 31 %. The abstract and the conclusion have 8 and 27 times.",
    check: "Table 2 and section 2: 7.83·3.47 = 27.17 and 7.83/5.98 = 1.309.",
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
    place: "section 5.4, the pause of one second",
    printed: "A pause of one second makes sure that the random numbers are never repeated.",
    right:
      "It prevents a repetition only within one run. Two runs that start in the same second make the same key, and so does a clock that is set back.",
    check: "The seed is the time in whole seconds, and nothing else.",
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
    place: "section 6.1",
    printed: "Decryption takes 254.35 s with c = 1, and 3.37 s with c = 100.",
    right:
      "That is 25.4 ms for each of 10,000 powers, and 33.7 ms for each of 100: 32 % more, although a power takes as long for any c. So the times contain about a second of other work for the file, which the paper does not name.",
    check: "254.349886/10,000 = 0.0254 and 3.365591/100 = 0.0337. In our measurements the times of a power agree.",
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
    place: "table 1, public exponent",
    printed: "Plain RSA encrypts in 34.2 ms at 1024 bits and in 225 ms at 2048; no public exponent is given.",
    right:
      "Its e has about 250 and 690 bits, so it is not the usual 65537. Encryption with rebalanced takes 4.02 times as long as with plain RSA, where theory with 65537 gives 90 times, and with Scheme A it is 1.10 times as fast, where theory gives 33 times as long.",
    check:
      "A power takes as long as its exponent: 34.2/138.2·1024 = 253 and 225/672·2048 = 686. 137.4/34.2 = 4.02 and 34.2/31.2 = 1.10.",
  },
  {
    papers: ["ijafrc-2014"],
    place: "table 1, short lengths",
    printed:
      "Decryption at 256 bits: 31 ms with plain RSA, 3.75 with CRT, 13 with rebalanced. Encryption: 0, 3.75 and 34.",
    right:
      "The clock advances in steps of about 16 ms, and each figure is the mean of five: these are none, one or a few steps. At 512 bits, plain RSA is faster than at 256.",
    check: "15.6/5 = 3.1, 15.6 and 31.2 explain most of them. All figures at 128 bits are 0.",
  },
  {
    papers: ["ijafrc-2014"],
    place: "table 1, rebalanced at 256 bits",
    printed: "Rebalanced keys of 256 bits; its k is 160.",
    right:
      "k must be below n/2 = 128. With k = 128, the exponents are as long as those of CRT, and so is decryption. We measure 80 bits.",
    check: "Section II.C of the paper asks for k < n/2.",
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
    place: "section V.A, encryption with CRT",
    printed: "At 2048 bits, encryption with CRT is 1.25 times slower than with plain RSA.",
    right: "CRT changes only decryption. Encryption is the same power; a difference is another e, or chance.",
    check: "Both compute M^e mod N. In our measurements the times agree.",
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
