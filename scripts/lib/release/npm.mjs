// @ts-check
// The npm packages as they are published: those of the workspace, with the addresses, the licenses of others, the bill of materials and
// JSR's configuration.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { modules, powersModule } from "../builds.mjs";
import { cache, library, powers } from "../paths.mjs";
import { mustRun, Problem, run } from "../run.mjs";
import { addressesOf, publication } from "./publication.mjs";
import { billOfMaterials, notices, partsOf } from "./third-party.mjs";

/**
 * The packages. source: its folder; directory: the same in the repository; modules: its modules of WebAssembly; bundled: the npm
 * packages that it contains
 * @typedef {{
 *   name: string, source: string, directory: string, modules: readonly { feature: string }[], bundled: readonly string[],
 * }} Package
 */

/** @type {readonly Package[]} */
export const packages = [
  {
    ...{ name: "rsa-variants", source: library, directory: "web/library", modules },
    bundled: ["fflate", "@noble/hashes"],
  },
  {
    ...{ name: "modular-powers", source: powers, directory: "web/powers", modules: [powersModule] },
    bundled: ["fflate"],
  },
];

const folder = join(cache, "release");

/**
 * Makes a package and its archive, checks both and prints the files.
 * @param {Package} one
 * @returns {Promise<{ staged: string, archive: string }>} the folder and the archive of what is published
 */
export async function packNpm({ name, source, directory, modules: compiled, bundled }) {
  const own = join(folder, name);
  const staged = join(own, "package");
  await rm(own, { recursive: true, force: true });
  await mkdir(own, { recursive: true });
  await mustRun("tar", ["-xzf", await pack(source, own), "-C", own]);
  const manifest = JSON.parse(await readFile(join(staged, "package.json"), "utf8"));
  const { scripts: _, devDependencies: __, ...published } = manifest;
  const files = [...manifest.files, "sbom.cdx.json", "THIRD-PARTY-NOTICES.txt"];
  const parts = await partsOf(compiled, bundled);
  await writeJson(join(staged, "package.json"), {
    ...published,
    files,
    ...addressesOf(publication.repository, directory),
  });
  await writeJson(join(staged, "sbom.cdx.json"), billOfMaterials(manifest, parts));
  await writeFile(join(staged, "THIRD-PARTY-NOTICES.txt"), `${await notices(parts)}\n`);
  const archive = await pack(staged, own, { show: true });
  await mustRun("publint", [archive, "--strict"], { show: true });
  const entries = ["--exclude-entrypoints", ...Object.keys(manifest.exports).filter((entry) => entry.includes("wasm"))];
  await mustRun("attw", [archive, "--profile", "esm-only", ...entries, "--format", "ascii"]);
  console.log("arethetypeswrong: no problems");
  return { staged, archive };
}

/** @param {string} archive @param {{ isDry: boolean }} options */
export async function publishNpm(archive, { isDry }) {
  // Provenance exists only where GitHub vouches for the workflow that runs this.
  const how = isDry ? ["--dry-run"] : ["--provenance", "--access", "public"];
  await mustRun("npm", ["publish", archive, ...how], { show: true });
}

/**
 * The same files for JSR, which reads the types of a JavaScript file from a comment at its start.
 * @param {string} staged @param {{ isDry: boolean }} options
 */
export async function publishJsr(staged, { isDry }) {
  const { name, version, license, exports, imports } = JSON.parse(await readFile(join(staged, "package.json"), "utf8"));
  const files = await readdir(join(staged, "dist"), { recursive: true });
  const entries = Object.entries(exports).filter(([, entry]) => typeof entry === "object");
  const typesOf = new Map(entries.map(([, { default: file, types }]) => [file.slice("./dist/".length), types]));
  for (const file of files.filter((each) => each.endsWith(".js"))) {
    const beside = file.replace(/js$/, "d.ts");
    const path = join(staged, "dist", file);
    const types = files.includes(beside) ? `./${basename(beside)}` : typesOf.get(file)?.replace("./dist/", "./");
    if (types !== undefined) await writeFile(path, `/* @ts-self-types="${types}" */\n${await readFile(path, "utf8")}`);
  }
  // JSR has no conditions; its modules are fetched, as in browsers.
  const inner = Object.entries(imports).flatMap(([key, { default: path }]) => {
    if (!key.endsWith("*")) return [[key, path]];
    const [start, end] = path.slice("./dist/".length).split("*");
    const matching = files.filter((file) => file.startsWith(start) && file.endsWith(end));
    return matching.map((file) => [key.replace("*", file.slice(start.length, -end.length)), `./dist/${file}`]);
  });
  await writeJson(join(staged, "jsr.json"), {
    name: `${publication.jsrScope ?? "@unset"}/${name}`,
    version,
    license,
    exports: Object.fromEntries(entries.map(([key, { default: file }]) => [key, file])),
    imports: Object.fromEntries(inner),
    publish: {
      include: ["dist", "docs", "README.md", "CHANGELOG.md", "LICENSE-*", "THIRD-PARTY-NOTICES.txt"],
      exclude: ["dist/node", "dist/rsa-variants.min.js"],
    },
  });
  // Either uploads to JSR; the second downloads the first.
  for (const tool of ["deno", "jsr"]) {
    if ((await run(tool, ["--version"])).code !== 0) continue;
    const args = ["publish", "--allow-dirty", "--no-check", ...(isDry ? ["--dry-run"] : [])];
    await mustRun(tool, args, { cwd: staged, show: true });
    return;
  }
  if (!isDry) throw new Problem("nothing was published on JSR: install deno or jsr, and run this command again");
  console.log("JSR: its configuration was written, but not checked, because neither deno nor jsr is installed");
}

/** @param {string} source @param {string} target @param {{ show?: boolean }} [options] */
async function pack(source, target, { show = false } = {}) {
  await mustRun("npm", ["pack", source, "--ignore-scripts", "--pack-destination", target], { show });
  const name = (await readdir(target)).find((file) => file.endsWith(".tgz"));
  return join(target, /** @type {string} */ (name));
}

/** @param {string} path @param {object} content */
function writeJson(path, content) {
  return writeFile(path, `${JSON.stringify(content, undefined, 2)}\n`);
}
