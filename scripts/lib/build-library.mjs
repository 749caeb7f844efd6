// Builds web/library/dist: the compiled TypeScript, every build of the WebAssembly modules, and the bindings of each module.
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { modules } from "./builds.mjs";
import { bundleForNode, bundleForScriptTag, bundleUnpacking } from "./bundle-library.mjs";
import { writeWasm, writeWorkerText } from "./package-wasm.mjs";
import { library } from "./paths.mjs";
import { mustRun } from "./run.mjs";

// Not another folder that replaces this one when it is complete: the package's own imports (#read) point here.
const dist = join(library, "dist");
const wasm = join(dist, "wasm");

export async function buildLibrary() {
  await rm(dist, { recursive: true, force: true });
  await mustRun("tsc", ["-p", library, "--pretty", "false"]);
  await mkdir(wasm, { recursive: true });
  for (const module of modules) await writeWasm(module, library, "rsa-variants");
  await writeInlineWorker();
  await bundleUnpacking();
  await bundleForNode();
  await bundleForScriptTag();
}

/** Bundles the workers of all libraries into one classic script. */
async function writeInlineWorker() {
  const target = join(wasm, "worker.inline.js");
  // Vite's bundler, in a separate process.
  const options = ["--format", "iife", "--platform", "browser", "--minify", "--logLevel", "silent"];
  await mustRun("rolldown", [join(dist, "workers/every-worker.js"), "--file", target, ...options]);
  await writeWorkerText(await readFile(target, "utf8"), library);
}
