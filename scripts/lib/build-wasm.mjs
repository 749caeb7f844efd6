// A crate with bindings → WebAssembly and its JavaScript.
import { mkdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./paths.mjs";
import { mustRun } from "./run.mjs";

/** Panic messages name source files: the published file must not tell where they lay on the machine that made it. */
function withoutPaths() {
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  return [`--remap-path-prefix=${cargoHome}=cargo`, `--remap-path-prefix=${root.replace(/[/\\]$/, "")}=rsa-variants`];
}

/**
 * Compiles one build of a crate; the folder appears whole or not at all.
 * @param {{ rustflags: string }} build what the compiler gets beside its defaults
 * @param {{ crate: string, bindings: "web" | "no-modules", file: string, target: string }} place the crate's folder by path
 * from the root, wasm-bindgen's kind of JavaScript, the name of the files, and the folder that they go to
 */
export async function buildWasm({ rustflags }, { crate, bindings, file, target }) {
  const fresh = `${target}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(dirname(target), { recursive: true });
  const args = ["--release", "--target", bindings, "--no-pack", "--mode", "no-install", "--out-name", file];
  await mustRun("wasm-pack", ["build", crate, ...args, "--out-dir", fresh], {
    // Separated by a character that no path holds, as RUSTFLAGS cannot.
    env: { CARGO_ENCODED_RUSTFLAGS: [...rustflags.split(" ").filter(Boolean), ...withoutPaths()].join("\x1f") },
  });
  // It ignores everything, npm pack would heed it.
  await rm(join(fresh, ".gitignore"), { force: true });
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
}
