import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { wasmBindgen } from "../../scripts/lib/releases.mjs";

test.for(["Cargo.lock", "lab/crates/peers/Cargo.lock", "lab/crates/blind-peer/Cargo.lock"])(
  "%s has the version of wasm-bindgen that is downloaded",
  async (file) => {
    const lock = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
    expect(/name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock)?.[1]).toBe(wasmBindgen.version);
  },
);

test("wasm-bindgen has a sum of its own for each platform", () => {
  const { version, address, archives } = wasmBindgen;
  expect(Object.keys(archives).sort()).toEqual(["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-x64"]);
  expect(address).toContain(version);
  const all = Object.values(archives);
  for (const { folder, sha256 } of all) {
    expect(folder).toContain(version);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(all.length);
});
