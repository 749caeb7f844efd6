// Every command must start in a fresh clone, where no package is installed yet: its set-up installs them.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const scripts = fileURLToPath(new URL("../../scripts", import.meta.url));

/** What a module and those that it imports statically import from packages. */
async function packagesOf(path: string, seen = new Set<string>()): Promise<string[]> {
  if (seen.has(path)) return [];
  seen.add(path);
  const code = await readFile(path, "utf8");
  const { statements } = ts.createSourceFile(path, code, ts.ScriptTarget.Latest);
  const names = statements.flatMap((each) => {
    const from = ts.isImportDeclaration(each) || ts.isExportDeclaration(each) ? each.moduleSpecifier : undefined;
    return from !== undefined && ts.isStringLiteral(from) ? [from.text] : [];
  });
  const found = names.map((name) => {
    if (name.startsWith("node:")) return [];
    return name.startsWith(".") ? packagesOf(join(dirname(path), name), seen) : [`${path}: ${name}`];
  });
  return (await Promise.all(found)).flat();
}

it("no command imports a package before its set-up has installed it", async () => {
  const commands = (await readdir(scripts)).filter((name) => name.endsWith(".mjs"));
  expect(commands).toContain("test.mjs");
  const found = await Promise.all(commands.map((name) => packagesOf(join(scripts, name))));
  expect(found.flat()).toEqual([]);
});
