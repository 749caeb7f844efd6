import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shortSources } from "@rsa-variants/measure/text/sources";
import { verdictSources } from "@rsa-variants/page/generated/sources.ts";
import { bibtex } from "@rsa-variants/page/papers/bibtex.ts";
import { links } from "@rsa-variants/page/papers/links.ts";
import { publications, systemsNotIncluded } from "@rsa-variants/page/papers/publications.ts";
import { anchorOf, guardSources, shortSource } from "@rsa-variants/page/ui/citations.tsx";
import { variantPages } from "@rsa-variants/page/variants.ts";
import { attacks } from "rsa-variants/security";
import { corrections, sources } from "rsa-variants/theory";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const listed = publications.map(({ short }) => short);

it.each([
  ["Atsushi Takayasu, Yao Lu, Liqiang Peng", 2019, "Takayasu, Lu, Peng 2019", "takayasu-lu-peng-2019"],
  ["Christian Aumüller, A B, C D, E F", 2002, "Aumüller and others 2002", "aumuller-and-others-2002"],
  ["National Institute of Standards and Technology", 2023, "NIST 2023", "nist-2023"],
  ["Hendrik W. Lenstra Jr.", 1987, "Lenstra 1987", "lenstra-1987"],
])("short names %s %i", (authors, year, short, anchor) => {
  expect(shortSource({ authors, year })).toBe(short);
  expect(anchorOf(short)).toBe(anchor);
});

/** Publications of which no page that we could read in that month shows an address. Some, such as manuscripts, may have none. */
const withoutAddress = [
  "Ali-Al-Mamun and others 2008",
  "Biswas, Bandyopadhyay, Banerjee 2003",
  "Ebinger, Teske 2002",
  "Gilbert and others 1998",
  "Hinek 2006b",
  "IJAFRC 1(10), 2014",
  "Lim and others 2000",
  "May, Ritzenhofen 2009",
  "McKee, Pinch 1998",
  "Paixão, Gazzoni Filho 2005",
  "Peralta, Okamoto 1996",
  "Qiao, Lam 2000",
  "Quisquater, Couvreur 1982",
  "Shamir 1995",
  "Sun and others 2007",
  "Sun and others 2009",
  "Sun, Wu 2005",
  "Vuillaume 2003",
];

describe("the publications", () => {
  it("are in order, each once, with an anchor of its own", () => {
    expect(listed).toEqual([...new Set(listed)].sort((a, b) => a.localeCompare(b, "en")));
    const anchors = publications.map(({ id }) => id);
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(new Set(publications.map(({ title }) => title.toLowerCase())).size).toBe(publications.length);
  });

  it("have all that Compare cites, that attacks rest on and that figures are from", () => {
    const cited = [
      ...Object.values(variantPages).flatMap(({ sources }) => sources),
      ...Object.values(guardSources).flat(),
      ...attacks.map(({ source }) => shortSource(source)),
      ...Object.values(shortSources),
      ...systemsNotIncluded.flatMap(({ sources }) => sources),
    ];
    expect(listed).toEqual(expect.arrayContaining(cited));
  });

  it("have every source of the verdicts", () => {
    expect(verdictSources.length).toBeGreaterThan(25);
    expect(listed).toEqual(expect.arrayContaining(verdictSources.map(shortSource)));
  });

  it("have every paper that a sentence of the page or a correction names", async () => {
    const page = join(root, "web/page/src");
    const files = (await readdir(page, { recursive: true })).filter(
      (name) =>
        /\.tsx?$/.test(name) &&
        ![join("papers", "publications.ts"), join("papers", "links.ts"), join("generated", "sources.ts")].includes(
          name,
        ),
    );
    const texts = await Promise.all(files.map((name) => readFile(join(page, name), "utf8")));
    const corrected = corrections.flatMap(({ printed, right, check }) => [printed, right, check]);
    const names = [...texts, ...corrected].flatMap(
      (text) =>
        text.match(/\p{Lu}\p{L}+(?: Filho)?(?:, \p{Lu}\p{L}+(?: Filho)?)* (?:19[789]\d|20[012]\d)(?=[;)"])/gu) ?? [],
    );
    expect(names).toContain("Yen, Joye 2000");
    expect(names.filter((name) => !listed.includes(name))).toEqual([]);
  });

  it("say what each is used for", () => {
    expect(publications.filter(({ purposes }) => purposes.length === 0)).toEqual([]);
    const paixao = publications.find(({ id }) => id === "paixao-gazzoni-filho-2005");
    expect(paixao?.purposes.map(({ text }) => text)).toEqual([
      "Variants: CRT, Multi-prime, Multi-power, Rebalanced, R-Prime and Batch.",
      "Its tables.",
    ]);
  });

  it("have the addresses that their identifiers give, or are among those of which none was found", () => {
    expect(Object.keys(links).filter((short) => !listed.includes(short))).toEqual([]);
    const forms = {
      DOI: /^https:\/\/doi\.org\/10\.\d{4}\/[\w().-]+(?:\/[\w.-]+)?$/,
      ePrint: /^https:\/\/eprint\.iacr\.org\/\d{4}\/\d{3,4}$/,
      arXiv: /^https:\/\/arxiv\.org\/abs\/\d{4}\.\d{4,5}$/,
      RFC: /^https:\/\/www\.rfc-editor\.org\/rfc\/rfc\d{4}$/,
      Web: /^https:\/\/[\w.-]+(?:\/[\w.-]+)+$/,
    };
    expect(publications.filter(({ addresses }) => addresses.length === 0).map(({ short }) => short)).toEqual(
      withoutAddress,
    );
    const all = publications.flatMap(({ addresses }) => addresses);
    for (const { kind, href } of all) expect(href).toMatch(forms[kind]);
    const hrefs = all.map(({ href }) => href);
    expect(new Set(hrefs).size).toBe(hrefs.length);
    expect(hrefs).toEqual(
      expect.arrayContaining([
        "https://doi.org/10.1007/s00145-018-9282-3",
        "https://eprint.iacr.org/2013/599",
        "https://arxiv.org/abs/2308.06130",
        "https://www.rfc-editor.org/rfc/rfc8017",
      ]),
    );
  });
});

it("has the identifiers that documents and sources name", () => {
  const text = execFileSync("git", ["grep", "-hE", "doi\\.org/|arXiv:|ePrint", "--", "*.md", "*.rs"], {
    cwd: root,
    encoding: "utf8",
  });
  const named = [...text.matchAll(/https:\/\/doi\.org\/([^\s)]+)|arXiv:([\d.]+\d)|ePrint (\d{4}\/\d+)/g)];
  const known = publications.flatMap(({ addresses }) => addresses.map(({ identifier }) => identifier));
  const inTitles = publications.map(({ publishedIn }) => publishedIn).join();
  const unknown = named.map((match) => match.slice(1).find(Boolean) as string).filter((each) => !known.includes(each));
  expect(named.length).toBeGreaterThan(8);
  expect(unknown.filter((each) => !inTitles.includes(each))).toEqual([]);
});

describe("the BibTeX", () => {
  const entryOf = (short: string) => bibtex(publications.find((each) => each.short === short) as never);

  it.each([
    [
      "Takayasu, Lu, Peng 2019",
      `@article{takayasu-lu-peng-2019,
  author = {Atsushi Takayasu and Yao Lu and Liqiang Peng},
  title = {{Small CRT-Exponent RSA Revisited}},
  journal = {Journal of Cryptology},
  volume = {32},
  pages = {1337--1382},
  note = {first at Eurocrypt 2017},
  year = {2019},
  doi = {10.1007/s00145-018-9282-3},
}
`,
    ],
    [
      "Boneh, Durfee, Howgrave-Graham 1999",
      `@inproceedings{boneh-durfee-howgrave-graham-1999,
  author = {Dan Boneh and Glenn Durfee and Nick Howgrave-Graham},
  title = {{Factoring N = $p^{r}\\cdot$q for Large r}},
  booktitle = {Crypto 1999},
  series = {LNCS},
  volume = {1666},
  year = {1999},
  doi = {10.1007/3-540-48405-1_21},
}
`,
    ],
    [
      "Mulder 2023",
      `@misc{mulder-2023,
  author = {Erik Mulder},
  title = {{Fast square-free decomposition of integers using class groups}},
  howpublished = {arXiv:2308.06130},
  year = {2023},
  eprint = {2308.06130},
  eprinttype = {arxiv},
}
`,
    ],
    [
      "Moriarty and others 2016",
      `@misc{moriarty-and-others-2016,
  author = {Kathleen Moriarty and Burt Kaliski and Jakob Jonsson and Andreas Rusch},
  title = {{PKCS \\#1: RSA Cryptography Specifications Version 2.2}},
  howpublished = {RFC 8017},
  year = {2016},
  url = {https://www.rfc-editor.org/rfc/rfc8017},
}
`,
    ],
  ])("of %s", (short, entry) => {
    expect(entryOf(short)).toBe(entry);
  });

  it("invents neither authors and titles nor places", () => {
    expect(entryOf("IJAFRC 1(10), 2014")).toBe(`@article{ijafrc-1-10-2014,
  journal = {International Journal of Advance Foundation and Research in Computer},
  volume = {1},
  number = {10},
  note = {authors and title unknown: our copy has neither},
  year = {2014},
}
`);
    expect(entryOf("Paixão, Gazzoni Filho 2005")).toContain("note = {place of publication unknown}");
  });

  it("keeps organizations and names with Jr. whole", () => {
    expect(entryOf("NIST 2019")).toContain("author = {{National Institute of Standards and Technology}}");
    expect(entryOf("Lenstra 1987")).toContain("author = {Lenstra, Jr., Hendrik W.}");
  });

  it("of every publication is complete, with balanced braces and formulas and a key of its own", () => {
    const entries = publications.map(bibtex);
    expect(new Set(entries.map((entry) => /^@\w+\{([^,]+),/.exec(entry)?.[1])).size).toBe(publications.length);
    for (const entry of entries) {
      const unknown = entry.includes("authors and title unknown");
      for (const name of unknown ? ["journal"] : ["author", "title"]) expect(entry).toContain(`\n  ${name} = {`);
      expect(entry).toContain("\n  year = {");
      expect(entry.split("{").length, entry).toBe(entry.split("}").length);
      expect(entry.split("$").length % 2, entry).toBe(1);
      expect(entry).not.toMatch(/[–−·]|\^(?!\{)|undefined/);
    }
  });
});

it("the corrections name an error that two papers share once, with both, and errors of every paper", () => {
  expect(corrections.filter(({ papers }) => papers.length > 1)).toHaveLength(3);
  expect(new Set(corrections.flatMap(({ papers }) => papers))).toEqual(new Set(Object.keys(sources)));
});
