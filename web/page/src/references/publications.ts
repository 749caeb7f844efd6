import { variantFacts, variants } from "rsa-variants";
import { attacks, type Source } from "rsa-variants/security";
import { type SourceId, sources } from "rsa-variants/theory";
import rustSources from "../../../../crates/cryptanalysis/src/sources.rs?raw";
import { anchorOf, guardSources, shortSource, variantSources } from "../core/citations.ts";
import { formatList } from "../core/format.ts";
import { shortSources } from "../core/paper-names.ts";

/** What the page has from a publication, and where it shows it. */
interface Purpose {
  readonly text: string;
  readonly href?: string;
}

/** A publication that the page rests on. */
export interface Publication {
  readonly id: string;
  /** Its name in sentences. */
  readonly short: string;
  readonly authors: string;
  readonly title: string;
  /** Where and when it was published. */
  readonly where: string;
  /** Its address, where the identifier that it was published under gives one. */
  readonly address: string | undefined;
  readonly purposes: readonly Purpose[];
}

/** The publications that the library does not name. */
const own: readonly (Source & { readonly purpose?: Purpose })[] = [
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
    purpose: { text: "What a disturbed product reveals.", href: "../xrsa/" },
  },
];

/** The sources of the verdicts, each with the sentence that stands above it in the library's Rust code. */
export const verdictSources: readonly (Source & { readonly use: string })[] = [
  ...rustSources.matchAll(
    /^\/\/\/ (.+)\npub const \w+: Source = Source \{\s+authors: "(.+)",\s+title: "(.+)",\s+published_in: "(.+)",\s+year: (\d+),/gm,
  ),
].map(([, use = "", authors = "", title = "", publishedIn = "", year]) => {
  return { use, authors, title, publishedIn, year: Number(year) };
});

/** All publications, in the order of their authors' family names. */
export const publications: readonly Publication[] = collect();

/** Where the figures of a paper are. */
export function figuresId(id: SourceId): string {
  return `figures-${id}`;
}

function collect(): Publication[] {
  const found = new Map<string, Omit<Publication, "purposes"> & { purposes: Purpose[] }>();
  const add = (source: Omit<Source, "publishedIn"> & Partial<Source>, purposes: readonly Purpose[], name?: string) => {
    const { authors, title, year, publishedIn } = source;
    const short = name ?? shortSource(source);
    const entry = found.get(short) ?? {
      id: anchorOf(short),
      short,
      authors,
      // In the title of an attack's source it stands where the library goes its own way.
      title: title.replace(/ \([^)]* derived here\)$/, ""),
      where: publishedIn?.includes(String(year)) ? publishedIn : [publishedIn, year].filter(Boolean).join(", "),
      address: addressOf(publishedIn),
      purposes: citedFor(short),
    };
    entry.purposes.push(...purposes);
    found.set(short, entry);
  };
  for (const { purpose, ...source } of own) add(source, purpose === undefined ? [] : [purpose]);
  for (const { use, ...source } of verdictSources) add(source, [{ text: use }]);
  for (const { name, title, source } of attacks) {
    add(source, [{ text: `Attack: ${title}.`, href: `../security/#attack-${name}` }]);
  }
  for (const source of Object.values(sources)) {
    add(source, [{ text: "Published figures.", href: `#${figuresId(source.id)}` }], shortSources[source.id]);
  }
  return [...found.values()].sort((a, b) => a.short.localeCompare(b.short, "en"));
}

/** What Compare cites a publication for. */
function citedFor(short: string): Purpose[] {
  const cited = variants.filter((variant) => variantSources[variant].includes(short));
  const names = formatList(cited.map((variant) => variantFacts[variant].title));
  const guards = Object.entries<readonly string[]>(guardSources).filter(([, sources]) => sources.includes(short));
  return [
    ...(names === "" ? [] : [{ text: `Variants: ${names}.` }]),
    ...guards.map(([guard]) => ({ text: `Guard: ${guard}.` })),
  ];
}

function addressOf(publishedIn = ""): string | undefined {
  const [, arxiv] = /^arXiv:(\S+)$/.exec(publishedIn) ?? [];
  if (arxiv !== undefined) return `https://arxiv.org/abs/${arxiv}`;
  const [, rfc] = /^RFC (\d+)$/.exec(publishedIn) ?? [];
  return rfc === undefined ? undefined : `https://www.rfc-editor.org/rfc/rfc${rfc}`;
}
