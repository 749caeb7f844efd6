// Checks the prerequisites, and installs the parts of the Rust toolchain and the programs from crates.io that the project needs.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root, tools } from "./paths.mjs";
import { install } from "./prebuilt.mjs";
import { wasmBindgen } from "./releases.mjs";
import { mustRun, Problem, run } from "./run.mjs";
import { timed } from "./step.mjs";

/** Throws if Node or Rust is missing or too old; the message says what to do. */
export async function checkPrerequisites() {
  const leastNode = await find(/"node": ">=([\d.]+)"/, "package.json");
  if (isBelow(process.versions.node, leastNode)) {
    const remedy = `install ${leastNode} or newer from https://nodejs.org`;
    throw new Problem(`Node ${process.versions.node} is too old: ${remedy}`);
  }
  const found = await cargoVersion();
  const least = await find(/^rust-version = "([\d.]+)"/m, "Cargo.toml");
  if (isBelow(found, least)) {
    throw new Problem(`Rust ${found} is too old: run "rustup update stable" to install ${least} or newer`);
  }
}

/** The version of cargo. */
export async function cargoVersion() {
  const { code, output } = await run("cargo", ["--version"]);
  if (code === -1) throw new Problem("cargo is missing: install Rust from https://rustup.rs");
  if (code !== 0) throw new Problem(`cargo fails (${output.trim()}): run "rustup default stable"`);
  return /^cargo ([\d.]+)/m.exec(output)?.[1] ?? "99"; // one that cannot be read counts as new enough
}

/** Compares versions. */
export function isBelow(version, least) {
  return version.localeCompare(least, "en", { numeric: true }) < 0;
}

/** What a pattern captures in a file of the project. */
async function find(pattern, file) {
  const found = pattern.exec(await readFile(join(root, file), "utf8"))?.[1];
  if (found === undefined) throw new Problem(`${file} does not contain ${pattern}`);
  return found;
}

let version;

/** The compiler's version, for stamps and reports. */
export async function rustVersion() {
  version ??= mustRun("rustc", ["--version"]);
  return (await version).trim();
}

/** Adds the WebAssembly target to the toolchain if it is missing. */
export async function ensureWasmTarget() {
  const target = "wasm32-unknown-unknown";
  const sysroot = (await mustRun("rustc", ["--print", "sysroot"])).trim();
  if (!existsSync(join(sysroot, "lib", "rustlib", target))) await rustup("target", target);
}

/** Adds the formatter and the linter to the toolchain if they are missing; only checks need them. */
export async function ensureRustChecks() {
  if ((await run("cargo", ["fmt", "--version"])).code !== 0) await rustup("component", "rustfmt");
  if ((await run("cargo", ["clippy", "--version"])).code !== 0) await rustup("component", "clippy");
}

let lastRustup = Promise.resolve();

/** Adds a part to the toolchain, one at a time, because rustup does not protect a toolchain from concurrent changes. */
function rustup(kind, name) {
  const add = async () => {
    const { code, output } = await run("rustup", [kind, "add", name]);
    if (code === -1) {
      throw new Problem(`rustup is missing: install it from https://rustup.rs, or install ${name} another way`);
    }
    if (code !== 0) throw new Problem(`rustup ${kind} add ${name} failed:\n${output.trimEnd()}`);
    return "installed";
  };
  lastRustup = lastRustup.then(() => timed(name, add));
  return lastRustup;
}

/**
 * Compiles a program from crates.io into .tools, without optimization, because the programs mostly wait for others.
 * @param {string} crate
 * @param {string} version
 * @param {string[]} options
 */
export async function cargoInstall(crate, version, ...options) {
  const args = ["--version", version, "--locked", "--root", tools, "--force", "--quiet", "--debug", ...options];
  const env = {
    CARGO_INCREMENTAL: "0",
    CARGO_PROFILE_DEV_DEBUG: "0",
    CARGO_PROFILE_DEV_DEBUG_ASSERTIONS: "false",
    CARGO_PROFILE_DEV_OVERFLOW_CHECKS: "false",
  };
  await mustRun("cargo", ["install", crate, ...args], { env });
  return "compiled, once";
}

/** For stamps. */
export const wasmToolVersions = { wasmBindgen: wasmBindgen.version };

/** Installs wasm-bindgen into .tools, unless the right version is already there or on the path. */
export async function ensureWasmTools() {
  const { command, version } = wasmBindgen;
  const locked = await find(/name = "wasm-bindgen"\r?\nversion = "([^"]+)"/, "Cargo.lock");
  if (locked !== version) {
    throw new Problem(
      `Cargo.lock has wasm-bindgen ${locked}, but scripts/lib/releases.mjs has ${version}: they must be the same`,
    );
  }
  const { code, output } = await run(command, ["--version"]);
  if (code === 0 && output.trim().split(" ")[1] === version) return;
  const compile = async (reason) => {
    console.log(`cannot download ${command} ${version} (${reason}); compiling it, which takes a minute or two`);
    const args = [
      "--path",
      join(root, "scripts/wasm-bindgen"),
      "--root",
      tools,
      "--target-dir",
      join(root, "target", command),
    ];
    await mustRun("cargo", ["install", ...args, "--locked", "--force", "--quiet", "--debug"]);
  };
  await timed(`${command} ${version}`, () => install(wasmBindgen, { folder: tools, compile }));
}
