// Builds the WebAssembly and the JavaScript of a crate with bindings.
import { appendFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./paths.mjs";
import { mustRun } from "./run.mjs";

/**
 * Compiler flags that remove local paths from panic messages. The published file must not show where the sources were on the
 * machine that compiled it, nor the host of the crate registry, after which cargo names its folder.
 */
async function withoutPaths(crate) {
  // Fetch now, because the folder must be known before the compiler starts.
  await mustRun("cargo", ["fetch", "--manifest-path", join(root, crate, "Cargo.toml")]);
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const sources = join(cargoHome, "registry", "src");
  const registries = await readdir(sources).catch(() => []);
  const names = [
    [cargoHome, "cargo"],
    [root.replace(/[/\\]$/, ""), "rsa-variants"],
    ...registries.map((registry) => [join(sources, registry), "cargo"]), // the last match wins
  ];
  return names.map(([path, name]) => `--remap-path-prefix=${path}=${name}`);
}

async function compilerEnvironment({ rustflags }, crate) {
  return {
    // Separated by a character that paths do not contain, which RUSTFLAGS does not support.
    CARGO_ENCODED_RUSTFLAGS: [...rustflags.split(" ").filter(Boolean), ...(await withoutPaths(crate))].join("\x1f"),
    // A folder for each set of flags: with --remap-path-prefix, cargo uses the same file names for different flags, so in one
    // folder each build would replace the other.
    ...(rustflags === "" ? {} : { CARGO_TARGET_DIR: join(root, "target", rustflags.replaceAll(/\W+/g, "-").slice(1)) }),
  };
}

/**
 * Compiles crates of the workspace with one call of cargo, which optimizes them in parallel; `buildWasm` then finds them
 * compiled. One after the other, each would use a single processor while its parts are linked.
 * @param {{ rustflags: string, profile?: string }} build
 * @param {string[]} crates their folders, as paths from the root
 */
export async function compileWasm(build, crates) {
  const packages = [];
  for (const crate of crates) {
    const id = await mustRun("cargo", ["pkgid", "--quiet", "--manifest-path", join(root, crate, "Cargo.toml")]);
    packages.push("--package", id.trim());
  }
  const options = ["--lib", "--profile", build.profile ?? "release", "--target", "wasm32-unknown-unknown"];
  await mustRun("cargo", ["build", ...options, ...packages], { env: await compilerEnvironment(build, crates[0]) });
}

/**
 * Compiles one build of a crate; the target folder appears whole or not at all.
 * @param {{ rustflags: string, profile?: string }} build additional flags of the compiler, and its profile
 * @param {{ crate: string, bindings: "web" | "no-modules", file: string, target: string }} place the crate's folder as a path
 * from the root, wasm-bindgen's kind of JavaScript, the name of the files, and their folder
 */
export async function buildWasm(build, { crate, bindings, file, target }) {
  const fresh = `${target}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(dirname(target), { recursive: true });
  const profile = build.profile === undefined ? ["--release"] : ["--profile", build.profile];
  const args = [...profile, "--target", bindings, "--no-pack", "--mode", "no-install", "--out-name", file];
  await mustRun("wasm-pack", ["build", crate, ...args, "--out-dir", fresh], {
    env: await compilerEnvironment(build, crate),
  });
  // Turn the global declarations into a module, so that several bindings can be imported together.
  if (bindings === "no-modules") await appendFile(join(fresh, `${file}.d.ts`), "export { wasm_bindgen };\n");
  // It ignores everything, and npm pack would obey it.
  await rm(join(fresh, ".gitignore"), { force: true });
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
}
