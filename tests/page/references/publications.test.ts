import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shortSources } from "@rsa-variants/measure/text/sources";
import { verdictSources } from "@rsa-variants/page/generated/sources.ts";
import { corrections, figureTable, publications } from "@rsa-variants/page/references/publications.ts";
import { anchorOf, guardSources, shortSource } from "@rsa-variants/page/ui/citations.tsx";
import { variantPages } from "@rsa-variants/page/variants/index.ts";
import { attacks } from "rsa-variants/security";
import { published, sources } from "rsa-variants/theory";
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
        ![join("references", "publications.ts"), join("generated", "sources.ts")].includes(name),
    );
    const texts = await Promise.all(files.map((name) => readFile(join(page, name), "utf8")));
    const errors = Object.values(sources).flatMap((source) => source.errors);
    const names = [...texts, ...errors].flatMap(
      (text) =>
        text.match(/\p{Lu}\p{L}+(?: Filho)?(?:, \p{Lu}\p{L}+(?: Filho)?)* (?:19[789]\d|20[012]\d)(?=[;)"])/gu) ?? [],
    );
    expect(names).toContain("Yen, Joye 2000");
    expect(names.filter((name) => !listed.includes(name))).toEqual([]);
  });

  it("say what each is used for, and have addresses only where an identifier gives one", () => {
    expect(publications.filter(({ purposes }) => purposes.length === 0)).toEqual([]);
    expect(publications.flatMap(({ address }) => address ?? [])).toEqual([
      "https://www.rfc-editor.org/rfc/rfc3526",
      "https://www.rfc-editor.org/rfc/rfc8017",
      "https://arxiv.org/abs/2308.06130",
    ]);
    const paixao = publications.find(({ id }) => id === "paixao-gazzoni-filho-2005");
    expect(paixao?.purposes.map(({ text }) => text)).toEqual([
      "Variants: CRT, Multi-prime, Multi-power, Rebalanced, R-Prime and Batch.",
      "Published figures.",
    ]);
  });
});

describe("the figures", () => {
  it("are those of the papers, with theory in brackets", () => {
    const table = figureTable("paixao-2005");
    expect(table?.head).toEqual(["Variant", "Quantity", "768\u00a0bits", "1024\u00a0bits", "2048\u00a0bits"]);
    expect(table?.rows).toContainEqual([
      "R-Prime, r\u00a03, w\u00a0160",
      "× CRT",
      "3 (3.6)",
      "3.88 (4.8)",
      "7.83 (9.6)",
    ]);
    expect(figureTable("dang-2021")).toBeUndefined();
  });

  it("leave out no variant and no quantity", () => {
    for (const id of Object.keys(sources) as (keyof typeof sources)[]) {
      const figures = published.filter(({ source }) => source === id);
      const rows = new Set(figures.map(({ variant, quantity }) => `${variant} ${quantity}`));
      expect(figureTable(id)?.rows.length ?? 0, id).toBe(rows.size);
    }
  });
});

describe("the corrections", () => {
  it("name an error that two papers share once, with both", () => {
    const shared = corrections.filter(({ papers }) => papers.length > 1);
    expect(shared).toHaveLength(2);
    expect(new Set(corrections.flatMap(({ papers }) => papers))).toEqual(new Set(Object.values(shortSources)));
  });
});
