import { describe, expect, it } from "vitest";
import { problemsOf } from "../../scripts/lib/crates.mjs";

type Package = Parameters<typeof problemsOf>[0];

const crate: Package = {
  name: "sound",
  publish: null,
  rust_version: "1.88",
  description: "A crate",
  license: "MIT OR Apache-2.0",
  keywords: ["rsa"],
  categories: ["cryptography"],
  dependencies: [],
  manifest_path: "Cargo.toml",
};
const tool: Package = { ...crate, name: "tool", publish: [] };
const files = new Map(
  ["README.md", "LICENSE-APACHE", "LICENSE-MIT", "Cargo.toml", "src/lib.rs"].map((file) => [file, 9]),
);
const readme = "Rust 1.88.";

describe("a crate can be published", () => {
  it("if nothing is missing; test dependencies need no version", () => {
    const dependencies: Package["dependencies"] = [
      { name: "rand_core", kind: null, req: "^0.10" },
      { name: "tool", kind: "dev", req: "*", path: "crates/tool" },
    ];
    expect(problemsOf({ ...crate, dependencies }, [crate, tool], { files, readme })).toEqual([]);
  });

  it("but not if it depends on a crate without a version, or on one that is not published", () => {
    const dependencies: Package["dependencies"] = [{ name: "tool", kind: null, req: "*", path: "crates/tool" }];
    expect(problemsOf({ ...crate, dependencies }, [crate, tool], { files, readme })).toEqual([
      "its dependency tool has no version",
      "its dependency tool is not published",
    ]);
  });

  it("but not with keywords that crates.io refuses", () => {
    expect(problemsOf({ ...crate, keywords: ["modular-exponentiation"] }, [crate], { files, readme })).toEqual([
      "crates.io refuses the keyword modular-exponentiation",
    ]);
  });

  it("but not with tests in its package, without a license's text, or too large", () => {
    const found = new Map([...files, ["tests/keys/a.pem", 2 ** 20] as const]);
    found.delete("LICENSE-MIT");
    expect(problemsOf(crate, [crate], { files: found, readme })).toEqual([
      "its package has no LICENSE-MIT",
      "its package should not have tests/keys/a.pem",
      "its package has 1048612 bytes, more than 1048576",
    ]);
  });

  it("but not with a README that names another Rust", () => {
    expect(problemsOf({ ...crate, rust_version: "1.90" }, [crate], { files, readme })).toEqual([
      "its README does not name the rust-version 1.90",
    ]);
  });
});
