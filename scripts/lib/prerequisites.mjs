// What must be there before the set-up can do the rest.
import { Problem } from "./problem.mjs";
import { run } from "./run.mjs";

const leastNode = [20, 19];

/** Throws with the remedy when Node is too old or Rust is missing. */
export async function checkPrerequisites() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < leastNode[0] || (major === leastNode[0] && minor < leastNode[1])) {
    throw new Problem(
      `Node ${process.versions.node} is too old: install ${leastNode.join(".")} or newer from https://nodejs.org`,
    );
  }
  const cargo = await run("cargo", ["--version"]);
  if (cargo.code === -1) throw new Problem("cargo is missing: install Rust from https://rustup.rs");
  if (cargo.code !== 0) throw new Problem(`cargo does not run (${cargo.output.trim()}): try "rustup default stable"`);
}
