import { readFile } from "node:fs/promises";
import { defaultSelection, type Selection } from "@rsa-variants/measure/plan/selection";
import { parameterNames, readSelection, writeSelection } from "@rsa-variants/measure/plan/url";
import { describe, expect, it } from "vitest";
import { bench, browserNames, benchParts as parts } from "../../scripts/lib/commands.mjs";
import { helpOf, readWords as read } from "../../scripts/lib/words.mjs";

const help = helpOf(bench);
const readWords = (words: readonly string[]) => read(bench, words);

/** A part that the words ask for. */
type Asked = { name: string; budget: { seconds: number; rounds: number } };

/** The comparison that the words request. */
function comparison(...words: string[]) {
  const wish = readWords(words);
  if (wish.kind !== "comparison") throw new Error(`${words.join(" ")} asks for ${wish.kind}`);
  return wish;
}

describe("the words of npm run bench", () => {
  it("compare everything everywhere if there are none", () => {
    const { browsers, parts: asked, json, write } = comparison();
    expect(browsers).toEqual(browserNames);
    expect(asked.map(({ name }: Asked) => name)).toEqual(Object.keys(parts));
    expect(asked.every(({ budget }: Asked) => budget.seconds > 1 && budget.rounds >= 6)).toBe(true);
    expect([json, write]).toEqual([undefined, false]);
  });

  it("choose browsers, parts in their order, time and files, with or without an equals sign", () => {
    const { browsers, parts: asked } = comparison("--browser", "firefox", "--only=keys,modexp", "--seconds", "3");
    expect(browsers).toEqual(["firefox"]);
    expect(asked).toEqual([
      { name: "modexp", budget: { seconds: 3, rounds: 1 } },
      { name: "keys", budget: { seconds: 3, rounds: 1 } },
    ]);
    expect(comparison("--write", "--json", "a=b.json")).toMatchObject({ write: true, json: "a=b.json" });
  });

  it("are repeated without the file for the samples", () => {
    expect(comparison().command).toBe("npm run bench");
    const words = ["--seconds=2", "--json", "/somewhere/a.json", "--only", "keys"];
    expect(comparison(...words).command).toBe("npm run bench -- --seconds 2 --only keys");
    expect(comparison("--write", "--json=b.json").command).toBe("npm run bench -- --write");
  });

  it("measure the page's table if they are those of its address", () => {
    const wish = { kind: "page", query: "n=2048&engines=scalar,num-bigint", browser: "chromium" };
    expect(readWords(["n=2048", "engines=scalar,num-bigint"])).toEqual(wish);
    const asked = { kind: "page", browser: "firefox", json: "run.json" };
    expect(readWords(["--browser", "firefox", "n=512", "--json", "run.json"])).toMatchObject(asked);
  });

  it("repeat the experiment of 2003, and record the command", () => {
    const wish = { kind: "experiment", browser: "chromium", write: false, command: "npm run bench -- experiment" };
    expect(readWords(["experiment"])).toEqual(wish);
    const there = { ...wish, browser: "firefox", write: true, command: `${wish.command} --browser firefox --write` };
    expect(readWords(["--browser=firefox", "experiment", "--write"])).toEqual(there);
    // In the place of a value, it is a value.
    expect(comparison("--json", "experiment")).toMatchObject({ json: "experiment" });
  });

  it("show help wherever --help is, and the help names every part and browser", () => {
    expect(readWords(["--only", "keys", "--help"])).toEqual({ kind: "help" });
    expect(readWords(["-h"])).toEqual({ kind: "help" });
    for (const name of [...Object.keys(parts), ...browserNames, "-- experiment"]) expect(help).toContain(name);
  });

  it.each([
    [["modexp"], "unknown word modexp", "--only"],
    [["--part=keys"], "unknown option --part", "n=2048"],
    [["--browser", "safari"], "chromium, firefox, webkit or all", "safari"],
    [
      ["--only", "keys,kyes"],
      "modexp, operations, public, keys, variants, bulk, arithmetic, safe-primes, start",
      "kyes",
    ],
    [["--only", "modexp,"], "separated by commas", "got modexp,"],
    [["n=2048", "r=3", "n=1024"], "n= is given twice", "n="],
    [["--only", "keys", "--only", "bulk"], "--only is given twice", "--only"],
    [["--seconds", "0"], "1 to 3600", "got 0"],
    [["--seconds", "1.5"], "whole number", "got 1.5"],
    [["--seconds"], "needs a value", "--seconds"],
    [["--json", "--write"], "needs a value", "--json"],
    [["--write=yes"], "--write takes no value", "yes"],
    [["--write", "--only", "keys"], "leave --only out", "docs/benchmarks.md"],
    [["--write", "--browser", "firefox"], "leave --browser out", "docs/benchmarks.md"],
    [
      ["n=512", "--seconds", "3"],
      "unknown option --seconds",
      "WORD=VALUE … accepts words such as n=2048, --browser, --json, --help",
    ],
    [["experiment", "n=512"], "unknown word n=512", "-- experiment accepts"],
    [["experiment", "--only", "keys"], "unknown option --only", "-- experiment accepts"],
    [["experiment", "--browser", "all"], "--browser must be chromium, firefox or webkit", "got all"],
    [["experiment", "experiment"], "experiment is given twice", "experiment"],
    [["n=512", "--browser", "all"], "--browser must be chromium, firefox or webkit", "got all"],
  ])("refuse %j", (words, reason, fragment) => {
    expect(() => readWords(words)).toThrow(reason);
    expect(() => readWords(words)).toThrow(fragment);
  });
});

describe("the words of the page's address", () => {
  /** Nothing at its default, so that every word is written. */
  const different: Omit<Selection, "budget"> = {
    modulusLength: 1024,
    primes: 2,
    multiplicity: 2,
    crtExponentLength: 161,
    schemeBExponentLength: 200,
    publicExponentLength: 401,
    batchPrimes: 3,
    primeLength: 601,
    batchSize: 3,
    publicExponent: 17n,
    variants: ["crt"],
    engines: ["scalar"],
    build: "baseline",
    references: [],
    generateSchemeA: true,
    measureGuards: true,
    commonModulus: true,
    sweepLengths: [512],
    compared: "encrypt",
    unit: "ms",
    guarded: true,
  };

  it.each([{ kind: "samples", samples: 3 } as const, { kind: "seconds", seconds: 3 } as const])(
    "are all known, with a budget of $kind",
    (budget) => {
      for (const [name, value] of Object.entries({ ...different, budget })) {
        expect(value, name).not.toEqual(defaultSelection[name as keyof Selection]);
      }
      const written = [...new URLSearchParams(writeSelection({ ...defaultSelection, ...different, budget })).keys()];
      // A word for each field, and no word that the command refuses.
      expect(written).toHaveLength(Object.keys(different).length + 1);
      expect(parameterNames).toEqual(expect.arrayContaining(written));
    },
  );

  it("are in the help, except those of the other measurement and those of the table", () => {
    const listed = /those of the page's address: (.*)\./.exec(help)?.[1]?.split(" ");
    expect(listed).toEqual(parameterNames.filter((name) => !["sweep", "compare", "unit", "with"].includes(name)));
  });

  it("are right in every command of docs/benchmarks.md", async () => {
    const text = await readFile(new URL("../../docs/benchmarks.md", import.meta.url), "utf8");
    const commands = [...text.matchAll(/npm run bench -- (\S+=[^`#\n]*)/g)].map(([, words]) => words as string);
    expect(commands.length).toBeGreaterThan(2);
    for (const command of commands) {
      const wish = readWords(command.trim().split(/\s+/));
      if (wish.kind !== "page") throw new Error(`${command} asks for ${wish.kind}`);
      expect(parameterNames).toEqual(expect.arrayContaining([...new URLSearchParams(wish.query).keys()]));
      expect(readSelection(wish.query).problems).toEqual([]);
    }
    const experiments = [...text.matchAll(/npm run bench -- (experiment[^`#\n]*)/g)].map(
      ([, words]) => words as string,
    );
    expect(experiments.length).toBeGreaterThan(1);
    for (const command of experiments) expect(readWords(command.trim().split(/\s+/)).kind).toBe("experiment");
  });
});
