import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { powersCodes } from "../../scripts/lib/build-powers.mjs";
import { inParallel } from "../../scripts/lib/step.mjs";
import { planOf, test as testCommand } from "../../scripts/lib/test/parts.mjs";
import { printsOf, programsOf, readDocuments, root } from "./documents.ts";
import { cleanUp, execute, expectPrints, installedLibrary, runPrograms, sandbox } from "./package.ts";

const documents = await readDocuments();
/** Those whose blocks marked `ts` are programs for users of the package. */
const forUsers = documents.filter(({ path }) => /^(README|docs\/[\w-]+)\.md$/.test(path));
/** Those that are checked here, by doctests (`rust`), by other tests (`hex`, `text`), or have nothing to check. */
const knownLanguages = ["", "css", "hex", "html", "js", "json", "pem", "rust", "sh", "text", "toml", "ts", "tsx"];

afterAll(cleanUp);

describe("the documents", () => {
  it("are found", () => {
    const paths = documents.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["README.md", "docs/benchmarks.md", "crates/rsa/README.md"]));
    expect(paths.filter((path) => path.includes("node_modules"))).toEqual([]);
    const guide = documents.find(({ path }) => path === "docs/getting-started.md") ?? expect.unreachable("no guide");
    for (const found of [guide.blocks, guide.links, guide.code, [...guide.anchors]]) expect(found).not.toEqual([]);
  });

  it("link to files and headings that are there", () => {
    const byPath = new Map(documents.map((document) => [document.path, document]));
    const faults = documents.flatMap(({ path, links }) =>
      links.flatMap((link) => {
        if (link.startsWith("https://")) return URL.canParse(link) ? [] : [`${path}: ${link}`];
        const [file = "", anchor] = link.split("#");
        const target = file === "" ? path : posix.join(posix.dirname(path), decodeURI(file));
        const isThere = !target.startsWith("..") && existsSync(join(root, target));
        const hasAnchor = anchor === undefined || byPath.get(target)?.anchors.has(decodeURI(anchor)) === true;
        return isThere && hasAnchor ? [] : [`${path}: ${link}`];
      }),
    );
    expect(faults).toEqual([]);
  });

  it("name files that are there", () => {
    const faults = documents.flatMap(({ path, code }) =>
      code
        .filter((name) => /^(crates|docs|lab|scripts|tests|web)\/[\w./-]+$/.test(name))
        // NAME stands for the name of what a reader adds.
        .filter((name) => !/\bNAME\b/.test(name) && !existsSync(join(root, name)))
        .map((name) => `${path}: ${name}`),
    );
    expect(faults).toEqual([]);
  });

  it("list every error code in their tables", async () => {
    const types = await readFile(join(root, "web/library/dist/errors.d.ts"), "utf8");
    const codes = JSON.parse(/declare const codes: readonly (\[.*\])/.exec(types)?.[1] ?? "[]") as string[];
    expect(codes.length).toBeGreaterThan(30);
    for (const [path, all] of [
      ["docs/npm-package.md", codes],
      ["web/powers/README.md", powersCodes],
    ] as const) {
      const [, section = ""] = (await readFile(join(root, path), "utf8")).split("\n## Errors\n");
      const rows =
        section
          .split("\n## ")[0]
          ?.match(/^\| .*/gm)
          ?.join("") ?? "";
      const listed = [...rows.matchAll(/`([a-z-]+)`/g)].map(([, code = ""]) => code);
      expect(listed.sort(), path).toEqual([...all].sort());
    }
  });

  it("name commands that are there", async () => {
    const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { scripts: object };
    const crates = await readdir(join(root, "crates"), { recursive: true });
    const isKnown = (command: string) => {
      const [, script] = /^npm run ([\w:-]+)/.exec(command) ?? [];
      const [, tests] = /^npm test -- ([^#]*)/.exec(command) ?? [];
      const [, file] = /^node ((?:scripts|lab)\/[\w/.-]+)/.exec(command) ?? [];
      const [, example] = /^cargo run .*--example (\w+)/.exec(command) ?? [];
      if (tests !== undefined) {
        const args = tests.trim().split(/\s+/);
        const { values, positionals } = parseArgs({
          args,
          options: testCommand.options as NonNullable<ParseArgsConfig["options"]>,
          allowPositionals: true,
        });
        expect(() => planOf(values, positionals), command).not.toThrow();
      }
      return (
        (script === undefined || script in manifest.scripts) &&
        (file === undefined || existsSync(join(root, file))) &&
        (example === undefined || crates.some((path) => path.endsWith(join("examples", `${example}.rs`))))
      );
    };
    const faults = documents.flatMap(({ path, code, blocks }) => {
      const shell = blocks.filter(({ language }) => language === "sh").flatMap(({ text }) => text.split("\n"));
      return [...code, ...shell].filter((command) => !isKnown(command)).map((command) => `${path}: ${command}`);
    });
    expect(faults).toEqual([]);
  });

  it("have blocks that parse", async () => {
    const folder = await sandbox();
    const blocks = documents.flatMap((document) => document.blocks);
    await inParallel([...blocks.entries()], async ([i, { place, language, text }]) => {
      const named = language.split(" ", 1)[0] as string;
      expect(knownLanguages, `${place}: the language of the block`).toContain(named);
      if (named === "json") JSON.parse(text);
      else if (named === "sh") await execute("sh", ["-n", "-c", text], root);
      else if (named === "js") {
        const file = join(folder, `block-${i}.mjs`);
        await writeFile(file, text);
        await execute(process.execPath, ["--check", file], folder);
      }
    });
  });
});

describe("the programs of the documents", () => {
  const programs = forUsers.flatMap((document) => programsOf(document).map((program) => ({ ...document, ...program })));
  let printed: readonly string[];
  beforeAll(async () => {
    expect(programs.flatMap(({ text }) => printsOf(text)).length).toBeGreaterThan(20);
    const { folder } = await installedLibrary();
    // Callbacks that a program gives a name have no types.
    printed = await runPrograms(
      folder,
      programs.map(({ text }) => text),
      { noImplicitAny: false },
    );
  });

  it.each([...new Set(programs.map(({ path }) => path))])("of %s run, and print what they say", (wanted) => {
    for (const [index, { path, text }] of programs.entries()) {
      if (path === wanted) expectPrints(printed[index] ?? "", text);
    }
  });
});
