// crates/wasm → web/library/wasm/<build>/
import { mkdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { library, root } from "./paths.mjs";
import { mustRun } from "./run.mjs";

/** Panic messages name source files: the published file must not tell where they lay on the machine that made it. */
function withoutPaths() {
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  return [`--remap-path-prefix=${cargoHome}=cargo`, `--remap-path-prefix=${root.replace(/[/\\]$/, "")}=rsa-variants`];
}

/** Compiles one build; the folder appears whole or not at all. */
export async function buildWasm({ name, rustflags }) {
  const target = join(library, "wasm", name);
  const fresh = join(library, "wasm", `${name}.new`);
  await rm(fresh, { recursive: true, force: true });
  await mkdir(join(library, "wasm"), { recursive: true });
  const args = [
    "--release",
    "--target",
    "no-modules",
    "--no-pack",
    "--mode",
    "no-install",
    "--out-name",
    "rsa_variants",
  ];
  await mustRun("wasm-pack", ["build", "crates/wasm", ...args, "--out-dir", fresh], {
    // Separated by a character that no path holds, as RUSTFLAGS cannot.
    env: { CARGO_ENCODED_RUSTFLAGS: [...rustflags.split(" ").filter(Boolean), ...withoutPaths()].join("\x1f") },
  });
  // It ignores everything, npm pack would heed it.
  await rm(join(fresh, ".gitignore"), { force: true });
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
}
