// @ts-check
// Checks whether the crates can be published, without network and build: part of `npm test -- style`.
import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isPublished, problemsOf } from "./lib/crates.mjs";
import { main, Problem } from "./lib/problem.mjs";
import { run } from "./lib/run.mjs";

await main(async () => {
  const { packages } = JSON.parse(await cargo(["metadata", "--no-deps", "--format-version", "1"]));
  const problems = [];
  for (const crate of packages.filter(isPublished)) {
    const contents = await contentsOf(crate);
    problems.push(...problemsOf(crate, packages, contents).map((problem) => `${crate.name}: ${problem}`));
  }
  if (problems.length > 0) throw new Problem(problems.join("\n✗ "));
});

/**
 * @param {import("./lib/crates.mjs").Package} crate
 * @returns {Promise<import("./lib/crates.mjs").Contents>}
 */
async function contentsOf({ name, manifest_path }) {
  const folder = dirname(manifest_path);
  const list = await cargo(["package", "--list", "--allow-dirty", "--package", name]);
  const files = new Map();
  for (const file of list.trim().split("\n")) {
    // Cargo adds files that are not in the folder, such as Cargo.toml.orig.
    const { size } = await stat(join(folder, file)).catch(() => ({ size: 0 }));
    files.set(file, size);
  }
  return { files, readme: await readFile(join(folder, "README.md"), "utf8") };
}

/** @param {string[]} args */
async function cargo(args) {
  const { code, output, stdout } = await run("cargo", args);
  if (code !== 0) throw new Problem(`cargo ${args.join(" ")} failed:\n${output.trimEnd()}`);
  return stdout;
}
