import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { packageTogether, problemsOf } from "../../scripts/lib/test/crates.mjs";

type Package = Parameters<typeof problemsOf>[0];

const crate: Package = {
  name: "sound",
  publish: null,
  rust_version: "1.88",
  description: "A crate",
  license: "MIT OR Apache-2.0",
  keywords: ["rsa"],
  categories: ["cryptography"],
  manifest_path: "Cargo.toml",
};
const files = new Map(
  ["README.md", "LICENSE-APACHE", "LICENSE-MIT", "Cargo.toml", "src/lib.rs"].map((file) => [file, 9]),
);
const readme = "Rust 1.88.";

/** Packages a crate with these dependencies from a workspace that also has a crate that is not published. */
async function packaged(dependencies: string, tool = "tool") {
  const cwd = await mkdtemp(join(tmpdir(), "crates-"));
  onTestFinished(() => rm(cwd, { recursive: true }));
  await writeFile(join(cwd, "Cargo.toml"), '[workspace]\nresolver = "3"\nmembers = ["sound", "tool"]\n');
  for (const [folder, text] of [
    ["sound", `name = "sound"\n${dependencies}`],
    ["tool", `name = "${tool}"\npublish = false`],
  ] as const) {
    await mkdir(join(cwd, folder, "src"), { recursive: true });
    await writeFile(join(cwd, folder, "src", "lib.rs"), "");
    await writeFile(join(cwd, folder, "Cargo.toml"), `[package]\nversion = "1.0.0"\nedition = "2024"\n${text}\n`);
  }
  await packageTogether(["sound"], { cwd });
}

describe("a crate can be published", () => {
  it("if nothing is missing; test dependencies need no version", async () => {
    expect(problemsOf(crate, { files, readme })).toEqual([]);
    await packaged('[dev-dependencies]\ntool = { path = "../tool" }');
  });

  it("but not if it depends on a crate without a version, or on one that is not published", async () => {
    await expect(packaged('[dependencies]\ntool = { path = "../tool" }')).rejects.toThrow("does not specify a version");
    const dependency = '[dependencies]\nrsa-variants-tool = { path = "../tool", version = "1.0.0" }';
    await expect(packaged(dependency, "rsa-variants-tool")).rejects.toThrow(
      "no matching package named `rsa-variants-tool`",
    );
  });

  it("but not with keywords that crates.io refuses", () => {
    expect(problemsOf({ ...crate, keywords: ["modular-exponentiation"] }, { files, readme })).toEqual([
      "crates.io refuses the keyword modular-exponentiation",
    ]);
  });

  it("but not with tests in its package, without a license's text, or too large", () => {
    const found = new Map([...files, ["tests/keys/a.pem", 2 ** 20] as const]);
    found.delete("LICENSE-MIT");
    expect(problemsOf(crate, { files: found, readme })).toEqual([
      "its package has no LICENSE-MIT",
      "its package should not have tests/keys/a.pem",
      "its package has 1048612 bytes, more than 1048576",
    ]);
  });

  it("but not with a README that names another Rust", () => {
    expect(problemsOf({ ...crate, rust_version: "1.90" }, { files, readme })).toEqual([
      "its README does not name the rust-version 1.90",
    ]);
  });
});
