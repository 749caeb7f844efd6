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
  const { code, output } = await run("cargo", ["--version"]);
  if (code === -1) throw new Problem("cargo is missing: install Rust from https://rustup.rs");
  if (code !== 0) throw new Problem(`cargo fails (${output.trim()}): run "rustup default stable"`);
  const found = /^cargo ([\d.]+)/m.exec(output)?.[1] ?? "99"; // one that cannot be read counts as new enough
  const least = await find(/^rust-version = "([\d.]+)"/m, "Cargo.toml");
  if (isBelow(found, least)) {
    throw new Problem(`Rust ${found} is too old: run "rustup update stable" to install ${least} or newer`);
  }
}

const isBelow = (version, least) => version.localeCompare(least, "en", { numeric: true }) < 0;

/** What a pattern captures in a file of the project. */
async function find(pattern, file) {
  const found = pattern.exec(await readFile(join(root, file), "utf8"))?.[1];
  if (found === undefined) throw new Problem(`${file} does not contain ${pattern}`);
  return found;
}

/** The compiler's version, for stamps and reports. */
export async function rustVersion() {
  return (await mustRun("rustc", ["--version"])).trim();
}

/**
 * What cargo says of the workspace.
 * @typedef {{
 *   id: string, name: string, version: string, license: string | null, description: string, publish: string[] | null, source: string | null,
 *   manifest_path: string, targets: { name: string, kind: string[] }[], dependencies: { name: string, kind: string | null }[],
 * }} Package publish: null if it is published
 * @typedef {{ id: string, deps: { pkg: string, dep_kinds: { kind: string | null }[] }[] }} Resolved
 * @returns {Promise<{ target_directory: string, packages: Package[], resolve: { nodes: Resolved[] } }>}
 */
export async function cargoMetadata(/** @type {string[]} */ ...args) {
  return JSON.parse(await mustRun("cargo", ["metadata", "--format-version", "1", ...args]));
}

/** The crates on crates.io. */
export async function publishedCrates() {
  const { packages } = await cargoMetadata("--no-deps");
  return packages.filter(({ publish }) => publish === null);
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

/** Adds a part to the toolchain. One at a time: rustup does not protect a toolchain from concurrent changes. */
function rustup(kind, name) {
  return timed(name, async () => {
    const { code, output } = await run("rustup", [kind, "add", name]);
    if (code === -1) {
      throw new Problem(`rustup is missing: install it from https://rustup.rs, or install ${name} another way`);
    }
    if (code !== 0) throw new Problem(`rustup ${kind} add ${name} failed:\n${output.trimEnd()}`);
    return "installed";
  });
}

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
