// What npm run check runs: formatting, lints, documentation, spelling, types, sizes. Nothing here runs the product.
import { join } from "node:path";
import { rustfmtArgs } from "../../format.mjs";
import { cache } from "../paths.mjs";
import { publishedCrates } from "../rust-tools.mjs";
import { runChecks } from "./run.mjs";

/**
 * A group of checks. setUp: the part of the set-up that it needs
 * @typedef {{ setUp: "rust" | "library" | "page", about: string, run: (results: Results) => Promise<void> }} Group
 * @typedef {import("./results.mjs").Results} Results
 */

/** @type {Record<string, Group>} */
export const groups = {
  rust: { setUp: "rust", about: "rustfmt, clippy natively and for WebAssembly, rustdoc", run: checkRust },
  style: {
    setUp: "library",
    about:
      "Biome, spelling, types, whether crates.io would accept the crates, whether tests take random numbers from a seed, and figures of " +
      "documents from data",
    run: checkStyle,
  },
  sizes: {
    setUp: "page",
    about: "whether what users load has grown by more than 3 % since the last release (scripts/lib/test/sizes.json)",
    run: (results) =>
      runChecks(results, "sizes", [{ name: "sizes", command: "node", args: ["scripts/lib/test/sizes.mjs"] }]),
  },
};

const denyWarnings = ["--", "-D", "warnings"];

/** A check that is a command of cargo. */
const cargo = (name, args, env) => ({ name, command: "cargo", args, env });

async function checkRust(results) {
  await runChecks(results, "rust", [{ name: "rustfmt", command: "rustfmt", args: rustfmtArgs("--check") }]);
  const wasm = ["--all-features", "--target", "wasm32-unknown-unknown", ...denyWarnings];
  // One after the other: cargo uses all processors by itself.
  for (const check of [
    cargo("clippy", ["clippy", "--workspace", "--all-features", "--all-targets", ...denyWarnings]),
    ...["peers", "blind-peer"].map((name) =>
      cargo(
        `clippy (${name})`,
        ["clippy", "--manifest-path", `lab/crates/${name}/Cargo.toml`, "--all-targets", ...denyWarnings],
        { CARGO_TARGET_DIR: "target" }, // contains most of its dependencies
      ),
    ),
    cargo("clippy (WebAssembly)", ["clippy", "--workspace", ...wasm], {
      RUSTFLAGS: "-C target-feature=+simd128,+relaxed-simd", // the flags of the build that contains all code
    }),
    // No build uses this kernel there (crates/modular-powers/src/montgomery/wide.rs).
    cargo("clippy (wide arithmetic)", ["clippy", "--package", "modular-powers", ...wasm], {
      RUSTFLAGS: "-C target-feature=+wide-arithmetic",
    }),
    cargo("rustdoc", ["doc", "--workspace", "--no-deps"], { RUSTDOCFLAGS: "-D warnings" }),
  ]) {
    await runChecks(results, "rust", [check]);
  }
}

/** The spell checker and the compiler check only what has changed since the last run, and what depends on it. */
async function checkStyle(results) {
  const published = (await publishedCrates()).flatMap(({ name }) => ["--package", name]);
  // The set-up has compiled the packages from their present sources, so the others see their present types.
  const projects = ["web/measure", "web/page", "web/bench", "scripts", "tests", "lab"];
  const cached = ["--cache", "--cache-strategy", "content", "--cache-location", join(cache, "spelling")];
  const typeArgs = (project) => {
    const info = join(cache, `types-${project.replaceAll("/", "-")}.tsbuildinfo`);
    return ["--noEmit", "--incremental", "--tsBuildInfoFile", info, "-p", project];
  };
  await runChecks(results, "style", [
    { name: "Biome", command: "biome", args: ["ci", "--error-on-warnings", "."] },
    {
      name: "spelling", // cspell.json says which files; dictionary.txt has the words of the project
      command: "cspell",
      args: ["lint", "--no-progress", "--no-summary", "--show-suggestions", ...cached],
    },
    cargo("crates to publish", ["package", "--no-verify", "--allow-dirty", "--offline", "--quiet", ...published]),
    {
      name: "figures of documents", // tests/bench/figures/allowed.ts has the exceptions
      command: "vitest",
      args: ["run", "--root", "tests", "--project", "bench", "bench/figures", "bench/recorded"],
    },
    { name: "seeds of tests", command: "node", args: ["scripts/lib/test/seeds.mjs"] },
    ...projects.map((project) => ({ name: `types (${project})`, command: "tsc", args: typeArgs(project) })),
  ]);
}
