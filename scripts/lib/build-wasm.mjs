// Builds the WebAssembly and the JavaScript of a crate with bindings.
import { appendFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./paths.mjs";
import { mustRun, Problem, run } from "./run.mjs";

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
 * Compiles crates of a workspace with one call of cargo, which optimizes them in parallel. One after the other, each would use a
 * single processor while its parts are linked.
 * @param {{ rustflags: string, profile?: string }} build
 * @param {string[]} crates their folders, as paths from the root
 * @returns {Promise<string[]>} the files of the modules, in the order of the crates
 */
export async function compileWasm(build, crates) {
  const env = await compilerEnvironment(build, crates[0]);
  const ids = [];
  for (const crate of crates) {
    ids.push((await mustRun("cargo", ["pkgid", "--quiet", "--manifest-path", join(root, crate, "Cargo.toml")])).trim());
  }
  const options = ["--lib", "--profile", build.profile ?? "release", "--target", "wasm32-unknown-unknown"];
  const messages = ["--quiet", "--message-format", "json-render-diagnostics"];
  const packages = ids.flatMap((id) => ["--package", id]);
  const manifest = ["--manifest-path", join(root, crates[0], "Cargo.toml")];
  const { code, output, stdout } = await run("cargo", ["build", ...manifest, ...options, ...messages, ...packages], {
    env,
  });
  if (code !== 0)
    throw new Problem(`cargo cannot compile ${crates.join(", ")}:\n${output.replaceAll(/^\{.*\n/gm, "").trimEnd()}`);
  const made = stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  return ids.map((id) => {
    const { filenames = [] } = made.find((each) => each.reason === "compiler-artifact" && each.package_id === id) ?? {};
    const file = filenames.find((name) => name.endsWith(".wasm"));
    if (file === undefined) throw new Problem(`cargo made no module of ${id}`);
    return file;
  });
}

/**
 * Makes one build of a crate; the target folder appears whole or not at all. cargo compiles the module, wasm-bindgen writes its
 * JavaScript and types, and wasm-opt optimizes it: what wasm-pack would do, which would take minutes to compile where its
 * releases cannot be downloaded.
 * @param {{ rustflags: string, profile?: string }} build additional flags of the compiler, and its profile
 * @param {{ crate: string, bindings: "web" | "no-modules", file: string, target: string, wasmOpt?: readonly string[] }} place the
 * crate's folder as a path from the root, wasm-bindgen's kind of JavaScript, the name of the files, their folder, and the options
 * of wasm-opt
 */
export async function buildWasm(build, { crate, bindings, file, target, wasmOpt = ["-O3"] }) {
  const fresh = `${target}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(dirname(target), { recursive: true });
  const [compiled] = await compileWasm(build, [crate]);
  const options = ["--target", bindings, "--omit-default-module-path", "--typescript"];
  await mustRun("wasm-bindgen", [compiled, "--out-dir", fresh, "--out-name", file, ...options]);
  const module = join(fresh, `${file}_bg.wasm`);
  await mustRun("wasm-opt", [module, "-o", module, ...wasmOpt]);
  // Turn the global declarations into a module, so that several bindings can be imported together.
  if (bindings === "no-modules") await appendFile(join(fresh, `${file}.d.ts`), "export { wasm_bindgen };\n");
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
}
