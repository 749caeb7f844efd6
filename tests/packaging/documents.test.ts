import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, posix } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { test as testCommand, wishOf } from "../../scripts/lib/test/parts.mjs";
import { type Document, type Program, parse, programsOf, readDocuments, root } from "./documents.ts";
import { cleanUp, execute, installedLibrary, sandbox, workspaceProgram } from "./package.ts";

const documents = await readDocuments();
/** Those whose blocks marked `ts` are programs for users of the package. */
const forUsers = documents.filter(({ path }) => /^(README|docs\/[\w-]+)\.md$/.test(path));
/** Those that are checked here, by doctests (`rust`), by other tests (`hex`, `text`), or have nothing to check. */
const knownLanguages = ["", "css", "hex", "html", "js", "json", "pem", "rust", "sh", "text", "toml", "ts", "tsx"];

afterAll(cleanUp);

describe("a document", () => {
  it("is read with its blocks, links and anchors", () => {
    const { blocks, links, code, anchors } = parse(
      "a.md",
      "# One `two`, three\n\n* [a](b.md#c) and `[x](no)`\n\n  ```ts\n  import a;\n    b\n  ```\n\n## Four\n## Four\n",
    );
    expect(blocks).toEqual([{ place: "a.md:5", language: "ts", text: "import a;\n  b\n" }]);
    expect(links).toEqual(["b.md#c"]);
    expect(code).toEqual(["two", "[x](no)"]);
    expect([...anchors]).toEqual(["one-two-three", "four", "four-1"]);
    expect(() => parse("a.md", "```ts\n")).toThrow("a.md:1");
  });

  it("has programs that continue each other", () => {
    const fence = (text: string) => `\`\`\`ts\n${text}\`\`\`\n`;
    const [first, second] = programsOf(
      parse("a.md", fence("import a;\nconsole.log(1); // 1 … 2\n") + fence("console.log(3); // 3\n")),
    );
    expect(first?.prints).toEqual(["1", "2"]);
    expect(second).toMatchObject({ text: "import a;\nconsole.log(1); // 1 … 2\n{\nconsole.log(3); // 3\n}\n" });
    expect(second?.prints).toEqual(["1", "2", "3"]);
    expect(() => programsOf(parse("a.md", fence("b\n")))).toThrow("a.md:1");
  });
});

describe("the documents", () => {
  it("are found", () => {
    const paths = documents.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["README.md", "docs/benchmarks.md", "crates/rsa/README.md"]));
    expect(paths.filter((path) => path.includes("node_modules"))).toEqual([]);
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
        expect(() => wishOf(values, positionals), command).not.toThrow();
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
    const checks = blocks.map(({ place, language, text }, i) => async () => {
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
    await inTurns(checks);
  });
});

describe("the programs of the documents", () => {
  let folder: string;
  const fileOf = ({ place }: Program) => place.replaceAll(/\W+/g, "-");
  const programs = forUsers.flatMap(programsOf);
  const compiler = {
    module: "NodeNext",
    target: "ES2022",
    lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    strict: true,
    noImplicitAny: false, // callbacks that a program gives a name
    skipDefaultLibCheck: true,
    types: [],
    outDir: "made",
  };
  beforeAll(async () => {
    folder = join((await installedLibrary()).project("documents"));
    await mkdir(folder);
    for (const program of programs) await writeFile(join(folder, `${fileOf(program)}.ts`), program.text);
    const files = programs.map((program) => `${fileOf(program)}.ts`);
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: compiler, files }));
    await execute(workspaceProgram("tsc"), ["-p", folder], folder);
  });

  it.each(forUsers.filter((document) => programsOf(document).length > 0).map(({ path }) => path))(
    "of %s run, and print what they say",
    async (path) => {
      const own = programsOf(documents.find((document) => document.path === path) as Document);
      await inTurns(
        own.map((program) => async () => {
          const made = join(folder, "made", `${fileOf(program)}.js`);
          const printed = await execute(process.execPath, [made], folder);
          let from = 0;
          for (const piece of program.prints) {
            const at = printed.indexOf(piece, from);
            expect(at, `${program.place} prints ${piece} in ${printed}`).toBeGreaterThanOrEqual(0);
            from = at + piece.length;
          }
        }),
      );
    },
  );
});

/** Runs as many at a time as there are processors. */
async function inTurns(jobs: readonly (() => Promise<void>)[]): Promise<void> {
  const rest = [...jobs];
  const turns = Array.from({ length: availableParallelism() }, async () => {
    for (let job = rest.shift(); job !== undefined; job = rest.shift()) await job();
  });
  await Promise.all(turns);
}
