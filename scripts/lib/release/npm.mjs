// @ts-check
// The npm package as it is published: that of the workspace, with the addresses, the bill of materials and JSR's configuration.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cache, library } from "../paths.mjs";
import { mustRun, run } from "../run.mjs";
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
  const {
    scripts: _,
    devDependencies: __,
    ...published
  } = { ...manifest, ...addressesOf(publication.repository, "web/library") };
  published.files = [...manifest.files, "sbom.cdx.json"];
  await writeJson("package.json", published);
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
  const { version, exports } = JSON.parse(await readFile(join(staged, "package.json"), "utf8"));
  const entries = Object.entries(exports).filter(([, entry]) => typeof entry === "object");
  for (const [, { types, default: file }] of entries) {
    const path = join(staged, file);
    const name = types.slice(types.lastIndexOf("/") + 1);
    await writeFile(path, `/* @ts-self-types="./${name}" */\n${await readFile(path, "utf8")}`);
  }
  const scope = publication.jsrScope ?? "@unset";
  await writeJson("jsr.json", {
    name: `${scope}/rsa-variants`,
    version,
    license: "MIT OR Apache-2.0",
    exports: Object.fromEntries(entries.map(([name, { default: file }]) => [name, file])),
    publish: {
      include: ["dist", "docs", "README.md", "CHANGELOG.md", "LICENSE-*"],
      exclude: ["dist/node", "dist/cli"],
    },
  });
  const args = ["publish", "--allow-dirty", ...(isDry ? ["--dry-run"] : [])];
  if ((await run("jsr", ["--version"])).code === 0) await mustRun("jsr", args, { cwd: staged, show: true });
  else console.log("jsr is not installed: its configuration was written, and not checked");
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
