// @ts-check
// Packs both packages as for publication and installs them with the tools of lab/consumers/environments, outside the repository, so that nothing
// is found by accident in a parent's node_modules.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { library, powers, root } from "../../scripts/lib/paths.mjs";
import { mustRun, Problem, run } from "../../scripts/lib/run.mjs";

const consumers = join(root, "lab/consumers/environments");
const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"];
const manifests = ["package.json", "package-lock.json"];

/**
 * `npm pack` of the library, or of another package, into a folder.
 * @param {string} folder
 * @param {string} [home] the folder of the package
 * @returns {Promise<{ archive: string, files: string[] }>} the archive that would be published, and the files in it
 */
export async function packInto(folder, home = library) {
  const args = ["pack", home, "--json", "--ignore-scripts", "--pack-destination", folder];
  const { code, output, stdout } = await run("npm", args);
  if (code !== 0) throw new Problem(`npm ${args.join(" ")} failed\n${output}`);
  const [packed] = JSON.parse(stdout);
  return {
    archive: join(folder, packed.filename),
    files: packed.files.map((/** @type {{ path: string }} */ { path }) => path),
  };
}

/**
 * A folder with the tools, which stays for the next run, and with the packages as they are now.
 * @returns {Promise<string>}
 */
export async function prepareHome() {
  const hash = createHash("sha256").update(process.platform + process.arch);
  for (const name of manifests) hash.update(await readFile(join(consumers, name)));
  const home = join(tmpdir(), `rsa-variants-consumers-${hash.digest("hex").slice(0, 12)}`);
  const done = join(home, "installed");
  if (!existsSync(done)) {
    await rm(home, { recursive: true, force: true });
    await mkdir(home);
    for (const name of manifests) await copyFile(join(consumers, name), join(home, name));
    await mustRun("npm", ["ci", ...quiet], { cwd: home });
    // The one install script that is needed: it puts the program of the optional dependency in its place.
    await mustRun("node", ["install.js"], { cwd: join(home, "node_modules", "bun") });
    await writeFile(done, "");
  }
  await rm(join(home, "projects"), { recursive: true, force: true });
  const packed = [await packInto(home), await packInto(home, powers)];
  await mustRun("npm", ["install", "--no-save", ...quiet, ...packed.map(({ archive }) => archive)], { cwd: home });
  return home;
}
