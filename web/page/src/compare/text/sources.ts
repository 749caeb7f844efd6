import { type SourceId, sources } from "rsa-variants/theory";
import { shortSources } from "../../common/paper-names.ts";

export { shortSources };

/** The publications that the page's sentences rest on. */
export interface Publication {
  /** A name for sentences and cells. */
  readonly short: string;
  readonly authors: string;
  readonly title: string;
  readonly where: string;
}

const own = {
  rivest: {
    short: "Rivest, Shamir, Adleman 1978",
    authors: "Rivest, Shamir, Adleman",
    title: "A Method for Obtaining Digital Signatures and Public-Key Cryptosystems",
    where: "Communications of the ACM 21, 1978",
  },
  quisquater: {
    short: "Quisquater, Couvreur 1982",
    authors: "Quisquater, Couvreur",
    title: "Fast Decipherment Algorithm for RSA Public-Key Cryptosystem",
    where: "Electronics Letters 18, 1982",
  },
  collins: {
    short: "Collins and others 1997",
    authors: "Collins, Hopkins, Langford, Sabin",
    title: "Public Key Cryptographic Apparatus and Method",
    where: "US patent 5,848,159, 1997",
  },
  takagi: {
    short: "Takagi 1998",
    authors: "Takagi",
    title: "Fast RSA-Type Cryptosystem Modulo p^k q",
    where: "Crypto 1998",
  },
  "lim-2000": {
    short: "Lim, Kim, Yie, Lee 2000",
    authors: "Lim, Kim, Yie, Lee",
    title: "A Generalized Takagi-Cryptosystem with a Modulus of the Form p^r q^s",
    where: "Indocrypt 2000",
  },
  wiener: {
    short: "Wiener 1990",
    authors: "Wiener",
    title: "Cryptanalysis of Short RSA Secret Exponents",
    where: "IEEE Transactions on Information Theory 36, 1990",
  },
  fiat: { short: "Fiat 1989", authors: "Fiat", title: "Batch RSA", where: "Crypto 1989" },
  shamir: { short: "Shamir 1995", authors: "Shamir", title: "RSA for Paranoids", where: "CryptoBytes 1(3), 1995" },
  gilbert: {
    short: "Gilbert and others 1998",
    authors: "Gilbert, Gupta, Odlyzko, Quisquater",
    title: "Attacks on Shamir's 'RSA for Paranoids'",
    where: "Information Processing Letters 68, 1998",
  },
  sunWu: {
    short: "Sun, Wu 2005",
    authors: "Sun, Wu",
    title: "Design of Rebalanced RSA-CRT for Fast Encryption",
    where: "Information Security Conference 2005",
  },
  galbraith: {
    short: "Galbraith, Heneghan, McKee 2005",
    authors: "Galbraith, Heneghan, McKee",
    title: "Tunable Balancing of RSA",
    where: "ACISP 2005",
  },
  bleichenbacher: {
    short: "Bleichenbacher, May 2006",
    authors: "Bleichenbacher, May",
    title: "New Attacks on RSA with Small Secret CRT-Exponents",
    where: "PKC 2006",
  },
  takayasu: {
    short: "Takayasu, Lu, Peng 2019",
    authors: "Takayasu, Lu, Peng",
    title: "Small CRT-Exponent RSA Revisited",
    where: "Journal of Cryptology 32, 2019",
  },
  kocher: {
    short: "Kocher 1996",
    authors: "Kocher",
    title: "Timing Attacks on Implementations of Diffie-Hellman, RSA, DSS, and Other Systems",
    where: "Crypto 1996",
  },
  boneh: {
    short: "Boneh, DeMillo, Lipton 1997",
    authors: "Boneh, DeMillo, Lipton",
    title: "On the Importance of Checking Cryptographic Protocols for Faults",
    where: "Eurocrypt 1997",
  },
  aumueller: {
    short: "Aumüller and others 2002",
    authors: "Aumüller, Bier, Fischer, Hofreiter, Seifert",
    title: "Fault Attacks on RSA with CRT: Concrete Results and Practical Countermeasures",
    where: "CHES 2002",
  },
} as const satisfies Record<string, Publication>;

/** A publication whose figures the library carries, or one that only sentences rest on. */
export type PublicationId = keyof typeof own | SourceId;

/** The publication of an id. */
export function publication(id: PublicationId): Publication {
  if (id in own) return own[id as keyof typeof own];
  const { authors, title, publishedIn, year } = sources[id as SourceId];
  return {
    short: shortSources[id as SourceId],
    authors,
    title,
    where: publishedIn?.includes(String(year)) ? publishedIn : [publishedIn, year].filter(Boolean).join(", "),
  };
}
