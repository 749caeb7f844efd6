import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { chosen, whole } from "../../scripts/lib/command.mjs";
import { root } from "../../scripts/lib/paths.mjs";
import { run } from "../../scripts/lib/run.mjs";
import { dailyProjects, extendedProjects, parts, planOf } from "../../scripts/lib/test/parts.mjs";
import config from "../vitest.config.mjs";

describe("a command", () => {
  const node = (...args: string[]) => run(process.execPath, args);

  it("prints its help and does nothing else", async () => {
    const scripts = (await readdir(join(root, "scripts"))).filter((name) => /\.mjs$/.test(name));
    const lab = (await readdir(join(root, "lab"))).filter((name) => /\.mjs$/.test(name));
    for (const file of [...scripts.map((name) => join("scripts", name)), ...lab.map((name) => join("lab", name))]) {
      const { code, output } = await node(file, "--help");
      expect(`${code} ${output}`, file).toMatch(/^0 (npm|node) .*--help/s);
    }
  });

  it("refuses words that it does not know, in one line", async () => {
    for (const words of [["--runs=2"], ["pages"]]) {
      const { code, output } = await node("scripts/test.mjs", ...words);
      expect([code, output.trim().split("\n").length]).toEqual([1, 1]);
    }
    expect(() => whole("--runs", "0", 1, 5)).toThrow("--runs must be a whole number from 1 to 5, got 0");
    expect(() => chosen(["keys", "kyes"], ["keys"])).toThrow("kyes is not one of keys");
  });
});

describe("the words of npm test", () => {
  it("mean the daily parts if there are none, and with options all parts or the rest", () => {
    const plan = { filters: [], options: [] };
    const all = Object.keys(parts);
    const daily = all.filter((name) => !parts[name]?.isExtended);
    expect(planOf({}, [])).toEqual({ ...plan, parts: daily, scope: "daily" });
    expect(planOf({ all: true }, [])).toEqual({ ...plan, parts: all, scope: "all" });
    expect(planOf({ all: true, rest: true }, [])).toEqual({ ...plan, parts: all, scope: "rest" });
  });

  it("are parts and paths, which run in the order of the parts", () => {
    expect(planOf({ testNamePattern: "both" }, ["./tests/page/compare/sort.test.ts", "rust", "lab"])).toEqual({
      parts: ["rust", "page", "lab"],
      filters: ["page/compare/sort.test.ts", "lab/"],
      options: ["-t", "both"],
      scope: "all",
    });
  });
});

describe("the parts", () => {
  it("are what continuous integration runs, all but those of the lab", async () => {
    const workflow = await readFile(join(root, ".github/workflows/test.yml"), "utf8");
    const lists = [...workflow.matchAll(/parts: (\[.+\]|[\w ]+)/g)].map(([, list = ""]) => list.match(/\w+/g) ?? []);
    for (const list of lists) expect(planOf({}, list).parts).toHaveLength(list.length);
    expect(new Set(lists.flat())).toEqual(new Set(Object.keys(parts).filter((name) => !/^(lab|proofs)$/.test(name))));
  });

  it("have every folder of tests", async () => {
    const names = await readdir(join(root, "tests"), { recursive: true });
    const folders = new Set(names.filter((name) => name.endsWith(".test.ts")).map((name) => name.split(sep, 1)[0]));
    const inVitest = Object.entries(parts).filter(([name, { run }]) => run === undefined && name !== "lab");
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
