// @ts-check
// The npm package as it is published: that of the workspace, with the addresses, the bill of materials and JSR's configuration.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { cache, library } from "../paths.mjs";
import { mustRun, Problem, run } from "../run.mjs";
import { addressesOf, publication } from "./publication.mjs";
import { billOfMaterials } from "./sbom.mjs";

const folder = join(cache, "release");
const staged = join(folder, "package");

/** Makes the package and its archive, checks both and prints the files. Returns the path of the archive. */
export async function packNpm() {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await mustRun("tar", ["-xzf", await pack(library), "-C", folder]);
  const manifest = JSON.parse(await readFile(join(staged, "package.json"), "utf8"));
  const { scripts: _, devDependencies: __, ...published } = manifest;
  const files = [...manifest.files, "sbom.cdx.json"];
  await writeJson("package.json", { ...published, files, ...addressesOf(publication.repository, "web/library") });
  await writeJson("sbom.cdx.json", await billOfMaterials(manifest));
  const archive = await pack(staged, { show: true });
  await mustRun("publint", [archive, "--strict"], { show: true });
  await mustRun("attw", [archive, "--profile", "esm-only", "--exclude-entrypoints", "wasm", "--format", "ascii"]);
  console.log("arethetypeswrong: no problems");
  return archive;
}

/** @param {{ isDry: boolean, archive: string }} options */
export async function publishNpm({ isDry, archive }) {
  // Provenance exists only where GitHub vouches for the workflow that runs this.
  const how = isDry ? ["--dry-run"] : ["--provenance", "--access", "public"];
  await mustRun("npm", ["publish", archive, ...how], { show: true });
}

/**
 * The same files for JSR, which reads the types of a JavaScript file from a comment at its start.
 * @param {{ isDry: boolean }} options
 */
export async function publishJsr({ isDry }) {
  const { version, exports, imports } = JSON.parse(await readFile(join(staged, "package.json"), "utf8"));
  const files = await readdir(join(staged, "dist"), { recursive: true });
  for (const file of files.filter((name) => name.endsWith(".js") && files.includes(name.replace(/js$/, "d.ts")))) {
    const path = join(staged, "dist", file);
    const types = basename(file).replace(/js$/, "d.ts");
    await writeFile(path, `/* @ts-self-types="./${types}" */\n${await readFile(path, "utf8")}`);
  }
  const entries = Object.entries(exports).filter(([, entry]) => typeof entry === "object");
  // JSR has no conditions; its modules are fetched, as in browsers.
  const inner = Object.entries(imports).flatMap(([name, { default: path }]) => {
    if (!name.endsWith("*")) return [[name, path]];
    const [start, end] = path.slice("./dist/".length).split("*");
    const matching = files.filter((file) => file.startsWith(start) && file.endsWith(end));
    return matching.map((file) => [name.replace("*", file.slice(start.length, -end.length)), `./dist/${file}`]);
  });
  await writeJson("jsr.json", {
    name: `${publication.jsrScope ?? "@unset"}/rsa-variants`,
    version,
    license: "MIT OR Apache-2.0",
    exports: Object.fromEntries(entries.map(([name, { default: file }]) => [name, file])),
    imports: Object.fromEntries(inner),
    publish: {
      include: ["dist", "docs", "README.md", "CHANGELOG.md", "LICENSE-*"],
      exclude: ["dist/node", "dist/cli", "dist/**/*.map", "dist/rsa-variants.min.js"],
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

/** @param {string} source @param {{ show?: boolean }} [options] */
async function pack(source, { show = false } = {}) {
  await mustRun("npm", ["pack", source, "--ignore-scripts", "--pack-destination", folder], { show });
  const name = (await readdir(folder)).find((file) => file.endsWith(".tgz"));
  return join(folder, /** @type {string} */ (name));
}

/** @param {string} name @param {object} content */
function writeJson(name, content) {
  return writeFile(join(staged, name), `${JSON.stringify(content, undefined, 2)}\n`);
}
