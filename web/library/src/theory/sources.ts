/** The name of a paper whose figures this package contains. */
export type SourceId = "hansen-2009" | "paixao-2005" | "biswas-2003" | "ijafrc-2014" | "dang-2021";

/** A paper with published figures. */
export interface Source {
  /** The name that figures refer to. */
  readonly id: SourceId;
  /** The authors, or the journal if our copy names none. */
  readonly authors: string;
  /** The title. */
  readonly title: string;
  /** The year of publication. */
  readonly year: number;
  /** Journal, proceedings or publisher, if any. */
  readonly publishedIn?: string;
  /** The machine and software of the measurements. */
  readonly machine: string;
  /** What you need to know before you compare with the paper's figures. */
  readonly remarks: readonly string[];
}

/** An error in a paper, or advice that no longer holds. The library uses what is right. */
export interface Correction {
  /** The papers that contain it. */
  readonly papers: readonly SourceId[];
  /** The sections, tables or algorithms. */
  readonly place: string;
  /** What the paper prints. */
  readonly printed: string;
  /** What is right instead. */
  readonly right: string;
  /** How we checked what is right. */
  readonly check: string;
}

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
  },
  "paixao-2005": {
    id: "paixao-2005",
    authors: "Cesar Alison Monteiro Paixão, Décio Luiz Gazzoni Filho",
    title: "An efficient variant of the RSA cryptosystem",
    year: 2005,
    machine: "AMD Athlon XP 1400+, 256 MB, GNU MP",
    remarks: ["Speed-ups are over CRT. The speed-up of CRT over plain RSA is given separately, in section 2."],
  },
  "biswas-2003": {
    id: "biswas-2003",
    authors: "Rajorshi Biswas, Shibdas Bandyopadhyay, Anirban Banerjee",
    title: "A Fast Implementation of the RSA Algorithm Using the GNU MP Library",
    year: 2003,
    machine: "Pentium-class processor, 733 MHz, Linux 2.4.20, GNU MP",
    remarks: ["Times are for a file of 10,000 characters, encrypted in pieces of some characters each."],
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
      "It gives w for 1024 bits only: 160, and 198 for Scheme B.",
      "Each figure is the mean of five keys, measured with a clock of about 16 ms: read small figures with care.",
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
  },
};
