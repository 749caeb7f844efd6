// Checks the prerequisites of the set-up.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { Problem } from "./problem.mjs";
import { run } from "./run.mjs";

const leastNode = [20, 19];

/** Throws if Node or Rust is missing or too old; the message says what to do. */
export async function checkPrerequisites() {
  if (isBelow(process.versions.node.split(".").map(Number), leastNode)) {
    throw new Problem(
      `Node ${process.versions.node} is too old: install ${leastNode.join(".")} or newer from https://nodejs.org`,
    );
  }
  const cargo = await run("cargo", ["--version"]);
  if (cargo.code === -1) throw new Problem("cargo is missing: install Rust from https://rustup.rs");
  if (cargo.code !== 0) throw new Problem(`cargo fails (${cargo.output.trim()}): run "rustup default stable"`);
  const found = versionIn(/^cargo (\d+)\.(\d+)/m, cargo.output);
  const least = versionIn(/^rust-version = "(\d+)\.(\d+)"/m, await readFile(join(root, "Cargo.toml"), "utf8"));
  if (isBelow(found, least)) {
    throw new Problem(
      `Rust ${found.join(".")} is too old: run "rustup update stable" to install ${least.join(".")} or newer`,
    );
  }
}

/** The major and minor number; an unreadable version counts as new enough. */
function versionIn(pattern, text) {
  const match = pattern.exec(text);
  return match === null ? [Number.POSITIVE_INFINITY, 0] : [Number(match[1]), Number(match[2])];
}

function isBelow([major, minor], [leastMajor, leastMinor]) {
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}
