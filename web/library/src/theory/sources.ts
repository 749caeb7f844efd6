/** A paper whose figures this package carries. */
export type SourceId = "hansen-2009" | "paixao-2005" | "biswas-2003" | "ijafrc-2014" | "dang-2021";

/** Where a figure was published. */
export interface Source {
  readonly id: SourceId;
  /** The authors, or the journal where the copy at hand names none. */
  readonly authors: string;
  readonly title: string;
  readonly year: number;
  readonly publishedIn?: string;
  /** What was measured on. */
  readonly machine: string;
  /** What a reader must know before comparing with the paper's figures. */
  readonly remarks: readonly string[];
}

const equalExponents =
  "Of the CRT exponents it asks d_p ≡ d_q mod 2, which says nothing, both being odd; equal ones, which give N away, it allows.";

/**
 * The papers, by the name that figures refer to them with.
 *
 * @example
 * ```ts
 * import { sources } from "rsa-variants/theory";
 * console.log(sources["paixao-2005"].machine);
 * ```
 */
export const sources: Readonly<Record<SourceId, Source>> = {
  "hansen-2009": {
    id: "hansen-2009",
    authors: "Klaus Hansen, Troels Larsen, Kim Olsen",
    title: "On the Efficiency of Fast RSA Variants in Modern Mobile Phones",
    year: 2009,
    publishedIn: "International Journal of Computer Science and Information Security 6(3)",
    machine: "HTC Touch Dual (Qualcomm MSM 7200, 400 MHz), Java ME, Bouncy Castle",
    remarks: [
      "The comparison table prints r²/2 for multi-power; the derivation beside it and the figure 13.5 are r³/2.",
      "For R-Prime it asks gcd(p_1 − 1, …, p_r − 1) = 2; keys exist for certain only when every pair has gcd 2.",
      "For multi-power it prints M_p = C^(d_p) mod p^(r−1), which is right modulo p alone: it has to be lifted.",
      equalExponents,
    ],
  },
  "paixao-2005": {
    id: "paixao-2005",
    authors: "Cesar Alison Monteiro Paixão, Décio Luiz Gazzoni Filho",
    title: "An efficient variant of the RSA cryptosystem",
    year: 2005,
    machine: "AMD Athlon XP 1400+, 256 MB, GNU MP",
    remarks: [
      "Speed-ups are over CRT; CRT over original is given apart, in section 2.",
      "For R-Prime it asks gcd(p_1 − 1, …, p_k − 1) = 2; keys exist for certain only when every pair has gcd 2.",
      "It measures three primes at 768 bits, where its own limit is two; the private key of section 3.1 lacks the primes.",
      "Rebalanced at 768 bits was measured at 2.52, above its theory of 2.40, which its text does not say.",
      equalExponents,
    ],
  },
  "biswas-2003": {
    id: "biswas-2003",
    authors: "Rajorshi Biswas, Shibdas Bandyopadhyay, Anirban Banerjee",
    title: "A Fast Implementation of the RSA Algorithm Using the GNU MP Library",
    year: 2003,
    machine: "Pentium-class processor, 733 MHz, Linux 2.4.20, GNU MP",
    remarks: [
      "Times are for a file of 10,000 characters, encrypted in pieces of some characters each; `operations` says how many.",
      "Keys were drawn from rand() seeded with the clock, which leaves few possible keys: never do that.",
    ],
  },
  "ijafrc-2014": {
    id: "ijafrc-2014",
    authors: "International Journal of Advance Foundation and Research in Computer",
    title: "Comparison of RSA-CRT and Rebalanced RSA-CRT with Schemes A and B",
    year: 2014,
    publishedIn: "International Journal of Advance Foundation and Research in Computer 1(10), October 2014",
    machine: "laptop, 1.6 GHz, 2 GB, Java 7, Windows",
    remarks: [
      "The title here is descriptive. Each figure is the mean of five keys, at a clock of about 16 ms: read small ones with care.",
      "Its encryption speed-ups over rebalanced, 4.4 for Scheme A and 1.62 for Scheme B, contradict its theory, 2.7 and 3.0.",
      "Its text says that standard RSA encrypts best; its table has Scheme A ahead at 1024 bits, 31.2 ms against 34.2.",
      "Schemes A and B decrypt in 40.4 and 37.4 ms, the time of CRT; theory gives 19 and 24.",
      "1.5·n/k for the gain in encryption takes an e of few ones, but its key generation draws e at random: 1.8 and 2.0.",
      "Its decryption for rebalanced keys has p⁻¹ mod p, which does not exist.",
      "The paragraph on complexity gives Scheme A a public exponent of 512 bits; the algorithm has 568.",
    ],
  },
  "dang-2021": {
    id: "dang-2021",
    authors: "Fan Dang, Lingkun Li, Jiajie Chen",
    title: "xRSA: Construct Larger Bits RSA on Low-Cost Devices",
    year: 2021,
    publishedIn: "27th IEEE International Conference on Parallel and Distributed Systems, 2021",
    machine: "HED CIU98320B (SecurCore SC000, a modular multiplier of 2048 bits with 3 KiB of RAM)",
    remarks: [
      "Its figures are of another kind: they stand in `rsa-variants/xrsa`.",
      "Algorithm 2 squares in each of its 2,047 steps, which is wrong: 2,047 multiplications by s_1 are meant, and 11 squarings do.",
      "Algorithm 3 multiplies also where the bit is 0, which tells on whoever can disturb one product (Yen, Joye 2000).",
      "The head of Table II has 2048~1023 for 2048~1025.",
      "The count 12,304 has the conversion at the end of Algorithm 3 twice for each prime; it is 12,302.",
      "Section II-A says that only trying every integer factors N: methods of sub-exponential time are known.",
    ],
  },
};
