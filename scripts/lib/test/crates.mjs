// @ts-check
// Checks whether the crates can be published, without network and build: part of `npm run check`. Cargo packages them, which
// needs versions and published crates in all dependencies. What cargo leaves to crates.io, or to us, is checked here.
import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { mustRun, Problem, run } from "../run.mjs";
import { cargoVersion, isBelow } from "../rust-tools.mjs";

/**
 * A package as `cargo metadata` describes it.
 * @typedef {{
 *   name: string,
 *   publish: string[] | null,
 *   rust_version: string | null,
 *   description: string | null,
 *   license: string | null,
 *   keywords: string[],
 *   categories: string[],
 *   manifest_path: string,
 * }} Package
 */

/** The maximum size of a package before compression, in bytes; sources take less. */
const mostBytes = 1 << 20;

const requiredFiles = ["README.md", "LICENSE-APACHE", "LICENSE-MIT"];

/** The paths that the files of a package can have. */
const places = /^(src|examples|docs)\/|^[^/]+$/;

/**
 * The reasons why a crate cannot be published, of those that cargo does not know.
 * @param {Package} crate
 * @param {{ files: Map<string, number>, readme: string }} contents the files of the package with their lengths in bytes, and the
 * text of its README
 * @returns {string[]}
 */
export function problemsOf({ description, license, categories, keywords, rust_version: rust }, { files, readme }) {
  const problems = [];
  if (!description) problems.push("it has no description");
  if (!license) problems.push("it has no license");
  if (categories.length === 0 || categories.length > 5) problems.push("it needs one to five categories");
  if (keywords.length === 0 || keywords.length > 5) problems.push("it needs one to five keywords");
  for (const keyword of keywords) {
    if (!/^[a-z0-9][a-z0-9_+-]{0,19}$/.test(keyword)) problems.push(`crates.io refuses the keyword ${keyword}`);
  }
  for (const file of requiredFiles) if (!files.has(file)) problems.push(`its package has no ${file}`);
  for (const file of files.keys()) if (!places.test(file)) problems.push(`its package should not have ${file}`);
  const bytes = [...files.values()].reduce((sum, length) => sum + length, 0);
  if (bytes > mostBytes) problems.push(`its package has ${bytes} bytes, more than ${mostBytes}`);
  if (!readme.includes(`Rust ${rust}.`)) problems.push(`its README does not name the rust-version ${rust}`);
  return problems;
}

export async function checkCrates() {
  const { stdout } = await run("cargo", ["metadata", "--no-deps", "--format-version", "1"]);
  /** @type {Package[]} */
  const published = JSON.parse(stdout).packages.filter((/** @type {Package} */ { publish }) => publish?.length !== 0);
  await packageTogether(published.map(({ name }) => name));
  const problems = published.map(async (crate) => {
    const folder = dirname(crate.manifest_path);
    const list = await run("cargo", ["package", "--list", "--allow-dirty", "--package", crate.name]);
    const sizes = list.stdout
      .trim()
      .split("\n")
      .map(async (file) => {
        // Cargo adds files that are not in the folder, such as Cargo.toml.orig.
        const { size } = await stat(join(folder, file)).catch(() => ({ size: 0 }));
        return /** @type {[string, number]} */ ([file, size]);
      });
    const contents = {
      files: new Map(await Promise.all(sizes)),
      readme: await readFile(join(folder, "README.md"), "utf8"),
    };
    return problemsOf(crate, contents).map((problem) => `${crate.name}: ${problem}`);
  });
  const found = (await Promise.all(problems)).flat();
  if (found.length > 0) throw new Problem(found.join("\n✗ "));
}

/**
 * Packages crates that depend on each other, with cargo 1.90 or later: earlier ones looked for them on crates.io.
 * @param {readonly string[]} names
 * @param {{ cwd?: string }} [place] the workspace
 */
export async function packageTogether(names, place) {
  if (isBelow(await cargoVersion(), "1.90")) return;
  const options = ["--no-verify", "--allow-dirty", "--offline", "--quiet"];
  await mustRun("cargo", ["package", ...options, ...names.flatMap((name) => ["--package", name])], place);
}

if (import.meta.filename === process.argv[1]) {
  await checkCrates().catch(({ message }) => {
    console.error(`✗ ${message}`);
    process.exitCode = 1;
  });
}
