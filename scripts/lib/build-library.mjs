// Builds web/library/dist: the compiled TypeScript, every build of the WebAssembly modules, and the bindings of each module.
import { copyFile, mkdir, readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { modules } from "./builds.mjs";
import { library, root } from "./paths.mjs";
import { Problem } from "./problem.mjs";
import { mustRun } from "./run.mjs";

const dist = join(library, "dist");
const wasm = join(dist, "wasm");

/** Copied from the root into the package. */
export const licenses = ["LICENSE-MIT", "LICENSE-APACHE"];

export async function buildLibrary() {
  const kept = new Set(await compile());
  await mkdir(wasm, { recursive: true });
  for (const module of modules) {
    kept.add(await writeBindings(module));
    for (const { name } of module.builds) {
      kept.add(await copyBuild(module, name));
      if (module.inline) kept.add(await writeInline(name));
    }
  }
  kept.add(await writeInlineWorker());
  await removeOthers(dist, kept);
  for (const license of licenses) await copyFile(join(root, license), join(library, license));
}

async function compile() {
  const output = await mustRun("tsc", ["-p", library, "--listEmittedFiles", "--pretty", "false"]);
  return [...output.matchAll(/^TSFILE: (.+)$/gm)].map((match) => resolve(library, match[1].trim()));
}

/** A file of a build that wasm-pack generated. */
function generated(build, file) {
  return join(library, "wasm", build, file);
}

/**
 * Writes the bindings of a module. They keep their instance in variables, so they are wrapped in a function that makes new ones
 * for each instance. All builds of a module have the same functions and therefore the same bindings.
 */
async function writeBindings({ crate, file, bindings, builds }) {
  const [first, ...others] = await Promise.all(
    builds.map(async ({ name }) => ({ name, code: await readFile(generated(name, `${file}.js`), "utf8") })),
  );
  for (const { name, code } of others) {
    if (code !== first.code) {
      throw new Problem(
        `the bindings of the builds ${first.name} and ${name} differ, but the package has one file for all: ` +
          `no exported function of ${crate} may depend on the build`,
      );
    }
  }
  const target = join(wasm, `${bindings}.js`);
  await writeFile(target, `export function createBindings() {\n${first.code}\nreturn wasm_bindgen;\n}\n`);
  return target;
}

/** The file's name contains that of the package, because bundlers put the file among an application's own files. */
function packaged(build) {
  return join(wasm, `rsa-variants-${build}.wasm`);
}

async function copyBuild({ file }, name) {
  const target = packaged(name);
  await copyFile(generated(name, `${file}_bg.wasm`), target);
  return target;
}

/** Compressed, because every user of the inline entry downloads all builds and runs one. */
async function writeInline(name) {
  const target = join(wasm, `${name}.inline.js`);
  const base64 = (await promisify(gzip)(await readFile(packaged(name)), { level: 9 })).toString("base64");
  await writeFile(target, `export default "${base64}";\n`);
  return target;
}

/** Bundles the workers of all libraries into one classic script, which the inline entry contains as text. */
async function writeInlineWorker() {
  const target = join(wasm, "worker.inline.js");
  // Vite's bundler, in a separate process.
  const options = ["--format", "iife", "--platform", "browser", "--minify", "--logLevel", "silent"];
  await mustRun("rolldown", [join(dist, "workers/every-worker.js"), "--file", target, ...options]);
  await writeFile(target, `export default ${JSON.stringify(await readFile(target, "utf8"))};\n`);
  return target;
}

/** Removes the files of earlier builds that this build does not make, and empty folders. */
async function removeOthers(folder, kept) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      await removeOthers(path, kept);
      if ((await readdir(path)).length === 0) await rmdir(path);
    } else if (!kept.has(path)) await rm(path);
  }
}
