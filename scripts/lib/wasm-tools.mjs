// Installs the programs that turn a crate into a package: wasm-pack and wasm-bindgen.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { cache, root, tools } from "./paths.mjs";
import { install } from "./prebuilt.mjs";
import { Problem } from "./problem.mjs";
import { wasmBindgen, wasmPack } from "./releases.mjs";
import { mustRun, run } from "./run.mjs";
import { timed, together } from "./step.mjs";

/** For stamps. */
export const wasmToolVersions = { wasmPack: wasmPack.version, wasmBindgen: wasmBindgen.version };

/** Installs wasm-pack and wasm-bindgen into .tools, unless the right versions are already there or on the path. */
export async function ensureWasmTools() {
  const locked = await lockedVersion("wasm-bindgen");
  if (locked !== wasmBindgen.version) {
    throw new Problem(
      `Cargo.lock has wasm-bindgen ${locked}, but scripts/lib/releases.mjs has ${wasmBindgen.version}: they must be the same`,
    );
  }
  try {
    await together([
      ensureTool(wasmPack, ["wasm-pack"]),
      // The default features are only for the test runner, which is not built.
      ensureTool(wasmBindgen, ["wasm-bindgen-cli", "--no-default-features", "--bin", "wasm-bindgen"]),
    ]);
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

/** Shared, because both programs have common dependencies. */
const target = join(cache, "tools-target");

/**
 * Like a release build, but without optimization. On a busy machine, compiling wasm-bindgen took 165 s of processor time; with
 * optimization it was stopped after 269 s, before the largest crates. Unoptimized, it processes a module of 1 MB in less than a
 * second; wasm-opt then takes 19 s.
 */
const unoptimized = {
  CARGO_TARGET_DIR: target,
  CARGO_INCREMENTAL: "0",
  CARGO_PROFILE_DEV_DEBUG: "0",
  CARGO_PROFILE_DEV_DEBUG_ASSERTIONS: "false",
  CARGO_PROFILE_DEV_OVERFLOW_CHECKS: "false",
};

async function ensureTool(release, crate) {
  const { command, version } = release;
  const { code, output } = await run(command, ["--version"]);
  if (code === 0 && output.trim().split(" ")[1] === version) return;
  const compile = async (reason) => {
    console.log(`cannot download ${command} ${version} (${reason}); compiling it, which takes a minute or two`);
    // Locked, to use the dependencies of the release: modules contain the version of walrus that wrote them.
    const args = [...crate, "--version", version, "--locked", "--root", tools, "--force", "--quiet", "--debug"];
    await mustRun("cargo", ["install", ...args], { env: unoptimized });
  };
  await timed(`${command} ${version}`, () => install(release, { folder: tools, compile }));
}

/** The version of a crate in Cargo.lock: the crate and the program must have the same version. */
async function lockedVersion(crate) {
  const lock = await readFile(join(root, "Cargo.lock"), "utf8");
  const version = new RegExp(`name = "${crate}"\\r?\\nversion = "([^"]+)"`).exec(lock)?.[1];
  if (version === undefined) throw new Problem(`Cargo.lock does not contain ${crate}`);
  return version;
}
