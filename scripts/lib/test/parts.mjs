// The parts of npm test: what each part needs and runs.
import { join } from "node:path";
import { ensureChromium, ensureTestChromium } from "../chromium.mjs";
import { ensureFirefox, ensureOpenssl, ensureSshKeygen } from "../other-programs.mjs";
import { cache, root } from "../paths.mjs";
import { Problem } from "../problem.mjs";
import { findProgram } from "../program.mjs";
import { provers } from "../provers.mjs";
import { ensureRustChecks } from "../rust-tools.mjs";
import { preparePassed, unchangedPlaces } from "./places.mjs";
import { runCargoTest, runChecks, runVitest } from "./run.mjs";

const denyWarnings = ["--", "-D", "warnings"];
const peers = ["--manifest-path", "crates/peers/Cargo.toml"];
// Checks only what has changed. cspell.json says which files; dictionary.txt has the words of the project.
const spellingArgs = [
  ...["lint", "--no-progress", "--no-summary", "--show-suggestions"],
  ...["--cache", "--cache-strategy", "content", "--cache-location", join(cache, "spelling")],
];

/** Programs that are not part of the project: how to get them, and the variable that passes their path to the tests. */
export const programs = {
  rustChecks: { ensure: ensureRustChecks },
  chromium: { ensure: ensureChromium, variable: "RSA_VARIANTS_CHROMIUM" },
  testChromium: { ensure: ensureTestChromium, variable: "RSA_VARIANTS_CHROMIUM_SHELL" },
  firefox: { ensure: ensureFirefox, variable: "RSA_VARIANTS_FIREFOX" },
  openssl: { ensure: ensureOpenssl, variable: "RSA_VARIANTS_OPENSSL" },
  sshKeygen: { ensure: ensureSshKeygen, variable: "RSA_VARIANTS_SSH_KEYGEN" },
};

/**
 * A part of npm test. Parts with `run` are commands; the others are the folders of tests/ with that name, which Vitest runs
 * together.
 * setUp: the part of the set-up that is needed; programs: the programs that are needed
 * @typedef {{ setUp: "rust" | "library" | "page", programs: (keyof programs)[], run?: (results: Results) => Promise<void> }} Part
 * @typedef {import("./results.mjs").Results} Results
 */

/** @type {Record<string, Part>} */
export const parts = {
  rust: { setUp: "rust", programs: ["rustChecks"], run: runRust },
  style: { setUp: "library", programs: [], run: runStyle },
  library: { setUp: "library", programs: ["testChromium"] },
  cli: { setUp: "library", programs: ["openssl"] },
  packaging: { setUp: "library", programs: ["testChromium", "openssl"] },
  interoperability: { setUp: "library", programs: ["firefox", "openssl", "sshKeygen"] },
  bench: { setUp: "library", programs: ["chromium", "firefox"] },
  timing: { setUp: "library", programs: [] },
  page: { setUp: "page", programs: ["testChromium"] },
  harness: { setUp: "page", programs: ["testChromium"] },
  proofs: { setUp: "rust", programs: [], run: runProofs },
};

async function runRust(results) {
  await runChecks(results, "rust", [
    { name: "rustfmt", command: "cargo", args: ["fmt", "--all", "--check"] },
    ...["peers", "fuzz", "native-bench"].map((name) => ({
      name: `rustfmt (${name})`,
      command: "cargo",
      args: ["fmt", "--manifest-path", `crates/${name}/Cargo.toml`, "--check"],
    })),
  ]);
  // One after the other: cargo uses all processors by itself.
  for (const check of [
    {
      name: "clippy",
      command: "cargo",
      args: ["clippy", "--workspace", "--all-features", "--all-targets", ...denyWarnings],
    },
    {
      name: "clippy (peers)",
      command: "cargo",
      args: ["clippy", ...peers, "--all-targets", ...denyWarnings],
      env: { CARGO_TARGET_DIR: "target" }, // contains most of its dependencies
    },
    {
      // With the flags of the build that contains all code.
      name: "clippy (WebAssembly)",
      command: "cargo",
      args: ["clippy", "--workspace", "--target", "wasm32-unknown-unknown", ...denyWarnings],
      env: { RUSTFLAGS: "-C target-feature=+simd128,+relaxed-simd" },
    },
    {
      // No build uses this kernel there (crates/modular-powers/src/montgomery/wide.rs).
      name: "clippy (wide arithmetic)",
      command: "cargo",
      args: ["clippy", "--package", "modular-powers", "--target", "wasm32-unknown-unknown", ...denyWarnings],
      env: { RUSTFLAGS: "-C target-feature=+wide-arithmetic" },
    },
    {
      name: "rustdoc",
      command: "cargo",
      args: ["doc", "--workspace", "--no-deps"],
      env: { RUSTDOCFLAGS: "-D warnings" },
    },
  ]) {
    await runChecks(results, "rust", [check]);
  }
  await runCargoTest(results, "rust", ["--workspace", "--all-features"]);
}

/** Nothing is proved if Gappa or z3 is not installed. */
async function runProofs(results) {
  for (const prover of provers) {
    if ((await findProgram(prover)) !== undefined) continue;
    console.log(`proofs skipped: ${prover.name} is not installed (npm run proofs installs it)`);
    return;
  }
  await runChecks(results, "proofs", [{ name: "proofs", command: "node", args: ["scripts/proofs.mjs"] }]);
}

async function runStyle(results) {
  const projects = ["web/library", "web/measure", "web/page", "web/bench", "scripts", "tests"];
  await runChecks(results, "style", [
    { name: "Biome", command: "biome", args: ["ci", "--error-on-warnings", "."] },
    { name: "spelling", command: "cspell", args: spellingArgs },
    { name: "crates to publish", command: "node", args: ["scripts/check-crates.mjs"] },
    ...projects.map((project) => ({ name: `types (${project})`, command: "tsc", args: typeArgs(project) })),
  ]);
}

/** Checks only what has changed since the last run, and what depends on it. */
function typeArgs(project) {
  const info = join(cache, `types-${project.replaceAll("/", "-")}.tsbuildinfo`);
  return ["--noEmit", "--incremental", "--tsBuildInfoFile", info, "-p", project];
}

/**
 * Runs the tests in the folders of tests/: the library's in Node on one build, and those of all other folders.
 * @param {Results} results
 * @param {Wish} wish
 */
export async function runFolders(results, { filters, options }) {
  // If only the page is tested, results should come fast: skip the places that have not changed.
  const skipped = filters.includes("page/") && options.length === 0 ? await unchangedPlaces() : [];
  for (const place of skipped) console.log(`page/${place} is unchanged since its tests in Chromium passed`);
  const without = skipped.map((place) => `--exclude=page/${place}/**/*.browser.test.ts`);
  const notePassed = await preparePassed();
  const args = [...vitestArgs(filters, options), ...without, "--project=!library-elsewhere-*"];
  const isGreen = await runVitest(results, "Vitest", args);
  if (isGreen && options.length === 0 && (filters.length === 0 || filters.includes("page/"))) await notePassed();
}

/**
 * Runs the library's tests whose results can differ on other builds and in browsers.
 * @param {Results} results
 * @param {Wish} wish
 */
export async function runElsewhere(results, { filters, options }) {
  if (filters.length > 0 && !filters.some((filter) => filter.split("/", 1)[0] === "library")) return;
  const args = [...vitestArgs(filters, options), "--project=library-elsewhere-*"];
  await runVitest(results, "library elsewhere", args, { ownBrowsers: true });
}

function vitestArgs(filters, options) {
  return [...filters.map((filter) => join(root, "tests", filter)), ...options, "--passWithNoTests"];
}

/**
 * The parsed arguments of `npm test`.
 * @typedef {{ parts: string[], filters: string[], options: string[] }} Wish
 * filters: paths from tests/, such as page/compare; if empty, all; options: further options for Vitest
 */

/**
 * Parses the words after `npm test --`.
 * @param {readonly string[]} words names of parts, paths of tests such as page/compare, and -t with a pattern
 * @returns {Wish}
 */
export function readWords(words) {
  const options = [];
  const named = [];
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift().replace(/^(?:\.\/)?tests\//, "");
    if (word === "-t") {
      const pattern = rest.shift();
      if (pattern === undefined) throw new Problem("-t needs a pattern for the names of tests");
      options.push("-t", pattern);
    } else if (word.split("/", 1)[0] in parts) named.push(word);
    else {
      const known = Object.keys(parts).join(", ");
      throw new Problem(`unknown part ${word}: choose from ${known}, or give a path such as page/compare`);
    }
  }
  const chosen = Object.keys(parts).filter(
    (part) => named.length === 0 || named.some((word) => word.split("/", 1)[0] === part),
  );
  const filters = named.filter((word) => parts[word.split("/", 1)[0]].run === undefined);
  return { parts: chosen, filters: filters.map((word) => (word.includes("/") ? word : `${word}/`)), options };
}
