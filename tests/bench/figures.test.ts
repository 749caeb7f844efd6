// Part of `npm run check`: every figure of a document comes from data. `npx vitest run --root tests --project bench bench/figures -u`
// writes the figures again.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allowed, printed } from "./figures/allowed.ts";
import { root } from "./figures/data.ts";
import {
  changedTables,
  filled,
  keptTables,
  type Loose,
  looseFigures,
  misrendered,
  mixedBaselines,
  unlinkedCauses,
} from "./figures/documents.ts";

const paths = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" }).trim().split("\n");
const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
/** These compare variants, engines and programs, so their ranks are checked, too. */
const comparing = [
  "README.md",
  ...["benchmarks", "choosing-a-variant", "npm-package", "reproducing-the-papers"].map((name) => `docs/${name}.md`),
];

/** The documentation comments of the packages, without their code. */
const sources = execFileSync("git", ["ls-files", "web/library/src/*.ts", "web/powers/src/*.ts"], {
  cwd: root,
  encoding: "utf8",
});
const comments = sources
  .trim()
  .split("\n")
  .map((path): [string, string] => {
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    const documentation = lines.filter((line) => /^\s*\/?\*/.test(line));
    return [path, documentation.map((line) => line.replace(/^\s*(?:\*\/|\/?\*\*? ?)/, "")).join("\n")];
  });

/** The page, whose texts stand in its code. */
const pages = execFileSync("git", ["ls-files", "web/page/src/*.ts", "web/page/src/*.tsx"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .map((path): [string, string] => [path, readFileSync(join(root, path), "utf8")]);

const loose = [
  ...[...texts, ...comments].flatMap(([file, text]) =>
    looseFigures(text)
      .filter(({ found }) => /\d|twice|half|times|of the time/.test(found) || comparing.includes(file))
      .map((each) => ({ file, ...each })),
  ),
  ...[...texts, ...comments, ...pages].flatMap(([file, text]) =>
    unlinkedCauses(text).map((each) => ({ file, ...each })),
  ),
];
const isAllowed = (entry: (typeof allowed)[number], { file, section, line }: Loose & { file: string }) =>
  file === entry.file && section === (entry.section ?? section) && line.includes(entry.text ?? "");

describe("the documents", () => {
  it.each([...texts].filter(([, text]) => text.includes("<!-- figure: ")))(
    "%s has what the data say",
    async (path, text) => {
      await expect(filled(text)).toMatchFileSnapshot(join(root, path)); // with -u, Vitest writes it
    },
  );

  it("have no other figure beside a unit, no other rank and no cause without a link, without a reason", () => {
    const found = loose.filter((each) => !allowed.some((entry) => isAllowed(entry, each)));
    expect(found.map(({ file, section, line, found }) => `${file}, ${section}: ${found}: ${line.trim()}`)).toEqual([]);
  });

  it("need every exception", () => {
    expect(allowed.filter((entry) => !loose.some((each) => isAllowed(entry, each)))).toEqual([]);
    expect(Object.keys(printed).sort()).toEqual([...texts.values()].flatMap(keptTables).sort());
  });

  it.each([...texts])(
    "%s is rendered as it is written, its tables are as they were generated, its ratios have one baseline",
    (_, text) => {
      expect(misrendered(text)).toEqual([]);
      expect(changedTables(text)).toEqual([]);
      expect(mixedBaselines(text)).toEqual([]);
    },
  );
});

it("CITATION.cff has the version of the package", () => {
  const { version } = JSON.parse(readFileSync(join(root, "web/library/package.json"), "utf8")) as { version: string };
  expect(readFileSync(join(root, "CITATION.cff"), "utf8")).toContain(`\nversion: ${version}\n`);
});

describe("the check", () => {
  it("fills references, and refuses those that nothing measures or that are false", () => {
    expect(filled("<!-- figure: theory 2048 crt -->5 ×<!-- end -->")).toBe(
      "<!-- figure: theory 2048 crt -->4.0 ×<!-- end -->",
    );
    const compared = (first: string, second: string) =>
      `<!-- figure: speedup 2048 ${first} > speedup 2048 ${second} -->faster<!-- end -->`;
    expect(filled(compared("multi-prime", "crt"))).toBe(compared("multi-prime", "crt"));
    expect(filled("<!-- figure: recombination 2048 garner primes=2 -->0 products<!-- end -->")).toContain(
      "768 products",
    );
    expect(() => filled("<!-- figure: papers 1024 nothing engine=lanes -->1 ×<!-- end -->")).toThrow(
      "nothing measures",
    );
    expect(() => filled(compared("crt", "multi-prime"))).toThrow("is false");
    expect(() => filled(compared("scheme-a", "crt"))).toThrow("nothing measures");
    expect(() => filled("<!-- figure: speedup 2048 crt > browser 2048 crt -->x<!-- end -->")).toThrow("baselines");
  });

  it("finds changed tables, mixed baselines, and what is not rendered", () => {
    expect(changedTables("<!-- bench: a -->\n\n9 ms\n\n<!-- bench: end 00000000 -->\n")).toHaveLength(1);
    const both = ["speedup", "browser"].map((kind) => `<!-- figure: ${kind} 2048 crt -->1 ×<!-- end -->`);
    expect(mixedBaselines(both.join(" and "))).toHaveLength(1);
    expect(mixedBaselines(both.join(". "))).toEqual([]);
    expect(misrendered("| a | b |\n| - | - |\n| |e| | 2 |\n| 1 | \\|e\\| |\n")).toEqual(["| |e| | 2 |"]);
    expect(misrendered("words\n<!-- figure: a --> more words\n")).toHaveLength(1);
  });
});
