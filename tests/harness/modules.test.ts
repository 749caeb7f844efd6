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

/** The paths in a tree such as `a::{b,c::{d,e}}`. */
function expand(tree: string): string[] {
  const open = tree.indexOf("{");
  if (open < 0) return [tree];
  const parts: string[] = [];
  let [depth, start] = [0, open + 1];
  for (let at = open; at < tree.length; at += 1) {
    const sign = tree[at];
    if (sign === "{") depth += 1;
    const ends = (sign === "," && depth === 1) || (sign === "}" && depth === 1);
    if (ends) {
      parts.push(tree.slice(start, at));
      start = at + 1;
    }
    if (sign === "}") depth -= 1;
  }
  return parts.filter(Boolean).flatMap((part) => expand(tree.slice(0, open) + part));
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

/** A way from a module back to itself, if there is one. */
function circle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (module: string, way: string[]): string[] | undefined => {
    const before = way.indexOf(module);
    if (before >= 0) return [...way.slice(before), module];
    if (done.has(module)) return undefined;
    for (const next of graph.get(module) ?? []) {
      const found = visit(next, [...way, module]);
      if (found !== undefined) return found;
    }
    done.add(module);
    return undefined;
  };
  for (const module of graph.keys()) {
    const found = visit(module, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

describe("the modules of", () => {
  it.each(["modular-powers", "rsa", "cryptanalysis", "xrsa", "wasm", "xtask"])(
    "%s import each other without a circle",
    async (name) => {
      const graph = await imports(join(crates, name, "src"));
      expect(graph.size).toBeGreaterThan(2);
      expect(circle(graph)?.join(" → ")).toBeUndefined();
    },
  );

  it("a circle would be seen", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c::d"]],
      ["c::d", ["b"]],
    ]);
    expect(circle(graph)).toEqual(["b", "c::d", "b"]);
    expect(expand("crate::{a::{b,c},d}")).toEqual(["crate::a::b", "crate::a::c", "crate::d"]);
    expect(absolute("super::document::Format", "encoding::pem")).toBe("encoding::document::Format");
  });
});
