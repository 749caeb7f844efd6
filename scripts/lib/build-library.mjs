// Builds web/library/dist: the compiled TypeScript, every build of the WebAssembly modules, and the bindings of each module.
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { modules } from "./builds.mjs";
import { bundleForNode, bundleForScriptTag, bundleUnpacking } from "./bundle-library.mjs";
import { library } from "./paths.mjs";
import { mustRun, Problem } from "./run.mjs";

// Not another folder that replaces this one when it is complete: the package's own imports (#read) point here.
const dist = join(library, "dist");
const wasm = join(dist, "wasm");

export async function buildLibrary() {
  await rm(dist, { recursive: true, force: true });
  await mustRun("tsc", ["-p", library, "--pretty", "false"]);
  await mkdir(wasm, { recursive: true });
  for (const module of modules) {
    await writeBindings(module);
    for (const { name, isEmbedded = true } of module.builds) {
      await copyFile(generated(name, `${module.file}_bg.wasm`), packaged(name));
      if (isEmbedded) await writeEmbedded(name);
    }
  }
  await writeInlineWorker();
  await bundleUnpacking();
  await bundleForNode();
  await bundleForScriptTag();
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
  const code = `export function createBindings() {\n${first.code}\nreturn wasm_bindgen;\n}\n`;
  await writeFile(join(wasm, `${bindings}.js`), code);
}

/** The file's name contains that of the package, because bundlers put the file among an application's own files. */
function packaged(build) {
  return join(wasm, `rsa-variants-${build}.wasm`);
}

/**
 * Writes the forms of a build that the package contains as JavaScript, for places where the file's URL cannot be fetched: as text,
 * compressed, and as static imports of the two kinds of hosts that compile WebAssembly only when a program is deployed.
 */
async function writeEmbedded(name) {
  const base64 = (await promisify(gzip)(await readFile(packaged(name)), { level: 9 })).toString("base64");
  const imported = (query) => `import module from "./rsa-variants-${name}.wasm${query}";\nexport default module;\n`;
  await writeFile(join(wasm, `${name}.inline.js`), `export default "${base64}";\n`);
  await writeFile(join(wasm, `${name}.workerd.js`), imported(""));
  await writeFile(join(wasm, `${name}.edge-light.js`), imported("?module"));
}

/** Bundles the workers of all libraries into one classic script, which the package contains as text. Those hosts have no workers. */
async function writeInlineWorker() {
  for (const host of ["workerd", "edge-light"]) {
    await writeFile(join(wasm, `worker.${host}.js`), "export default undefined;\n");
  }
  const target = join(wasm, "worker.inline.js");
  // Vite's bundler, in a separate process.
  const options = ["--format", "iife", "--platform", "browser", "--minify", "--logLevel", "silent"];
  await mustRun("rolldown", [join(dist, "workers/every-worker.js"), "--file", target, ...options]);
  await writeFile(target, `export default ${JSON.stringify(await readFile(target, "utf8"))};\n`);
}
