// @ts-check
// The crates as they are published, from a copy of the committed sources that names the repository.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cache, root } from "../paths.mjs";
import { mustRun } from "../run.mjs";
import { publishedCrates } from "../rust-tools.mjs";
import { publication } from "./publication.mjs";

const folder = join(cache, "release-crates");

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
  const packages = crates.flatMap(({ name }) => ["--package", name]);
  const env = { CARGO_TARGET_DIR: join(root, "target", "release-crates") };
  for (const { name } of crates) {
    console.log(`\n${name}:`);
    await mustRun("cargo", ["package", "--list", "--allow-dirty", "--package", name], { cwd: folder, env, show: true });
  }
  const args = ["publish", "--locked", "--allow-dirty", ...(isDry ? ["--dry-run"] : []), ...packages];
  await mustRun("cargo", args, { cwd: folder, env, show: true });
}

/** Adds the address to the manifests, which cannot inherit what the workspace does not have. @param {string} repository */
async function nameRepository(repository) {
  for (const path of (await mustRun("git", ["ls-files", "crates/*/Cargo.toml"])).trim().split("\n")) {
    const text = await readFile(join(folder, path), "utf8");
    const license = "license.workspace = true";
    await writeFile(join(folder, path), text.replace(license, `${license}\nrepository = "${repository}"`));
  }
}
