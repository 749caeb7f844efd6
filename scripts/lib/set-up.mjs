// Everything a fresh clone needs, each step skipped when it is up to date.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buildLibrary, licenses } from "./build-library.mjs";
import { buildWasm } from "./build-wasm.mjs";
import { modules } from "./builds.mjs";
import { locked } from "./lock.mjs";
import { library, page, root } from "./paths.mjs";
import { checkPrerequisites } from "./prerequisites.mjs";
import { mustRun } from "./run.mjs";
import { ensureWasmTarget, ensureWasmTools, rustVersion } from "./rust-tools.mjs";
import { step } from "./step.mjs";

/** npm packages, Rust tools, WebAssembly, library, and the page's static files in web/page/dist. */
export function setUp() {
  return locked(async () => {
    await checkPrerequisites();
    await npmPackages();
    await ensureWasmTarget();
    const versions = { ...(await ensureWasmTools()), rust: await rustVersion() };
    for (const { crate, sources, file, builds } of modules) {
      const place = { crate, bindings: "no-modules", file };
      for (const build of builds) {
        await step({
          name: `wasm (${build.name})`,
          inputs: [
            ...[...sources, "Cargo.toml", "Cargo.lock", ".cargo", "scripts/lib/build-wasm.mjs"],
            "node_modules/binaryen/package.json", // wasm-opt
          ],
          values: { build, place, versions },
          outputs: [`web/library/wasm/${build.name}/${file}_bg.wasm`],
          work: () => buildWasm(build, { ...place, target: join(library, "wasm", build.name) }),
        });
      }
    }
    await step({
      name: "library",
      inputs: [
        "web/library/src",
        "web/library/wasm",
        "web/library/package.json",
        "web/library/tsconfig.json",
        "tsconfig.base.json",
        "scripts/lib/build-library.mjs",
        "scripts/lib/builds.mjs",
        "package-lock.json",
        ...licenses,
      ],
      outputs: [
        "web/library/dist/index.js",
        ...modules.flatMap(({ builds }) => builds).map(({ name }) => `web/library/dist/wasm/rsa-variants-${name}.wasm`),
        ...licenses.map((name) => `web/library/${name}`),
      ],
      work: buildLibrary,
    });
    await step({
      name: "page",
      inputs: ["web/page", "web/library/dist", "web/library/package.json", "tsconfig.base.json", "package-lock.json"],
      outputs: ["web/page/dist/index.html", "web/page/dist/xrsa/index.html"],
      work: buildPage,
    });
  });
}

async function npmPackages() {
  await step({
    name: "npm packages",
    inputs: ["package-lock.json"],
    values: { node: process.versions.modules },
    outputs: ["node_modules/.package-lock.json"],
    work: () => mustRun("npm", ["ci", "--no-audit", "--no-fund", "--loglevel", "error"]).then(() => {}),
  });
}

async function buildPage() {
  const { build } = await import("vite"); // there only after the npm packages
  const fresh = join(page, "dist");
  await rm(fresh, { recursive: true, force: true });
  await build({ root: page, logLevel: "warn", configFile: join(page, "vite.config.ts") });
  return `in ${fresh.slice(root.length)}`;
}
