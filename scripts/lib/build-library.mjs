// web/library: TypeScript → dist, with the WebAssembly beside it.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { builds } from "./builds.mjs";
import { library, root } from "./paths.mjs";
import { mustRun } from "./run.mjs";

const dist = join(library, "dist");

/** Copied from the root into the package. */
export const licenses = ["LICENSE-MIT", "LICENSE-APACHE"];

export async function buildLibrary() {
  const kept = new Set(await compile());
  for (const { name } of builds) for (const file of await copyBuild(name)) kept.add(file);
  await removeOthers(dist, kept);
  for (const license of licenses) await copyFile(join(root, license), join(library, license));
}

async function compile() {
  const output = await mustRun("tsc", ["-p", library, "--listEmittedFiles", "--pretty", "false"]);
  return [...output.matchAll(/^TSFILE: (.+)$/gm)].map((match) => resolve(library, match[1].trim()));
}

async function copyBuild(name) {
  const from = join(library, "wasm", name);
  const to = join(dist, "wasm", name);
  await mkdir(to, { recursive: true });
  const [glue, wasm, inline] = ["rsa_variants.js", "rsa_variants_bg.wasm", "inline.js"].map((file) => join(to, file));
  await copyFile(join(from, "rsa_variants.js"), glue);
  await copyFile(join(from, "rsa_variants_bg.wasm"), wasm);
  const base64 = (await readFile(wasm)).toString("base64");
  await writeFile(inline, `export default "${base64}";\n`);
  return [glue, wasm, inline];
}

/** Removes what an earlier build left and this one does not make. */
async function removeOthers(folder, kept) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && !kept.has(path)) await rm(path);
  }
}
