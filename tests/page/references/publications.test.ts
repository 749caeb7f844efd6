import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shortSources } from "@rsa-variants/measure/text/sources";
import { verdictSources } from "@rsa-variants/page/generated/sources.ts";
import { bibtex } from "@rsa-variants/page/references/bibtex.ts";
import { links } from "@rsa-variants/page/references/links.ts";
import { figureTables, publications, systemsNotIncluded } from "@rsa-variants/page/references/publications.ts";
import { anchorOf, guardSources, shortSource } from "@rsa-variants/page/ui/citations.tsx";
import { variantPages } from "@rsa-variants/page/variants.ts";
import { attacks } from "rsa-variants/security";
import { corrections, hinekLimit, published, sources } from "rsa-variants/theory";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const listed = publications.map(({ short }) => short);

describe("short names", () => {
  it.each([
    ["Atsushi Takayasu, Yao Lu, Liqiang Peng", 2019, "Takayasu, Lu, Peng 2019", "takayasu-lu-peng-2019"],
    ["Christian Aumüller, A B, C D, E F", 2002, "Aumüller and others 2002", "aumuller-and-others-2002"],
    ["National Institute of Standards and Technology", 2023, "NIST 2023", "nist-2023"],
    ["Hendrik W. Lenstra Jr.", 1987, "Lenstra 1987", "lenstra-1987"],
  ])("%s %i", (authors, year, short, anchor) => {
    expect(shortSource({ authors, year })).toBe(short);
    expect(anchorOf(short)).toBe(anchor);
  });
});

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
        ![
          join("references", "publications.ts"),
          join("references", "links.ts"),
          join("generated", "sources.ts"),
        ].includes(name),
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
      "Published figures.",
    ]);
  });

  it("have the addresses that their identifiers give", () => {
    expect(Object.keys(links).filter((short) => !listed.includes(short))).toEqual([]);
    const forms = {
      DOI: /^https:\/\/doi\.org\/10\.\d{4}\/[\w().-]+(?:\/[\w.-]+)?$/,
      ePrint: /^https:\/\/eprint\.iacr\.org\/\d{4}\/\d{3,4}$/,
      arXiv: /^https:\/\/arxiv\.org\/abs\/\d{4}\.\d{4,5}$/,
      RFC: /^https:\/\/www\.rfc-editor\.org\/rfc\/rfc\d{4}$/,
    };
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

  it("keeps organizations and names with Jr. whole", () => {
    expect(entryOf("NIST 2019")).toContain("author = {{National Institute of Standards and Technology}}");
    expect(entryOf("Lenstra 1987")).toContain("author = {Lenstra, Jr., Hendrik W.}");
  });

  it("of every publication is complete, with balanced braces and formulas and a key of its own", () => {
    const entries = publications.map(bibtex);
    expect(new Set(entries.map((entry) => /^@\w+\{([^,]+),/.exec(entry)?.[1])).size).toBe(publications.length);
    for (const entry of entries) {
      for (const name of ["author", "title", "year"]) expect(entry).toContain(`\n  ${name} = {`);
      expect(entry.split("{").length, entry).toBe(entry.split("}").length);
      expect(entry.split("$").length % 2, entry).toBe(1);
      expect(entry).not.toMatch(/[–−·]|\^(?!\{)|undefined/);
    }
  });
});

describe("the figures", () => {
  const rowsOf = (id: keyof typeof sources) => figureTables(id).flatMap(({ rows }) => rows);

  it("are those of the papers, with theory in brackets", () => {
    const [table, ...others] = figureTables("paixao-2005");
    expect(others).toEqual([]);
    expect(table?.head).toEqual(["Variant", "Quantity", "768\u00a0bits", "1024\u00a0bits", "2048\u00a0bits"]);
    expect(table?.rows).toContainEqual([
      "R-Prime, r\u00a03, w\u00a0160",
      "× CRT",
      "3 (3.6)",
      "3.88 (4.8)",
      "7.83 (9.6)",
    ]);
    expect(figureTables("dang-2021")).toEqual([]);
  });

  it("name w only for the lengths for which the paper gives it", () => {
    const names = rowsOf("ijafrc-2014").map(([name]) => name);
    expect(names).toContain("Rebalanced, w\u00a0160 at 1024\u00a0bits");
    expect(names).toContain("Scheme B, w\u00a0198");
    expect(names).toContain("CRT");
  });

  it("are also by the characters of a piece, where the paper varies them", () => {
    const [byLength, byCharacters] = figureTables("biswas-2003");
    expect(byLength?.rows[0]).toEqual(["Characters of a piece", "c", "50", "75", "100", "125", "150", "175", "200"]);
    expect(byCharacters?.head).toEqual(["c, at 1024\u00a0bits", "encrypt, ms", "decrypt, ms"]);
    expect(byCharacters?.rows[0]).toEqual(["1", "5068.153", "254349.886"]);
    expect(byCharacters?.rows.at(-1)).toEqual(["100", "78.851", "3365.591"]);
    expect(byCharacters?.rows).toHaveLength(5);
  });

  it("have Hinek’s guidelines", () => {
    const table = figureTables("hansen-2009").at(-1);
    expect(table?.rows).toEqual([["Most primes, r", ...[1024, 2048, 4096, 8192].map((n) => `${hinekLimit(n)}`)]]);
    expect(table?.rows[0]?.slice(1)).toEqual(["3", "3", "4", "4"]);
  });

  it("leave out no figure", () => {
    for (const id of Object.keys(sources) as (keyof typeof sources)[]) {
      const shown = new Set(rowsOf(id).flatMap((cells) => cells.flatMap((text) => text.match(/[\d.]+/g) ?? [])));
      const figures = published.filter(({ source }) => source === id);
      expect(
        figures.filter(({ value }) => !shown.has(`${value}`)),
        id,
      ).toEqual([]);
      const rows = new Set(figures.map(({ variant, quantity }) => `${variant} ${quantity}`));
      const named = figureTables(id)[0]?.rows.filter(([, quantity]) => quantity !== "c") ?? [];
      expect(named.length, id).toBe(rows.size);
    }
  });
});

describe("the corrections", () => {
  it("name an error that two papers share once, with both, and errors of every paper", () => {
    expect(corrections.filter(({ papers }) => papers.length > 1)).toHaveLength(3);
    expect(new Set(corrections.flatMap(({ papers }) => papers))).toEqual(new Set(Object.keys(sources)));
  });
});
