// Installs the parts of the Rust toolchain that the project needs.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "./problem.mjs";
import { mustRun, run } from "./run.mjs";
import { timed } from "./step.mjs";

const wasmTarget = "wasm32-unknown-unknown";

/** The compiler's version, for stamps. */
export async function rustVersion() {
  return (await mustRun("rustc", ["--version"])).trim();
}

/** Adds the WebAssembly target to the toolchain if it is missing. */
export async function ensureWasmTarget() {
  const sysroot = (await mustRun("rustc", ["--print", "sysroot"])).trim();
  if (existsSync(join(sysroot, "lib", "rustlib", wasmTarget))) return;
  await timed("wasm target", async () => {
    const { code, output } = await rustup(["target", "add", wasmTarget]);
    if (code === -1) {
      throw new Problem(
        `rustup is missing: install it from https://rustup.rs, or install the target ${wasmTarget} another way`,
      );
    }
    if (code !== 0) throw new Problem(`rustup target add ${wasmTarget} failed:\n${output.trimEnd()}`);
  });
}

/** Adds the formatter and the linter to the toolchain if they are missing; only checks need them. */
export async function ensureRustChecks() {
  for (const [component, command] of [
    ["rustfmt", "fmt"],
    ["clippy", "clippy"],
  ]) {
    if ((await run("cargo", [command, "--version"])).code === 0) continue;
    await timed(component, async () => {
      const { code, output } = await rustup(["component", "add", component]);
      if (code !== 0) throw new Problem(`rustup component add ${component} failed:\n${output.trimEnd()}`);
      return "installed";
    });
  }
}

let lastRustup = Promise.resolve();

/** One call at a time, because rustup does not protect a toolchain from concurrent changes. */
function rustup(args) {
  lastRustup = lastRustup.then(() => run("rustup", args));
  return lastRustup;
}
