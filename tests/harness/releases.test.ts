import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { wasmBindgen } from "../../scripts/lib/releases.mjs";

const ownLocks = ["peers", "blind-peer", "native-bench", "fuzz"].map((name) => `lab/crates/${name}/Cargo.lock`);
const readLock = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), "utf8");

test.for(["Cargo.lock", ...ownLocks.slice(0, 2)])(
  "%s has the version of wasm-bindgen that is downloaded",
  async (file) => {
    expect(/name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(await readLock(file))?.[1]).toBe(wasmBindgen.version);
  },
);

test.for(ownLocks)("%s has what the crates of the product depend on, so that --locked works", async (file) => {
  interface Package {
    readonly name: string;
    readonly dependencies: readonly {
      readonly name: string;
      readonly kind: string | null;
      readonly optional: boolean;
    }[];
  }
  const cwd = new URL("../..", import.meta.url);
  const { packages } = JSON.parse(
    execFileSync("cargo", ["metadata", "--no-deps", "--format-version", "1"], { cwd, encoding: "utf8" }),
  ) as { packages: Package[] };
  const locked = new Map(
    (await readLock(file)).split("[[package]]").map((entry) => [/name = "(.+)"/.exec(entry)?.[1], entry]),
  );
  const missing = packages.flatMap(({ name, dependencies }) =>
    dependencies
      .filter((each) => each.kind === null && !each.optional && locked.has(name))
      .filter((each) => !new RegExp(`^ "${each.name}[ "]`, "m").test(locked.get(name) ?? ""))
      .map((each) => `${name} needs ${each.name}`),
  );
  expect(missing).toEqual([]);
});

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
