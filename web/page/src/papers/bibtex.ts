import type { Publication } from "./publications.ts";

type Fields = Readonly<Record<string, string | undefined>>;

/** A publication as an entry for BibTeX. It says what is unknown, and invents nothing. */
export function bibtex({ id, authors, title, year, publishedIn, addresses }: Publication): string {
  const identifier = (kind: string) => addresses.find((address) => address.kind === kind)?.identifier;
  const [type, place]: [string, Fields] =
    publishedIn === "" ? ["misc", { note: "place of publication unknown" }] : placeOf(publishedIn);
  const fields: Fields = {
    author: authors && authorsOf(authors),
    title: title && `{${latex(title)}}`,
    ...place,
    ...(title === "" && { note: "authors and title unknown: our copy has neither" }),
    year: `${year}`,
    doi: identifier("DOI"),
    eprint: identifier("ePrint") ?? identifier("arXiv"),
    eprinttype: identifier("ePrint") ? "iacr" : identifier("arXiv") && "arxiv",
    url: addresses.find(({ kind }) => kind === "RFC" || kind === "Web")?.href,
  };
  const lines = Object.entries(fields).flatMap(([name, text]) => (text ? [`  ${name} = {${text}},`] : []));
  return [`@${type}{${id},`, ...lines, "}", ""].join("\n");
}

/** The type of the entry and its fields for the place of publication. What has no field of its own is kept as it is. */
function placeOf(publishedIn: string): [type: string, fields: Fields] {
  const [, text = "", pages, note] =
    /^(.*?)(?:, pages (\d+–\d+))?(?: \(([^)]*[a-z ][^)]*)\))?$/.exec(publishedIn) ?? [];
  const rest: Fields = { pages: pages?.replace("–", "--"), note: note && latex(note) };
  const [, journal, volume, number] = /^(\D+) (\d{1,3})(?:\((\d+)\))?(?:, \w+ \d{4})?$/.exec(text) ?? [];
  if (journal !== undefined) return ["article", { journal: latex(journal), volume, number, ...rest }];
  const [, booktitle, series] = /^(.* (?:19|20)\d\d)(?:, LNCS (\d+))?$/.exec(text) ?? [];
  if (booktitle !== undefined) {
    return ["inproceedings", { booktitle: latex(booktitle), series: series && "LNCS", volume: series, ...rest }];
  }
  return ["misc", { howpublished: latex(text), ...rest }];
}

/** An organization has braces around it, so that BibTeX does not take its last word for a family name. */
function authorsOf(authors: string): string {
  const names = authors.split(", ").map((name) => name.replace(/^(.*) (\S+) Jr\.$/, "$2, Jr., $1"));
  return names.map((name) => (/ (of|in) /.test(name) ? `{${name}}` : name)).join(" and ");
}

/** Exponents and signs as TeX writes them. */
function latex(text: string): string {
  return text
    .replace(/(\w)\^(\d+\.\d+|\w)/g, "$$$1^{$2}$$")
    .replace(/[·−]/g, (sign) => (sign === "·" ? "$\\cdot$" : "$-$"))
    .replaceAll("$$", "") // one formula after another
    .replace(/[#&%]/g, "\\$&")
    .replaceAll("–", "--");
}
