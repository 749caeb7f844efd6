// Sets up everything that a fresh clone needs; skips the steps that are up to date.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buildLibrary } from "./build-library.mjs";
import { buildPowers } from "./build-powers.mjs";
import { buildWasm } from "./build-wasm.mjs";
import { builds, modules, powersModule } from "./builds.mjs";
import { locked } from "./lock.mjs";
import { documents, writePackageDocuments } from "./package-documents.mjs";
import { page, root } from "./paths.mjs";
import { wasmBindgen } from "./releases.mjs";
import { mustRun } from "./run.mjs";
import { checkPrerequisites, ensureWasmTarget, ensureWasmTools, rustVersion } from "./rust-tools.mjs";
import { announce, step, together } from "./step.mjs";

/**
 * Sets up everything up to a part.
 * @param {object} options
 * @param {"rust" | "library" | "page"} [options.upTo] rust: the compiler's WebAssembly target; library: also the npm packages and
 * web/library/dist and web/powers/dist; page: also the static files in web/page/dist
 * @param {boolean} [options.tests] whether to install the npm packages that only tests and measurements use
 * @param {() => Promise<unknown>} [options.meanwhile] other installations, such as browsers; they start after the npm packages
 * are installed and run while crates are compiled
 */
export function setUp({ upTo = "page", tests = true, meanwhile = async () => {} } = {}) {
  return locked(async () => {
    await checkPrerequisites();
    if (upTo === "rust") return ensureWasmTarget().then(meanwhile);
    let tools;
    const modules = wasmSteps(await rustVersion(), () => tools);
    const last = [libraryStep, powersStep, documentsStep, ...(upTo === "page" ? [pageStep] : [])];
    const packages = npmPackages(tests);
    await announce([packages, ...modules, ...last]);
    tools = ensureWasmTools(); // compiling it takes a minute
    tools.catch(() => {}); // thrown below
    await together([step(packages), ensureWasmTarget()]);
    await together([tools, meanwhile(), ...modules.map((one) => step(one))]);
    for (const one of last) await step(one);
  });
}

/**
 * Installs all npm packages, or only those that build and serve the page, which takes a third of the time.
 * @returns {import("./step.mjs").Step}
 */
function npmPackages(tests) {
  const workspaces = ["web/library", "web/powers", "web/page", "scripts/lib/docs"].flatMap((path) => ["-w", path]);
  const needed = tests ? [] : [...workspaces, "--include-workspace-root"];
  const values = (all) => ({ node: process.versions.modules, all });
  return {
    name: "npm packages",
    inputs: ["package-lock.json"],
    values: values(tests),
    suffices: values(true),
    outputs: ["node_modules/.package-lock.json"],
    work: () => mustRun("npm", ["ci", ...needed, "--no-audit", "--no-fund", "--loglevel", "error"]).then(() => {}),
    seconds: tests ? 25 : 10,
  };
}

/**
 * A step for each build of each module.
 * @param {string} rust the compiler's version
 * @param {() => Promise<unknown>} tools waits for the tools that are being installed
 * @returns {import("./step.mjs").Step[]}
 */
function wasmSteps(rust, tools) {
  const all = [...modules.map((module) => ({ ...module, home: "library" })), { ...powersModule, home: "powers" }];
  return all.flatMap(({ feature, sources: inputs, optionalSources: optional, file, builds: own, home }) =>
    own.map((build) => {
      const place = { crate: "crates/wasm", feature, bindings: "no-modules", file };
      const name = home === "library" ? build.name : `${home}, ${build.name}`;
      return wasmStep(`wasm (${name})`, build, place, { inputs, optional, target: `web/${home}/wasm`, rust, tools });
    }),
  );
}

/** @returns {import("./step.mjs").Step} */
function wasmStep(name, build, place, { inputs, optional = [], target, rust, tools }) {
  const folder = `${target}/${build.name}`;
  return {
    name,
    inputs: [...inputs, "scripts/lib/build-wasm.mjs", "node_modules/binaryen/package.json"], // wasm-opt
    optional,
    values: { build, place, versions: { wasmBindgen: wasmBindgen.version, rust } },
    outputs: [`${folder}/${place.file}_bg.wasm`],
    seconds: 14,
    work: () => buildWasm(build, { ...place, target: join(root, folder), tools }),
  };
}

/**
 * Builds what only `npm run bench` needs, after `setUp`. The arithmetic of other crates, from lab/crates/peers, is compiled like the
 * package, once for each build, because our engines are measured in it, too. SIMD changes the times of the other crates by less
 * than one percent, so lab/crates/blind-peer, which contains nothing of ours, has one build.
 */
export function setUpPeers() {
  return locked(async () => {
    await ensureWasmTools();
    const [target, rust] = ["web/bench/wasm", await rustVersion()];
    const peers = { crate: "lab/crates/peers", bindings: "web", file: "peers" };
    const inputs = [peers.crate, "crates/modular-powers", "Cargo.toml"];
    for (const build of builds) await step(wasmStep(`peers (${build.name})`, build, peers, { inputs, target, rust }));
    const blind = { name: "blind", rustflags: '--cfg getrandom_backend="wasm_js"' };
    const place = { crate: "lab/crates/blind-peer", bindings: "web", file: "blind_peer" };
    await step(wasmStep("peers (blind signatures)", blind, place, { inputs: [place.crate], target, rust }));
  });
}

/**
 * The step that builds a package.
 * @param {string} folder the package's
 * @param {import("./builds.mjs").Build[]} builds
 * @param {Partial<import("./step.mjs").Step>} rest further inputs and outputs
 * @returns {import("./step.mjs").Step}
 */
function packageStep(folder, builds, { inputs = [], outputs = [], ...rest }) {
  const prefix = folder === "library" ? "rsa-variants" : "modular-powers";
  const made = ["index.js", "node/index.js", ...outputs, ...builds.map(({ name }) => `wasm/${prefix}-${name}.wasm`)];
  return {
    inputs: [
      ...["src", "wasm", "package.json", "tsconfig.json"].map((name) => `web/${folder}/${name}`),
      ...["builds", "difference", "package-wasm", "roll-up-types", `build-${folder}`].map(
        (name) => `scripts/lib/${name}.mjs`,
      ),
      ...inputs,
      "tsconfig.base.json",
      "package-lock.json",
    ],
    outputs: made.map((file) => `web/${folder}/dist/${file}`),
    ...rest,
  };
}

const allBuilds = modules.flatMap(({ builds }) => builds);
const libraryStep = packageStep("library", allBuilds, {
  name: "library",
  outputs: ["rsa-variants.min.js"],
  seconds: 11,
  work: buildLibrary,
});
const powersStep = packageStep("powers", powersModule.builds, {
  name: "modular-powers",
  inputs: ["web/library/src"], // it imports some of it
  seconds: 7,
  work: buildPowers,
});

/** @type {import("./step.mjs").Step} */
const documentsStep = {
  name: "the package's documents",
  inputs: ["docs", "scripts/lib/package-documents.mjs", ...documents],
  outputs: ["README.md", "docs", ...documents].map((name) => `web/library/${name}`),
  work: writePackageDocuments,
};

/** @type {import("./step.mjs").Step} */
const pageStep = {
  name: "page",
  inputs: [
    "web/page",
    "web/measure",
    "crates/cryptanalysis/src/sources.rs", // Papers lists them
    "web/library/dist",
    "web/library/package.json",
    "web/powers/dist",
    "web/powers/package.json",
    "tsconfig.base.json",
    "package-lock.json",
  ],
  optional: ["web/api/index.html"], // the reference
  outputs: ["web/page/dist/index.html", "web/page/dist/xrsa/index.html"],
  seconds: 4,
  work: buildPage,
};

async function buildPage() {
  const { build } = await import("vite"); // available only after the npm packages are installed
  const fresh = join(page, "dist");
  await rm(fresh, { recursive: true, force: true });
  await build({ root: page, logLevel: "warn" });
  return `in ${fresh.slice(root.length)}`;
}
