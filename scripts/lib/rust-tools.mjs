// The Rust target and the programs that turn the wasm crate into a package.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root, tools } from "./paths.mjs";
import { Problem } from "./problem.mjs";
import { mustRun, run } from "./run.mjs";
import { timed } from "./step.mjs";

const wasmTarget = "wasm32-unknown-unknown";
const wasmPackVersion = "0.15.1";

/** The compiler's version, for stamps. */
export async function rustVersion() {
  return (await mustRun("rustc", ["--version"])).trim();
}

/** Adds the WebAssembly target to the toolchain where it lacks. */
export async function ensureWasmTarget() {
  const sysroot = (await mustRun("rustc", ["--print", "sysroot"])).trim();
  if (existsSync(join(sysroot, "lib", "rustlib", wasmTarget))) return;
  await timed("wasm target", async () => {
    const { code, output } = await run("rustup", ["target", "add", wasmTarget]);
    if (code === -1) {
      throw new Problem(`rustup is missing: install it from https://rustup.rs, or the target ${wasmTarget} otherwise`);
    }
    if (code !== 0) throw new Problem(`rustup target add ${wasmTarget} failed:\n${output.trimEnd()}`);
  });
}

/** Adds the formatter and the linter to the toolchain where they lack; only the checks need them. */
export async function ensureRustChecks() {
  for (const [component, command] of [
    ["rustfmt", "fmt"],
    ["clippy", "clippy"],
  ]) {
    if ((await run("cargo", [command, "--version"])).code === 0) continue;
    await timed(component, () => mustRun("rustup", ["component", "add", component]).then(() => "installed"));
  }
}

/** Installs wasm-pack and wasm-bindgen into .tools unless the right versions are there or on the path. */
export async function ensureWasmTools() {
  const bindgenVersion = await lockedVersion("wasm-bindgen");
  await ensureTool("wasm-pack", "wasm-pack", wasmPackVersion);
  await ensureTool("wasm-bindgen", "wasm-bindgen-cli", bindgenVersion);
  return { wasmPack: wasmPackVersion, wasmBindgen: bindgenVersion };
}

async function ensureTool(command, crate, version) {
  const { code, output } = await run(command, ["--version"]);
  if (code === 0 && output.trim().split(" ")[1] === version) return;
  // Not --locked: the lock file of wasm-bindgen-cli names a crate that was withdrawn.
  await timed(`${command} ${version}`, () =>
    mustRun("cargo", ["install", crate, "--version", version, "--root", tools, "--force", "--quiet"]).then(
      () => "installed",
    ),
  );
}

/** The version of a crate in Cargo.lock: bindings and their program must be of the same version. */
async function lockedVersion(crate) {
  const lock = await readFile(join(root, "Cargo.lock"), "utf8");
  const version = new RegExp(`name = "${crate}"\\r?\\nversion = "([^"]+)"`).exec(lock)?.[1];
  if (version === undefined) throw new Problem(`Cargo.lock names no ${crate}`);
  return version;
}
