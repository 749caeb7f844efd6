// @module-tag extended
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printsOf } from "./documents.ts";
import { cleanUp, execute, installedLibrary, workspaceProgram } from "./package.ts";
import { type Item, readEntries, readItems } from "./reference.ts";

const items = readItems(await readEntries());

afterAll(cleanUp);

const named = ({ name, place }: Item) => `${name} (${place})`;

describe("what the package exports", () => {
  it("is found, with members of classes, interfaces, and calls in workers", () => {
    const names = items.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        "rsa-variants: load",
        "rsa-variants: PrivateKey.decrypt",
        "rsa-variants: PrivateKey.[Symbol.dispose]",
        "rsa-variants: RsaWorkers.generateKey",
        "rsa-variants: RsaWorkers.close",
        "rsa-variants: GenerateKeyOptions.signal",
        "rsa-variants/files: FileDecryptionKey.params",
        "rsa-variants/security: Attack.title",
        "rsa-variants/xrsa: WorkerDevice.plan",
        "rsa-variants/inline: inlineWorker",
      ]),
    );
    expect(new Set(names.map((name) => name.split(":")[0])).size).toBeGreaterThanOrEqual(7);
    expect(items.filter(({ isCalled }) => isCalled).length).toBeGreaterThan(100);
  });

  it("has a text for every symbol and member", () => {
    expect(items.filter(({ text }) => text === "").map(named)).toEqual([]);
  });

  it("has a text for every parameter", () => {
    const bare = items.flatMap((item) => item.bareParameters.map((parameter) => `${named(item)}: ${parameter}`));
    expect(bare).toEqual([]);
  });

  it("has an example for everything that users call; that of a call in workers is on this thread's", () => {
    const called = items.filter(({ isCalled, name }) => isCalled && !/: (\w*Workers|Worker\w+)\./.test(name));
    expect(called.filter(({ examples }) => examples.length === 0).map(named)).toEqual([]);
  });
});

/** Runs the modules that it is given, one after the other, so that each example need not start Node and load the package. */
const runner = `
for (const file of process.argv.slice(2)) {
  console.log("\\n=== " + file);
  try {
    await import(file);
  } catch (error) {
    console.log("failed:", error);
  }
}
`;

describe("the examples in the declarations", () => {
  // What several symbols show, such as a call and the same call in workers, runs once.
  const examples = [...new Map(items.flatMap((item) => item.examples.map((text) => [text, item] as const)))].map(
    ([text, item], i) => ({ text, name: named(item), file: `example-${i}` }),
  );
  const printed = new Map<string, string>();

  beforeAll(async () => {
    const folder = (await installedLibrary()).project("examples");
    await mkdir(folder);
    const compiler = {
      module: "NodeNext",
      target: "ES2022",
      lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
      strict: true,
      skipDefaultLibCheck: true,
      types: [],
      outDir: "made",
    };
    await Promise.all(examples.map(({ file, text }) => writeFile(join(folder, `${file}.ts`), text)));
    const files = examples.map(({ file }) => `${file}.ts`);
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: compiler, files }));
    await execute(workspaceProgram("tsc"), ["-p", folder], folder);
    await writeFile(join(folder, "runner.js"), runner);
    const count = availableParallelism();
    const shares = Array.from({ length: count }, (_, share) => examples.filter((_, i) => i % count === share));
    const outputs = await Promise.all(
      shares.map((share) =>
        execute(process.execPath, ["runner.js", ...share.map(({ file }) => `./made/${file}.js`)], folder),
      ),
    );
    for (const part of outputs.join("").split("\n=== ./made/")) {
      const [file = "", ...lines] = part.split("\n");
      printed.set(file.replace(/\.js$/, ""), lines.join("\n"));
    }
  });

  it("are found", () => {
    expect(examples.length).toBeGreaterThan(100);
  });

  it.each(examples)("run and print what they say: $name", ({ file, text }) => {
    const output = printed.get(file);
    if (output === undefined) throw new Error("it was not run");
    expect(output).not.toContain("failed:");
    let from = 0;
    for (const piece of printsOf(text)) {
      const at = output.indexOf(piece, from);
      expect(at, `prints ${piece} in ${output}`).toBeGreaterThanOrEqual(0);
      from = at + piece.length;
    }
  });
});
