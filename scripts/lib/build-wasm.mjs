// crates/wasm → web/library/wasm/<build>/
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
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
  await forgetDefaultPath(join(fresh, "rsa_variants.js"));
  // It ignores everything, npm pack would heed it.
  await rm(join(fresh, ".gitignore"), { force: true });
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
}

/**
 * The generated bindings would find the file beside themselves when called without an address. The library always gives a
 * module, and for that one line bundlers would put the file into every output, be it embedded there or not.
 */
async function forgetDefaultPath(file) {
  const source = await readFile(file, "utf8");
  await writeFile(file, source.replace("new URL('rsa_variants_bg.wasm', import.meta.url)", "undefined"));
}
