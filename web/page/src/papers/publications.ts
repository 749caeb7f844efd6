import { formatList } from "@rsa-variants/measure/text/format";
import { shortSources } from "@rsa-variants/measure/text/sources";
import { variantFacts, variants } from "rsa-variants";
import { attacks, type Source } from "rsa-variants/security";
import { sources } from "rsa-variants/theory";
import { verdictSources } from "../generated/sources.ts";
import { anchorOf, guardSources, shortSource } from "../ui/citations.tsx";
import { variantPages } from "../variants.ts";
import { links } from "./links.ts";

/** What the page uses a publication for, and where it shows that. */
interface Purpose {
  readonly text: string;
  readonly href?: string;
}

/** A publication that the page is based on. */
export interface Publication extends Source {
  readonly id: string;
  /** The authors' family names and the year. Unknown authors and titles are empty. */
  readonly short: string;
  /** The addresses that its identifiers give, each with the identifier. */
  readonly addresses: readonly Address[];
  readonly purposes: readonly Purpose[];
}

interface Address {
  readonly kind: "DOI" | "ePrint" | "arXiv" | "RFC" | "Web";
  /** Of a page on the Web, its host. */
  readonly identifier: string;
  readonly href: string;
}

const notIncluded: Purpose = { text: "Not included, and why.", href: "#not-included" };

/** The publications that the library does not name. */
const own: readonly (Source & { readonly purpose?: Purpose; readonly name?: string })[] = [
  {
    authors: "Ronald L. Rivest, Adi Shamir, Leonard Adleman",
    title: "A Method for Obtaining Digital Signatures and Public-Key Cryptosystems",
    publishedIn: "Communications of the ACM 21",
    year: 1978,
  },
  {
    authors: "Jean-Jacques Quisquater, Chantal Couvreur",
    title: "Fast Decipherment Algorithm for RSA Public-Key Cryptosystem",
    publishedIn: "Electronics Letters 18",
    year: 1982,
  },
  {
    authors: "Thomas Collins, Dale Hopkins, Susan Langford, Michael Sabin",
    title: "Public Key Cryptographic Apparatus and Method",
    publishedIn: "US patent 5,848,159",
    year: 1997,
  },
  {
    authors: "Tsuyoshi Takagi",
    title: "Fast RSA-Type Cryptosystem Modulo p^k q",
    publishedIn: "Crypto 1998",
    year: 1998,
  },
  {
    authors: "Seongan Lim, Seungjoo Kim, Ikkwon Yie, Hongsub Lee",
    title: "A Generalized Takagi-Cryptosystem with a Modulus of the Form p^r q^s",
    publishedIn: "Indocrypt 2000",
    year: 2000,
  },
  { authors: "Amos Fiat", title: "Batch RSA", publishedIn: "Crypto 1989", year: 1989 },
  { authors: "Adi Shamir", title: "RSA for Paranoids", publishedIn: "CryptoBytes 1(3)", year: 1995 },
  {
    authors: "Hung-Min Sun, Mu-En Wu",
    title: "Design of Rebalanced RSA-CRT for Fast Encryption",
    publishedIn: "Information Security Conference 2005",
    year: 2005,
  },
  {
    authors: "Paul C. Kocher",
    title: "Timing Attacks on Implementations of Diffie-Hellman, RSA, DSS, and Other Systems",
    publishedIn: "Crypto 1996",
    year: 1996,
  },
  {
    authors: "Christian Aumüller, Peter Bier, Wieland Fischer, Peter Hofreiter, Jean-Pierre Seifert",
    title: "Fault Attacks on RSA with CRT: Concrete Results and Practical Countermeasures",
    publishedIn: "CHES 2002",
    year: 2002,
  },
  {
    authors: "Sung-Ming Yen, Marc Joye",
    title: "Checking Before Output May Not Be Enough Against Fault-Based Cryptanalysis",
    publishedIn: "IEEE Transactions on Computers 49",
    year: 2000,
    purpose: { text: "What a disturbed multiplication reveals.", href: "../xrsa/" },
  },
  {
    authors: "Hovav Shacham, Dan Boneh",
    title: "Improving SSL Handshake Performance via Batching",
    publishedIn: "CT-RSA 2001, LNCS 2020, pages 28–43",
    year: 2001,
    purpose: {
      text: "Batch of four messages on a web server: handshakes 2.5 times as fast, with RSA keys of 1024 bits. Paixão and Gazzoni Filho measured 2.78 for the decryption.",
    },
  },
  {
    authors: "Camille Vuillaume",
    title: "Efficiency Comparison of Several RSA Variants",
    publishedIn: "Fachbereich Informatik der TU Darmstadt",
    year: 2003,
    purpose: { text: "An earlier comparison of fast variants. IJAFRC cites it under the name of Takagi." },
  },
  {
    authors: "Hung-Min Sun, Mu-En Wu, M. Jason Hinek, Cheng-Ta Yang, Vincent S. Tseng",
    title: "Trading Decryption for Speeding Encryption in Rebalanced-RSA",
    publishedIn: "Journal of Systems and Software 82",
    year: 2009,
    purpose: {
      text: "Schemes A and B again, in a journal: at 1024 bits they encrypt at least 2.6 and 3 times as fast as rebalanced keys.",
    },
  },
  {
    authors: "Hung-Min Sun, Mu-En Wu, Wei-Chi Ting, M. Jason Hinek",
    title: "Dual RSA and Its Security Analysis",
    publishedIn: "IEEE Transactions on Information Theory 53(8), pages 2922–2933",
    year: 2007,
    purpose: notIncluded,
  },
  {
    authors: "M. Jason Hinek",
    title: "Another Look at Small RSA Exponents",
    publishedIn: "CT-RSA 2006",
    year: 2006,
    name: "Hinek 2006b",
    purpose: notIncluded,
  },
  {
    authors: "Hugh C. Williams",
    title: "A Modification of the RSA Public-Key Encryption Procedure",
    publishedIn: "IEEE Transactions on Information Theory 26, pages 726–729",
    year: 1980,
    purpose: notIncluded,
  },
  {
    authors: "Gregory D. Kahanamoku-Meyer, Seyoon Ragavan, Vinod Vaikuntanathan, Katherine Van Kirk",
    title: "The Jacobi Factoring Circuit: Quantum Factoring with Near-Linear Gates and Sublinear Space and Depth",
    publishedIn: "arXiv:2412.12558",
    year: 2024,
    purpose: { text: "A quantum circuit that factors P²·Q with few qubits: a risk of Multi-power’s own." },
  },
  {
    authors: "Craig Gidney",
    title: "How to factor 2048 bit RSA integers with less than a million noisy qubits",
    publishedIn: "arXiv:2505.15917",
    year: 2025,
    purpose: { text: "What a quantum computer needs to factor RSA-2048. No verdict counts it." },
  },
  {
    authors: "René Peralta, Eiji Okamoto",
    title: "Faster Factoring of Integers of a Special Form",
    publishedIn: "IEICE Transactions on Fundamentals E79-A(4), pages 489–493",
    year: 1996,
    purpose: { text: "Elliptic curves against p·q². The verdicts leave out the constant factor that it gains." },
  },
  {
    authors: "Peter Ebinger, Edlyn Teske",
    title: "Factoring N = pq^2 with the Elliptic Curve Method",
    publishedIn: "ANTS 2002, LNCS 2369",
    year: 2002,
    purpose: { text: "Elliptic curves against p·q², too." },
  },
  {
    authors: "Yuanyuan Zhou, Joop van de Pol, Yu Yu, François-Xavier Standaert",
    title: "A Third is All You Need: Extended Partial Key Exposure Attack on CRT-RSA with Additive Exponent Blinding",
    publishedIn: "Asiacrypt 2022, pages 508–536",
    year: 2022,
    purpose: { text: "Partial key exposure of blinded exponents, which the attack here does not cover." },
  },
  {
    authors: "Md. Ali-Al-Mamun, Mohammad Motaharul Islam, S. M. Mashihure Romman, A. H. Salah Uddin Ahmad",
    title: "Performance Evaluation of Several Efficient RSA Variants",
    publishedIn: "International Journal of Computer Science and Network Security 8(7), July 2008",
    year: 2008,
    purpose: { text: "A comparison that IJAFRC cites. We have not seen it, so none of its figures is here." },
  },
];

/** Systems related to RSA that are not variants of this library. */
export const systemsNotIncluded: readonly {
  readonly name: string;
  readonly sources: readonly string[];
  readonly reason: string;
}[] = [
  {
    name: "Dual RSA",
    sources: ["Sun and others 2007"],
    reason:
      "It saves memory, not time: two moduli share e and d. Each key is then weaker than an ordinary one with the same exponents.",
  },
  {
    name: "Common Prime RSA",
    sources: ["Hinek 2006b", "McKee, Pinch 1998"],
    reason:
      "p − 1 and q − 1 share a long prime, so that a short d resists Wiener’s attack. That prime makes N easier to factor, and rebalanced RSA already covers short exponents.",
  },
  {
    name: "Server-aided RSA",
    sources: ["McKee, Pinch 1998"],
    reason:
      "A weak device lets a server do most of its private operation. That is a protocol between two parties, and several of those that were published have been attacked.",
  },
  {
    name: "Rabin–Williams",
    sources: ["Williams 1980"],
    reason:
      "Its exponent is 2, so it is not RSA: decryption has four answers, and it needs its own padding. A private operation takes as long as with CRT; only the public operation is faster.",
  },
];

/** All publications, in the order of their authors' family names. */
export const publications: readonly Publication[] = collect();

function collect(): Publication[] {
  const found = new Map<string, Omit<Publication, "purposes"> & { purposes: Purpose[] }>();
  const add = (source: Omit<Source, "publishedIn"> & Partial<Source>, purposes: readonly Purpose[], name?: string) => {
    const { authors, title, year, publishedIn } = source;
    const short = name ?? shortSource(source);
    const entry = found.get(short) ?? {
      id: anchorOf(short),
      short,
      authors,
      // The title of an attack's source also says where the library has its own method.
      title: title.replace(/ \([^)]* derived here\)$/, ""),
      year,
      publishedIn: publishedIn ?? "",
      addresses: addressesOf(short, publishedIn),
      purposes: citedFor(short),
    };
    entry.purposes.push(...purposes);
    found.set(short, entry);
  };
  for (const { purpose, name, ...source } of own) add(source, purpose === undefined ? [] : [purpose], name);
  for (const { use, ...source } of verdictSources) add(source, [{ text: use }]);
  for (const { name, title, source } of attacks) {
    add(source, [{ text: `Attack: ${title}.`, href: `../security/#attack-${name}` }]);
  }
  for (const source of Object.values(sources)) {
    // Our copy of this paper names neither, so the library describes it.
    const unknown = source.id === "ijafrc-2014" ? { authors: "", title: "" } : {};
    add({ ...source, ...unknown }, [{ text: "Its tables.", href: `#${source.id}` }], shortSources[source.id]);
  }
  return [...found.values()].sort((a, b) => a.short.localeCompare(b.short, "en"));
}

function citedFor(short: string): Purpose[] {
  const cited = variants.filter((variant) => variantPages[variant].sources.includes(short));
  const names = formatList(cited.map((variant) => variantFacts[variant].title));
  const guards = Object.entries<readonly string[]>(guardSources).filter(([, sources]) => sources.includes(short));
  return [
    ...(names === "" ? [] : [{ text: `Variants: ${names}.` }]),
    ...guards.map(([guard]) => ({ text: `Guard: ${guard}.` })),
  ];
}

function addressesOf(short: string, publishedIn = ""): Address[] {
  const { doi, eprint, web, arXiv = /^arXiv:(\S+)$/.exec(publishedIn)?.[1] } = links[short] ?? {};
  const rfc = /^RFC (\d+)$/.exec(publishedIn)?.[1];
  const address = (kind: Address["kind"], prefix: string, identifier?: string): Address[] =>
    identifier === undefined ? [] : [{ kind, identifier, href: prefix + identifier }];
  return [
    ...address("DOI", "https://doi.org/", doi),
    ...address("ePrint", "https://eprint.iacr.org/", eprint),
    ...address("arXiv", "https://arxiv.org/abs/", arXiv),
    ...address("RFC", "https://www.rfc-editor.org/rfc/rfc", rfc),
    ...(web === undefined ? [] : [{ kind: "Web" as const, identifier: new URL(web).host, href: web }]),
  ];
}
