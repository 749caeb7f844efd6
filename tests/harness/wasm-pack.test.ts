// Where wasm-pack cannot be installed, the set-up does without it: both ways must give the same files.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildWasm, hasWasmPack } from "../../scripts/lib/build-wasm.mjs";
import { modules } from "../../scripts/lib/builds.mjs";

test.skipIf(!(await hasWasmPack()))("a module is the same with wasm-pack and without it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wasm-pack-"));
  const { feature, file, builds } = modules.find(({ bindings }) => bindings === "xrsa-bindings") as (typeof modules)[0];
  const made = async (withWasmPack: boolean) => {
    const target = join(folder, String(withWasmPack));
    await buildWasm(builds[0] as (typeof builds)[0], {
      crate: "crates/wasm",
      feature,
      bindings: "no-modules",
      file,
      target,
      withWasmPack,
    });
    const names = (await readdir(target)).sort();
    return Promise.all(names.map(async (name) => [name, await readFile(join(target, name), "base64")]));
  };
  try {
    expect(await made(true)).toEqual(await made(false));
  } finally {
    await rm(folder, { recursive: true });
  }
});
