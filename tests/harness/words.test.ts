import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../scripts/lib/paths.mjs";
import { check, groups } from "../../scripts/lib/test/checks.mjs";
import { dailyProjects, extendedProjects, parts, test } from "../../scripts/lib/test/parts.mjs";
import { readWords } from "../../scripts/lib/words.mjs";
import config from "../vitest.config.mjs";

describe("the words after npm test", () => {
  it("mean the daily parts if there are none, and with options all parts or the rest", () => {
    const wish = { filters: [], options: [] };
    const all = Object.keys(parts);
    const daily = all.filter((name) => !parts[name]?.isExtended);
    expect(readWords(test, [])).toEqual({ ...wish, parts: daily, scope: "daily" });
    expect(readWords(test, ["--all"])).toEqual({ ...wish, parts: all, scope: "all" });
    expect(readWords(test, ["--all", "--rest"])).toEqual({ ...wish, parts: all, scope: "rest" });
  });

  it("are parts and paths, which run in the order of the parts", () => {
    expect(readWords(test, ["page/compare", "rust", "library"])).toEqual({
      parts: ["rust", "library", "page"],
      filters: ["page/compare", "library/"],
      options: [],
      scope: "all",
    });
    expect(readWords(test, ["./tests/page/compare/sort.test.ts", "-t", "both directions"])).toEqual({
      parts: ["page"],
      filters: ["page/compare/sort.test.ts"],
      options: ["-t", "both directions"],
      scope: "all",
    });
  });

  it("are refused if they name no part, or if nothing follows -t", () => {
    expect(() => readWords(test, ["pages"])).toThrow("unknown word pages: npm test accepts rust, library");
    expect(() => readWords(test, ["page", "-t"])).toThrow("-t needs a value");
  });
});

describe("the words after npm run check", () => {
  it("are groups, which run in their order, and mean all if there are none", () => {
    expect(readWords(check, [])).toEqual({ groups: Object.keys(groups) });
    expect(readWords(check, ["style", "rust"])).toEqual({ groups: ["rust", "style"] });
    expect(readWords(check, ["style"])).toEqual({ groups: ["style"] });
  });

  it("are refused if they name no group", () => {
    expect(() => readWords(check, ["library"])).toThrow("unknown word library: npm run check accepts rust, style");
  });
});

describe("the parts", () => {
  it("have every folder of tests", async () => {
    const names = await readdir(join(root, "tests"), { recursive: true });
    const folders = new Set(names.filter((name) => name.endsWith(".test.ts")).map((name) => name.split(sep, 1)[0]));
    const inVitest = Object.entries(parts).filter(([, { run }]) => run === undefined);
    expect(inVitest.map(([name]) => name).sort()).toEqual([...folders].sort());
  });

  it("have every project of Vitest once", () => {
    const patterns = [...dailyProjects, ...extendedProjects].map((name) => new RegExp(`^${name.replace("*", ".*")}$`));
    const projects = config.test?.projects as { test: { name: string } }[];
    for (const { name } of projects.map(({ test: { name } }) => ({ name }))) {
      expect(
        patterns.filter((pattern) => pattern.test(name)),
        name,
      ).toHaveLength(1);
    }
  });
});
