// @ts-check
// npm run format: formats every file. cargo fmt would not see the modules that macros declare, so rustfmt gets each file by name.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { main } from "./lib/command.mjs";
import { root } from "./lib/paths.mjs";
import { mustRun } from "./lib/run.mjs";

/** The arguments with which rustfmt checks, or formats, every Rust file of the project. */
export function rustfmtArgs(/** @type {string[]} */ ...options) {
  const files = ["crates", "lab/crates", "scripts/wasm-bindgen"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  return ["--edition", "2024", ...options, ...files.filter((file) => /^(?!.*[/\\]target[/\\]).*\.rs$/.test(file))];
}

if (import.meta.filename === process.argv[1]) {
  await main({ usage: "npm run format", about: "Formats every file, with Biome and rustfmt." }, async () => {
    await mustRun("biome", ["check", "--write", "."], { show: true });
    await mustRun("rustfmt", rustfmtArgs(), { show: true });
  });
}
