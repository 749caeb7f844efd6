// Writes the WebAssembly modules and the worker's text into the folder dist/wasm of a package, in every form that it contains.
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { difference } from "./difference.mjs";
import { Problem } from "./run.mjs";

/**
 * Writes all builds of a module, and its bindings.
 * @param {typeof import("./builds.mjs").modules[number]} module
 * @param {string} home the folder of the package, whose folder `wasm` has what wasm-bindgen generated
 * @param {string} prefix begins the files' names: that of the package, because bundlers put them among an application's own files
 */
export async function writeWasm(module, home, prefix) {
  const generated = (build, file) => join(home, "wasm", build, file);
  await writeBindings(module, generated, join(home, "dist/wasm"));
  for (const { name, isEmbedded = true, base } of module.builds) {
    const packaged = join(home, "dist/wasm", `${prefix}-${name}.wasm`);
    await copyFile(generated(name, `${module.file}_bg.wasm`), packaged);
    if (isEmbedded) await writeEmbedded({ name, base, prefix }, home);
  }
}

/**
 * Writes the bindings of a module. They keep their instance in variables, so they are wrapped in a function that makes new ones
 * for each instance. All builds of a module have the same functions and therefore the same bindings.
 */
async function writeBindings({ feature, file, bindings, builds }, generated, folder) {
  const [first, ...others] = await Promise.all(
    builds.map(async ({ name }) => ({ name, code: await readFile(generated(name, `${file}.js`), "utf8") })),
  );
  for (const { name, code } of others) {
    if (code !== first.code) {
      throw new Problem(
        `the bindings of the builds ${first.name} and ${name} differ, but the package has one file for all: ` +
          `no exported function of ${feature} may depend on the build`,
      );
    }
  }
  const code = `export function createBindings() {\n${first.code}\nreturn wasm_bindgen;\n}\n`;
  await writeFile(join(folder, `${bindings}.js`), code);
}

/**
 * Writes the forms of a build that the package contains as JavaScript, for places where the file's URL cannot be fetched: as text,
 * compressed (of a build that resembles another one, only the difference), and as static imports of the two kinds of hosts that compile
 * WebAssembly only when a program is deployed.
 */
async function writeEmbedded({ name, base, prefix }, home) {
  const imported = (query) => `import module from "./${prefix}-${name}.wasm${query}";\nexport default module;\n`;
  const form = (kind) => join(home, "dist/wasm", `${name}.${kind}.js`);
  await writeFile(form("inline"), await inlineForm({ name, base, prefix }, home));
  await writeFile(form("workerd"), imported(""));
  await writeFile(form("edge-light"), imported("?module"));
}

/** The JavaScript with a build as text. */
export async function inlineForm({ name, base, prefix }, home) {
  const file = (build) => readFile(join(home, "dist/wasm", `${prefix}-${build}.wasm`));
  const content = base === undefined ? await file(name) : difference(await file(base), await file(name));
  const base64 = (await promisify(gzip)(content, { level: 9 })).toString("base64");
  if (base === undefined) return `export default "${base64}";\n`;
  return `import base from "./${base}.inline.js";\nexport default [base, "${base64}"];\n`;
}

/** Writes the worker's classic script, which the package contains as text. Those hosts have no workers. */
export async function writeWorkerText(script, home) {
  for (const host of ["workerd", "edge-light"]) {
    await writeFile(join(home, "dist/wasm", `worker.${host}.js`), "export default undefined;\n");
  }
  await writeFile(join(home, "dist/wasm", "worker.inline.js"), `export default ${JSON.stringify(script)};\n`);
}
