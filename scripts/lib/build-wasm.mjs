// crates/wasm → web/library/wasm/<build>/
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { library } from "./paths.mjs";
import { mustRun } from "./run.mjs";

/** Compiles one build; the folder appears whole or not at all. */
export async function buildWasm({ name, rustflags }) {
  const target = join(library, "wasm", name);
  const fresh = join(library, "wasm", `${name}.new`);
  await rm(fresh, { recursive: true, force: true });
  await mkdir(join(library, "wasm"), { recursive: true });
  const args = ["--release", "--target", "web", "--no-pack", "--mode", "no-install", "--out-name", "rsa_variants"];
  await mustRun("wasm-pack", ["build", "crates/wasm", ...args, "--out-dir", fresh], {
    env: rustflags === "" ? {} : { RUSTFLAGS: rustflags },
  });
  // It ignores everything, npm pack would heed it.
  await rm(join(fresh, ".gitignore"), { force: true });
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
}
