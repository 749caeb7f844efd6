import { formatList } from "@rsa-variants/measure/text/format";
import { letters } from "@rsa-variants/measure/text/params";
import { shortSources } from "@rsa-variants/measure/text/sources";
import { variantFacts, variants } from "rsa-variants";
import { attacks, type Source } from "rsa-variants/security";
import { type PublishedFigure, type PublishedQuantity, published, type SourceId, sources } from "rsa-variants/theory";
import { verdictSources } from "../generated/sources.ts";
import { anchorOf, guardSources, shortSource } from "../ui/citations.tsx";
import { variantPages } from "../variants/index.ts";

/** What the page uses a publication for, and where it shows that. */
interface Purpose {
  readonly text: string;
  readonly href?: string;
}

/** A publication that the page is based on. */
export interface Publication {
  readonly id: string;
  /** The authors' family names and the year. */
  readonly short: string;
  readonly authors: string;
  readonly title: string;
  /** Where and when it was published. */
  readonly where: string;
  /** Its address, if its identifier gives one. */
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
    purpose: { text: "What a disturbed multiplication reveals.", href: "../xrsa/" },
  },
];

/** All publications, in the order of their authors' family names. */
export const publications: readonly Publication[] = collect();

/** The anchor of a paper's figures. */
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
      // The title of an attack's source also says where the library has its own method.
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
  const cited = variants.filter((variant) => variantPages[variant].sources.includes(short));
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

/** The figures of a paper: a row for each variant and quantity, a column for each modulus length. */
interface FigureTable {
  readonly head: readonly string[];
  /** The first two cells of a row are the variant and the quantity. */
  readonly rows: readonly (readonly string[])[];
}

const quantities: Readonly<Record<PublishedQuantity, string>> = {
  "speedup-over-original": "× plain RSA",
  "speedup-over-crt": "× CRT",
  decrypt: "decrypt, ms",
  encrypt: "encrypt, ms",
  "key-generation": "make a key, ms",
};

/** The figures of a paper, or undefined if the library has none. */
export function figureTable(source: SourceId): FigureTable | undefined {
  const figures = published.filter((figure) => figure.source === source);
  const lengths = [...new Set(figures.map(({ modulusLength }) => modulusLength))].sort((a, b) => a - b);
  const rows = (Object.keys(quantities) as PublishedQuantity[]).flatMap((quantity) =>
    variants.flatMap((variant) => {
      const own = figures.filter((figure) => figure.variant === variant && figure.quantity === quantity);
      if (own.length === 0) return [];
      const cells = lengths.map((length) => cell(own.filter(({ modulusLength }) => modulusLength === length)));
      return [[nameOf(own), quantities[quantity], ...cells]];
    }),
  );
  const head = ["Variant", "Quantity", ...lengths.map((length) => `${length}\u00a0bits`)];
  return rows.length === 0 ? undefined : { head, rows };
}

/** The measured value, the last if there are several, with the theory in brackets. */
function cell(figures: readonly PublishedFigure[]): string {
  const value = (kind: PublishedFigure["kind"]) => figures.findLast((figure) => figure.kind === kind)?.value;
  const [measured, theory] = [value("measured"), value("theory")];
  return [measured ?? "–", theory === undefined ? "" : `(${theory})`].join(" ");
}

/** The variant with the parameters that the paper gives for it. */
function nameOf([first, ...others]: readonly PublishedFigure[]): string {
  if (first === undefined) return "";
  const figure = Object.assign({}, first, ...others) as PublishedFigure;
  const given = (["primes", "crtExponentLength", "batchSize"] as const).flatMap((name) =>
    figure[name] === undefined ? [] : `${letters[name]}\u00a0${figure[name]}`,
  );
  return [variantFacts[figure.variant].title, ...given].join(", ");
}

/** The errors of all papers, each once, with the papers that contain it. */
export const corrections = [...new Set(Object.values(sources).flatMap(({ errors }) => errors))].map((text) => ({
  text,
  papers: Object.values(sources).flatMap(({ id, errors }) => (errors.includes(text) ? [shortSources[id]] : [])),
}));
