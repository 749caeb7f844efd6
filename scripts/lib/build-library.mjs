// Builds web/library/dist: the compiled TypeScript, every build of the WebAssembly modules, the bindings of each module, and bundles
// for the two places that load each file separately: Node, and pages without a bundler.
import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { modules } from "./builds.mjs";
import { inlineForm, writeWasm, writeWorkerText } from "./package-wasm.mjs";
import { library } from "./paths.mjs";
import { rollUpTypes } from "./roll-up-types.mjs";
import { mustRun, Problem } from "./run.mjs";

// Not another folder that replaces this one when it is complete: the package's own imports (#read) point here.
const dist = join(library, "dist");

export async function buildLibrary() {
  await rm(dist, { recursive: true, force: true });
  await mustRun("tsc", ["-p", library, "--pretty", "false"]);
  await mkdir(join(dist, "wasm"), { recursive: true });
  for (const module of modules) await writeWasm(module, library, "rsa-variants");
  await removeDocumentation();
  await rollUpTypes(
    paths(exported, (path) => path.replace(/\.js$/, ".d.ts")),
    join(dist, "types"),
  );
  await writeInlineWorker();
  await bundleOthers();
  await bundleForNode();
  await bundleForScriptTag();
}

/** Removes the documentation of names from the JavaScript. Editors show that of the declarations; comments that say why stay. */
async function removeDocumentation() {
  for (const name of await readdir(dist, { recursive: true })) {
    if (!name.endsWith(".js") || name.endsWith(".inline.js")) continue;
    const code = await readFile(join(dist, name), "utf8");
    await writeFile(join(dist, name), code.replaceAll(/^[ \t]*\/\*\*(?:[^*]|\*(?!\/))*\*\/\n/gm, ""));
  }
}

/** Bundles the workers of all libraries into one classic script. */
async function writeInlineWorker() {
  const target = join(dist, "wasm/worker.inline.js");
  // Vite's bundler, in a separate process.
  const options = ["--format", "iife", "--platform", "browser", "--minify", "--logLevel", "silent"];
  await mustRun("rolldown", [join(dist, "workers/every-worker.js"), "--file", target, ...options]);
  await writeWorkerText(await readFile(target, "utf8"), library);
}

/** Bundles. Imported when it is needed, because the set-up that installs the bundler imports this file. */
async function bundleOf(options) {
  const { rolldown } = await import("rolldown");
  return rolldown({ ...options, onLog: fail });
}

/** The entries of the package, by the names of their files in the bundle. */
const exported = {};
for (const { node, default: file } of Object.values(JSON.parse(readFileSync(join(library, "package.json"))).exports)) {
  if (node !== undefined) exported[basename(node, ".js")] = file.slice("./dist/".length);
}
const entries = { ...exported, cli: "cli/main.js" };

/** The paths of entries' files. */
function paths(files, change = (path) => path) {
  return Object.fromEntries(Object.entries(files).map(([name, path]) => [name, join(dist, change(path))]));
}

/** The files that contain libraries of others, and what they say of these: the package has no dependencies. */
const containing = {
  "unpack.js": "fflate (MIT), © Arjun Barrett: github.com/101arrowz/fflate",
  "doctor/old-hashes.js": "noble-hashes (MIT), © Paul Miller: github.com/paulmillr/noble-hashes",
};

async function bundleOthers() {
  for (const [name, license] of Object.entries(containing)) {
    const file = join(dist, name);
    const bundle = await bundleOf({ input: file, platform: "browser" });
    await bundle.write({ file, format: "esm", minify: true, banner: `/*! contains ${license} */` });
  }
}

/** Writes the bundle for Node, whose module loader takes a millisecond for each file: 2 or 3 files for each entry, not 75. */
async function bundleForNode() {
  const bundle = await bundleOf({
    input: paths(entries),
    platform: "node",
    preserveEntrySignatures: "allow-extension",
    resolve: { conditionNames: ["node", "import", "default"] },
    external: [/^node:/, /^#embedded\//, /\.inline\.js$/],
    plugins: [addresses],
  });
  // What the main entry loads is one file, which other entries share.
  const others =
    /dist.(blind|cli|doctor|files|inline|measure|public.(?!key)|security|theory|unpack|xrsa|workers.rsa-variants-worker\.js)/;
  await bundle.write({
    dir: join(dist, "node"),
    format: "esm",
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: "library", test: (path) => !others.test(path) }],
    },
  });
}

/** Writes the classic script with everything, which finds nothing but what it contains. */
async function bundleForScriptTag() {
  const bundle = await bundleOf({
    input: join(dist, "script.js"),
    platform: "browser",
    resolve: { conditionNames: ["browser", "import", "default"] },
    // The script has no address from which it could find other files.
    transform: { define: { "import.meta.url": "undefined" } },
    plugins: [differences],
  });
  await bundle.write({
    file: join(dist, "rsa-variants.min.js"),
    format: "iife",
    name: "rsaVariants",
    minify: true,
    codeSplitting: false,
  });
}

/** The script contains the build `baseline` anyway, so of modules that resemble it only the difference. */
const differences = {
  name: "differences",
  load(path) {
    const name = basename(path, ".inline.js");
    if (!["attacks", "blind", "formats", "security", "xrsa"].includes(name) || dirname(path) !== join(dist, "wasm"))
      return undefined;
    return inlineForm({ name, base: "baseline", prefix: "rsa-variants" }, library);
  },
};

/** Rewrites the addresses of files that stay files; they are relative to the module that contains them. */
const addresses = {
  name: "addresses",
  async load(path) {
    if (!path.startsWith(dist)) return undefined;
    const moved = (address) => {
      const file = relative(dist, resolve(dirname(path), address)).replaceAll("\\", "/");
      const [name] = Object.entries(entries).find(([, entry]) => entry === file) ?? [];
      return name === undefined ? `../${file}` : `./${name}.js`;
    };
    const code = (await readFile(path, "utf8"))
      .replaceAll(
        /(new URL|addressOf)\("(\.[^"]+)", import\.meta\.url\)/g,
        (_, call, file) => `${call}("${moved(file)}", import.meta.url)`,
      )
      .replaceAll(/from "(\.[^"]+\.inline\.js)"/g, (_, file) => `from "${moved(file)}"`);
    return { code };
  },
};

function fail(_level, { code, message }) {
  if (code === "INEFFECTIVE_DYNAMIC_IMPORT") return; // of unpack.js, which is in the chunk of `rsa-variants/inline`, too
  throw new Problem(`the library cannot be bundled: ${message}`);
}
