// Builds web/powers/dist: the package modular-powers. Its own sources and those of the library that they import are bundled together, once for
// browsers and bundlers and once for Node.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { powersModule } from "./builds.mjs";
import { writeWasm, writeWorkerText } from "./package-wasm.mjs";
import { library, powers, root } from "./paths.mjs";
import { rollUpTypes } from "./roll-up-types.mjs";
import { mustRun, Problem } from "./run.mjs";

const dist = join(powers, "dist");
/** The declarations of single files. */
const declarations = join(dist, "declarations");
const source = join(powers, "src");

/** The codes of the errors that this package throws. The library's types list those of RSA as well. */
export const powersCodes = [
  "invalid-params",
  "not-invertible",
  "invalid-modulus",
  "stuck-generator",
  "no-random-numbers",
  "internal",
  "unsupported-build",
  "use-after-free",
  "load-failed",
  "worker-failed",
  "closed",
];

export async function buildPowers() {
  await rm(dist, { recursive: true, force: true });
  await mkdir(join(dist, "wasm"), { recursive: true });
  await writeWasm(powersModule, powers, "modular-powers");
  await mustRun("tsc", ["-p", powers, "--pretty", "false"]);
  await renameTypes();
  const entry = (name) => join(declarations, "powers/src", `${name}.d.ts`);
  const worker = "modular-powers-worker";
  await rollUpTypes({ index: entry("index"), [worker]: entry(worker) }, join(dist, "types"));
  await rm(declarations, { recursive: true });
  for (const license of ["LICENSE-MIT", "LICENSE-APACHE"]) await copyFile(join(root, license), join(powers, license));
  const { rolldown } = await import("rolldown"); // available only after the npm packages are installed
  const input = { index: join(source, "index.ts"), [worker]: join(source, `${worker}.ts`) };
  await write(rolldown, "browser", input, { dir: dist, sourcemap: false });
  await write(rolldown, "node", input, { dir: join(dist, "node"), sourcemap: false });
  const script = { format: "iife", minify: true, codeSplitting: false };
  const file = join(dist, "wasm/worker.inline.js");
  await write(rolldown, "browser", input[worker], { file, ...script });
  await writeWorkerText(await readFile(file, "utf8"), powers);
  await rm(join(dist, "wasm", `${powersModule.bindings}.js`)); // the bundles contain it
}

async function write(rolldown, platform, input, output) {
  const bundle = await rolldown({
    input,
    platform,
    external: [/^node:/, /^#embedded\//],
    transform: { target: "es2022" },
    plugins: [sources(platform)],
    onLog(_level, { code, message }) {
      if (code !== "IMPORT_IS_UNDEFINED") throw new Problem(`modular-powers cannot be bundled: ${message}`);
    },
  });
  const license = "/*! contains fflate (MIT), © Arjun Barrett: github.com/101arrowz/fflate */";
  const banner = ({ name }) => (name.startsWith("unpack") ? license : "");
  await bundle.write({ format: "esm", chunkFileNames: "[name].js", comments: { jsdoc: false }, banner, ...output });
}

/** Finds the sources of this package and of the library, and gives names of the library those of this package. */
function sources(platform) {
  return {
    name: "sources",
    resolveId(address, importer) {
      const [, own] = /^#(read|scope|threads)$/.exec(address) ?? [];
      if (own !== undefined) return join(library, `src/platform/${own}-${platform}.ts`);
      if (!address.startsWith(".") || importer === undefined || importer.includes("node_modules")) return undefined;
      if (address.endsWith("-bindings.js")) return join(dist, "wasm", `${powersModule.bindings}.js`);
      const path = resolve(dirname(importer), address).replace(/\.js$/, ".ts");
      return path.replace(join("start", "browser.ts"), join("start", `${platform}.ts`));
    },
    transform(code, path) {
      if (!path.endsWith(".ts")) return undefined;
      // Addresses are those of the bundle's files.
      return { code: renamed(platform === "node" ? code.replaceAll('new URL("./wasm/', 'new URL("../wasm/') : code) };
    },
  };
}

/** Code or types of the library under this package's names. */
function renamed(text) {
  return text
    .replaceAll("RsaError", "PowersError")
    .replaceAll(/\b(PowersError\w*) as \1\b/g, "$1")
    .replaceAll("rsa-variants", "modular-powers");
}

/** How to handle an error of this package. */
const example = ` *
 * @example
 * \`\`\`ts
 * import { load, PowersError } from "modular-powers";
 * const powers = await load();
 * try {
 *   powers.modulus(2n ** 128n);
 * } catch (error) {
 *   if (error instanceof PowersError) console.log(error.code, error.message); // invalid-modulus modulus must be odd, but is even
 * }
 * \`\`\``;

/** Gives types of the library the names of this package. */
async function renameTypes() {
  for (const name of await readdir(declarations, { recursive: true })) {
    if (!name.endsWith(".ts")) continue;
    const file = join(declarations, name);
    const text = await readFile(file, "utf8");
    // Examples of the library are no examples of this package.
    const withoutExamples = text
      .replaceAll(/\n\s*\*\s*\n\s*\* @example[\s\S]*?(?=\n\s*\*\/)/g, "")
      .replace(/(?<=declare const codes: readonly )\[.*\]/, JSON.stringify(powersCodes))
      .replace(/ \*\/\n(?=export declare class RsaError )/, `${example}\n */\n`);
    await writeFile(file, renamed(name.startsWith("powers") ? text : withoutExamples));
  }
}
