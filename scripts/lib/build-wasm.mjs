// A crate with bindings → WebAssembly and its JavaScript.
import { appendFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./paths.mjs";
import { mustRun } from "./run.mjs";

/**
 * Panic messages name source files: the published file must not tell where they lay on the machine that made it, nor which
 * registry they came from, whose host names the folder that cargo unpacks it in.
 */
async function withoutPaths(crate) {
  // Unpacked now, because the folder must be known before the compiler starts.
  await mustRun("cargo", ["fetch", "--manifest-path", join(root, crate, "Cargo.toml")]);
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const sources = join(cargoHome, "registry", "src");
  const registries = await readdir(sources).catch(() => []);
  const names = [
    [cargoHome, "cargo"],
    [root.replace(/[/\\]$/, ""), "rsa-variants"],
    ...registries.map((registry) => [join(sources, registry), "cargo"]), // the last that fits wins
  ];
  return names.map(([path, name]) => `--remap-path-prefix=${path}=${name}`);
}

async function compilerEnvironment({ rustflags }, crate) {
  return {
    // Separated by a character that no path holds, as RUSTFLAGS cannot.
    CARGO_ENCODED_RUSTFLAGS: [...rustflags.split(" ").filter(Boolean), ...(await withoutPaths(crate))].join("\x1f"),
    // A folder for each set of flags: in one, cargo replaces what it compiled with other flags, because it does not tell
    // flags apart in names of files once --remap-path-prefix is among them.
    ...(rustflags === "" ? {} : { CARGO_TARGET_DIR: join(root, "target", rustflags.replaceAll(/\W+/g, "-").slice(1)) }),
  };
}

/**
 * Compiles crates of the workspace with one call of cargo, which optimizes them side by side; `buildWasm` then finds them
 * compiled. One by one, each would leave all processors but one idle while its parts are linked.
 * @param {{ rustflags: string, profile?: string }} build
 * @param {string[]} crates their folders by path from the root
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
 * Compiles one build of a crate; the folder appears whole or not at all.
 * @param {{ rustflags: string, profile?: string }} build what the compiler gets beside its defaults, and its profile
 * @param {{ crate: string, bindings: "web" | "no-modules", file: string, target: string }} place the crate's folder by path
 * from the root, wasm-bindgen's kind of JavaScript, the name of the files, and the folder that they go to
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
  // What is declared for all files becomes a module, so that several bindings can be imported beside each other.
  if (bindings === "no-modules") await appendFile(join(fresh, `${file}.d.ts`), "export { wasm_bindgen };\n");
  // It ignores everything, npm pack would heed it.
  await rm(join(fresh, ".gitignore"), { force: true });
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
}
