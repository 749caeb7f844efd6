import { variantFacts, variants } from "rsa-variants";
import { type PublishedFigure, type PublishedQuantity, published, type SourceId, sources } from "rsa-variants/theory";
import { shortSources } from "../core/paper-names.ts";

/** The figures of a paper: a row for each variant and quantity, a column for each modulus length. */
export interface FigureTable {
  readonly lengths: readonly number[];
  readonly rows: readonly { readonly name: string; readonly quantity: string; readonly cells: readonly string[] }[];
}

const quantities: Readonly<Record<PublishedQuantity, string>> = {
  "speedup-over-original": "× plain RSA",
  "speedup-over-crt": "× CRT",
  decrypt: "decrypt, ms",
  encrypt: "encrypt, ms",
  "key-generation": "make a key, ms",
};

/** What a paper published, or undefined where the library has no figures of it. */
export function figureTable(source: SourceId): FigureTable | undefined {
  const figures = published.filter((figure) => figure.source === source);
  const lengths = [...new Set(figures.map(({ modulusLength }) => modulusLength))].sort((a, b) => a - b);
  const rows = (Object.keys(quantities) as PublishedQuantity[]).flatMap((quantity) =>
    variants.flatMap((variant) => {
      const own = figures.filter((figure) => figure.variant === variant && figure.quantity === quantity);
      if (own.length === 0) return [];
      const cells = lengths.map((length) => cell(own.filter(({ modulusLength }) => modulusLength === length)));
      return [{ name: nameOf(own), quantity: quantities[quantity], cells }];
    }),
  );
  return rows.length === 0 ? undefined : { lengths, rows };
}

/** What was measured, with the theory in brackets; of several measurements the last. */
function cell(figures: readonly PublishedFigure[]): string {
  const value = (kind: PublishedFigure["kind"]) => figures.findLast((figure) => figure.kind === kind)?.value;
  const [measured, theory] = [value("measured"), value("theory")];
  return [measured ?? "–", theory === undefined ? "" : `(${theory})`].join(" ");
}

/** The variant with the parameters that the paper gives for it. */
function nameOf([first, ...others]: readonly PublishedFigure[]): string {
  if (first === undefined) return "";
  const { variant, primes, crtExponentLength, batchSize } = Object.assign({}, first, ...others) as PublishedFigure;
  const params = Object.entries({ r: primes, w: crtExponentLength, b: batchSize });
  const given = params.flatMap(([letter, value]) => (value === undefined ? [] : [`${letter}\u00a0${value}`]));
  return [variantFacts[variant].title, ...given].join(", ");
}

/** The errors of all papers with the papers that have them; one that two papers share is there once. */
export const corrections = [...new Set(Object.values(sources).flatMap(({ errors }) => errors))].map((text) => ({
  text,
  papers: Object.values(sources).flatMap(({ id, errors }) => (errors.includes(text) ? [shortSources[id]] : [])),
}));
