/** The name of a paper whose figures this package contains. */
export type SourceId = "hansen-2009" | "paixao-2005" | "biswas-2003" | "ijafrc-2014" | "dang-2021";

/** A paper with published figures. */
export interface Source {
  readonly id: SourceId;
  /** The authors, or the journal if our copy names none. */
  readonly authors: string;
  readonly title: string;
  readonly year: number;
  readonly publishedIn?: string;
  /** The machine and software of the measurements. */
  readonly machine: string;
  /** What you need to know before you compare with the paper's figures. */
  readonly remarks: readonly string[];
  /** Errors in the paper, which the library corrects. */
  readonly errors: readonly string[];
}

const everyPair =
  "For R-Prime it requires gcd(p_1 − 1, …, p_r − 1) = 2. That is not enough: every pair of these numbers must have gcd 2.";
const equalExponents =
  "It requires d_p ≡ d_q mod 2, which always holds because both are odd. It allows d_p = d_q, which gives N away.";

/**
 * The papers, by the name that figures refer to. The figures of `dang-2021` are in `rsa-variants/xrsa`.
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
    remarks: [],
    errors: [
      "The comparison table prints r²/2 for multi-power. The derivation beside it and the figure 13.5 are r³/2.",
      "For multi-power it prints M_p = C^(d_p) mod p^(r−1). That is right only modulo p: the result must be lifted.",
      "It recommends w = 160 for every n. From 1312 bits on such keys are broken, in theory.",
      everyPair,
      equalExponents,
    ],
  },
  "paixao-2005": {
    id: "paixao-2005",
    authors: "Cesar Alison Monteiro Paixão, Décio Luiz Gazzoni Filho",
    title: "An efficient variant of the RSA cryptosystem",
    year: 2005,
    machine: "AMD Athlon XP 1400+, 256 MB, GNU MP",
    remarks: ["Speed-ups are over CRT. The speed-up of CRT over plain RSA is given separately, in section 2."],
    errors: [
      "It measures three primes at 768 bits, where its own limit is two.",
      "The private key of section 3.1 lacks the primes, without which it cannot decrypt.",
      "Its text speaks of a slight loss for rebalanced keys of 768 bits. Its table has 2.52, more than its theory of 2.40.",
      everyPair,
      equalExponents,
    ],
  },
  "biswas-2003": {
    id: "biswas-2003",
    authors: "Rajorshi Biswas, Shibdas Bandyopadhyay, Anirban Banerjee",
    title: "A Fast Implementation of the RSA Algorithm Using the GNU MP Library",
    year: 2003,
    machine: "Pentium-class processor, 733 MHz, Linux 2.4.20, GNU MP",
    remarks: ["Times are for a file of 10,000 characters, encrypted in pieces of some characters each."],
    errors: [
      "Its program seeds rand() with the clock, which leaves few possible keys. Anyone who knows the day finds the key in seconds.",
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
      "The title given here is descriptive.",
      "Each figure is the mean of five keys, measured with a clock of about 16 ms: read small figures with care.",
    ],
    errors: [
      "Its encryption speed-ups over rebalanced, 4.4 for Scheme A and 1.62 for Scheme B, contradict its theory of 2.7 and 3.0.",
      "Its text says that plain RSA encrypts fastest. In its table Scheme A is faster at 1024 bits: 31.2 against 34.2 ms.",
      "Schemes A and B decrypt in 40.4 and 37.4 ms, the time of CRT. Its theory gives 19 and 24 ms.",
      "The gain in encryption, 1.5·n/k, assumes an e with few ones. Its key generation draws e at random, which gives 1.8 and 2.0.",
      "Its decryption for rebalanced keys uses p⁻¹ mod p, which does not exist.",
      "The paragraph on complexity gives Scheme A a public exponent of 512 bits. The algorithm has 568.",
    ],
  },
  "dang-2021": {
    id: "dang-2021",
    authors: "Fan Dang, Lingkun Li, Jiajie Chen",
    title: "xRSA: Construct Larger Bits RSA on Low-Cost Devices",
    year: 2021,
    publishedIn: "27th IEEE International Conference on Parallel and Distributed Systems, 2021",
    machine: "HED CIU98320B (SecurCore SC000, a modular multiplier of 2048 bits with 3 KiB of RAM)",
    remarks: [],
    errors: [
      "Algorithm 2 squares in each of its 2,047 steps. It must multiply by s_1 instead, or square only 11 times.",
      "Algorithm 3 also multiplies where the bit is 0. That reveals the bit to anyone who can disturb one product (Yen, Joye 2000).",
      "The count of 12,304 includes the conversion at the end of Algorithm 3 twice for each prime. It is 12,302.",
      "The head of Table II has 2048~1023 instead of 2048~1025.",
      "Section II-A says that the only way to factor N is to try every integer. Methods of sub-exponential time are known.",
    ],
  },
};
