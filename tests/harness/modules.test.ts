import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const crates = fileURLToPath(new URL("../../crates", import.meta.url));

/** The modules of a crate that each of its modules names in `use`, apart from those above and below it; tests do not count. */
async function imports(source: string): Promise<Map<string, string[]>> {
  const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith(".rs"));
  const modules = new Map(files.map((name) => [moduleOf(name), name]));
  const found = new Map<string, string[]>();
  for (const [module, name] of modules) {
    if (/(^|::)tests?$/.test(module)) continue;
    const code = (await readFile(join(source, name), "utf8")).split("#[cfg(test)]\nmod tests")[0] ?? "";
    const paths = [...code.matchAll(/^(?:pub(?:\([^)]*\))? )?use ((?:crate|super|self)::[^;]+);/gm)].flatMap(
      ([, tree = ""]) => expand(tree.replace(/\s+/g, "")),
    );
    const targets = paths.flatMap((path) => nearest(absolute(path, module), modules) ?? []);
    found.set(
      module,
      [...new Set(targets)].filter((target) => !isWithin(target, module) && !isWithin(module, target)),
    );
  }
  return found;
}

/** "padding::oaep" for padding/oaep.rs; the root is empty. */
function moduleOf(file: string): string {
  const path = file.replace(/\.rs$/, "").replace(/(^|\/)(lib|main|mod)$/, "");
  return path.split("/").join("::");
}

/** The paths in a tree such as `a::{b,c::{d,e}}`, from the inside. */
function expand(tree: string): string[] {
  const [inner, before = "", list = ""] = /([\w:]*)\{([^{}]*)\}/.exec(tree) ?? [];
  const paths = (inner === undefined ? tree : list).split(",").filter(Boolean);
  return inner === undefined ? paths : expand(tree.replace(inner, paths.map((path) => before + path).join(",")));
}

function absolute(path: string, module: string): string {
  const parts = path.split("::");
  let base = module === "" ? [] : module.split("::");
  if (parts[0] === "crate") base = [];
  while (parts[0] === "crate" || parts[0] === "super" || parts[0] === "self") {
    if (parts.shift() === "super") base = base.slice(0, -1);
  }
  return [...base, ...parts].join("::");
}

/** The longest part of a path that is a module. */
function nearest(path: string, modules: ReadonlyMap<string, string>): string | undefined {
  const parts = path.split("::");
  for (let length = parts.length; length > 0; length -= 1) {
    const module = parts.slice(0, length).join("::");
    if (modules.has(module)) return module;
  }
  return undefined;
}

function isWithin(inner: string, outer: string): boolean {
  return outer === "" || inner === outer || inner.startsWith(`${outer}::`);
}

/** The modules on a circle, and those that import one of them. */
function inCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const rest = new Map(graph);
  for (let size = 0; size !== rest.size; ) {
    size = rest.size;
    for (const [module, targets] of rest) if (!targets.some((target) => rest.has(target))) rest.delete(module);
  }
  return [...rest.keys()];
}

describe("the modules of", () => {
  it.each(["modular-powers", "rsa", "cryptanalysis", "xrsa", "wasm", "xtask"])(
    "%s import each other without a circle",
    async (name) => {
      const graph = await imports(join(crates, name, "src"));
      expect(graph.size).toBeGreaterThan(2);
      expect(inCircles(graph)).toEqual([]);
    },
  );
});
