// @ts-check
// The crates as they are published, from a copy of the committed sources that names the repository.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cache, root } from "../paths.mjs";
import { mustRun, run } from "../run.mjs";
import { publication } from "./publication.mjs";

const folder = join(cache, "release-crates");

/** The crates on crates.io, each after those that it depends on. */
export async function publishedCrates() {
  const { stdout } = await run("cargo", ["metadata", "--no-deps", "--format-version", "1"]);
  /** @type {{ packages: { name: string, publish: string[] | null }[] }} */
  const { packages } = JSON.parse(stdout);
  return packages.filter(({ publish }) => publish === null).map(({ name }) => name);
}

/** Packs, compiles and uploads the crates; a dry run only uploads nothing. @param {{ isDry: boolean }} options */
export async function publishCrates({ isDry }) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const archive = join(folder, "sources.tar");
  await mustRun("git", ["archive", "--format=tar", "-o", archive, "HEAD"]);
  await mustRun("tar", ["-xf", archive, "-C", folder]);
  await rm(archive);
  const crates = await publishedCrates();
  if (publication.repository !== undefined) await nameRepository(publication.repository);
  const packages = crates.flatMap((name) => ["--package", name]);
  const env = { CARGO_TARGET_DIR: join(root, "target", "release-crates") };
  for (const name of crates) {
    console.log(`\n${name}:`);
    await mustRun("cargo", ["package", "--list", "--allow-dirty", "--package", name], { cwd: folder, env, show: true });
  }
  const args = ["publish", "--locked", "--allow-dirty", ...(isDry ? ["--dry-run"] : []), ...packages];
  await mustRun("cargo", args, { cwd: folder, env, show: true });
}

/** Adds the address to the manifests, which cannot inherit what the workspace does not have. @param {string} repository */
async function nameRepository(repository) {
  const { stdout } = await run("git", ["ls-files", "crates/*/Cargo.toml"]);
  for (const path of stdout.trim().split("\n")) {
    const file = join(folder, path);
    const text = await readFile(file, "utf8");
    await writeFile(
      file,
      text.replace("license.workspace = true", `license.workspace = true\nrepository = "${repository}"`),
    );
  }
}
