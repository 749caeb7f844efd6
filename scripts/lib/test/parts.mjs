// The parts of npm test: what each part needs and runs, and the words that choose parts.
import { join } from "node:path";
import { cache, root } from "../paths.mjs";
import { findProgram } from "../programs.mjs";
import { preparePassed, unchangedPlaces } from "./places.mjs";
import { runCargoTest, runChecks, runVitest } from "./run.mjs";

/**
 * A part of npm test. Parts with `run` are commands; the others are the folders of tests/ with that name, which Vitest runs
 * together.
 * setUp: the part of the set-up that is needed; programs: the programs that are needed, by their names in programs.mjs, or
 * rustChecks
 * @typedef {{ setUp: "rust" | "library" | "page", programs: string[], run?: (results: Results) => Promise<void> }} Part
 * @typedef {import("./results.mjs").Results} Results
 */

/** @type {Record<string, Part>} */
export const parts = {
  rust: { setUp: "rust", programs: ["rustChecks"], run: runRust },
  style: { setUp: "library", programs: [], run: runStyle },
  library: { setUp: "library", programs: ["testChromium"] },
  powers: { setUp: "library", programs: ["testChromium"] },
  cli: { setUp: "library", programs: ["openssl"] },
  packaging: { setUp: "library", programs: ["testChromium", "openssl"] },
  interoperability: { setUp: "library", programs: ["firefox", "openssl", "sshKeygen"] },
  bench: { setUp: "library", programs: ["chromium", "firefox"] },
  timing: { setUp: "library", programs: [] },
  page: { setUp: "page", programs: ["testChromium"] },
  harness: { setUp: "page", programs: ["testChromium"] },
  proofs: { setUp: "rust", programs: [], run: runProofs },
};

const denyWarnings = ["--", "-D", "warnings"];

/** A check that is a command of cargo. */
const cargo = (name, args, env) => ({ name, command: "cargo", args, env });

async function runRust(results) {
  const others = ["peers", "blind-peer", "fuzz", "native-bench"].map((name) =>
    cargo(`rustfmt (${name})`, ["fmt", "--manifest-path", `crates/${name}/Cargo.toml`, "--check"]),
  );
  await runChecks(results, "rust", [cargo("rustfmt", ["fmt", "--all", "--check"]), ...others]);
  const wasm = ["--target", "wasm32-unknown-unknown", ...denyWarnings];
  // One after the other: cargo uses all processors by itself.
  for (const check of [
    cargo("clippy", ["clippy", "--workspace", "--all-features", "--all-targets", ...denyWarnings]),
    ...["peers", "blind-peer"].map((name) =>
      cargo(
        `clippy (${name})`,
        ["clippy", "--manifest-path", `crates/${name}/Cargo.toml`, "--all-targets", ...denyWarnings],
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
  await runCargoTest(results, "rust", ["--workspace", "--all-features"]);
}

/** Nothing is proved if Gappa or z3 is not installed. */
async function runProofs(results) {
  for (const prover of ["gappa", "z3"]) {
    if ((await findProgram(prover)) !== undefined) continue;
    console.log(`proofs skipped: ${prover} is not installed (npm run proofs installs it)`);
    return;
  }
  await runChecks(results, "proofs", [{ name: "proofs", command: "node", args: ["scripts/proofs.mjs"] }]);
}

/** The spell checker and the compiler check only what has changed since the last run, and what depends on it. */
async function runStyle(results) {
  const projects = ["web/library", "web/powers", "web/measure", "web/page", "web/bench", "scripts", "tests"];
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
    { name: "crates to publish", command: "node", args: ["scripts/lib/test/crates.mjs"] },
    ...projects.map((project) => ({ name: `types (${project})`, command: "tsc", args: typeArgs(project) })),
  ]);
}

/**
 * The parsed words of `npm test`. filters: paths from tests/, such as page/compare; if empty, all; options: further options for
 * Vitest
 * @typedef {{ parts: string[], filters: string[], options: string[] }} Wish
 */

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
  // A filter alone would choose too much: Vitest takes it for a part of a path, and page/workbench/ contains bench/.
  const named = new Set(filters.map((filter) => severalProjects[partOf(filter)] ?? partOf(filter)));
  const projects = [...(named.size > 0 ? named : ["!library-elsewhere-*"])].map((name) => `--project=${name}`);
  const args = [...vitestArgs(filters, options), ...without, ...projects];
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

/** The projects of Vitest for parts that have several. @type {Record<string, string>} */
const severalProjects = { page: "page-*", powers: "powers-*" };

const partOf = (word) => word.split("/", 1)[0];

/**
 * The words after `npm test --`: names of parts, and paths of tests such as page/compare.
 * @type {import("../words.mjs").Command}
 */
export const test = {
  usage: "npm test -- [PART | PATH ...] [options]",
  about:
    "Sets up what is missing, then runs every check and test, even after a failure. With names of parts or paths of tests, it runs\n" +
    "only those, with the set-up that they need. CONTRIBUTING.md explains the parts:\n" +
    Object.keys(parts).join(" "),
  options: { testNamePattern: { value: "PATTERN", short: "t", help: "only the tests whose names match" } },
  words: {
    others: new RegExp(`^(?:\\./)?(?:tests/)?(?:${Object.keys(parts).join("|")})(?:/.*)?$`),
    example: `${Object.keys(parts).join(", ")}, paths such as page/compare`,
  },
  read({ values: { testNamePattern: pattern }, words }) {
    const named = words.map((word) => word.replace(/^(?:\.\/)?(?:tests\/)?/, ""));
    const all = Object.keys(parts);
    const filters = named.filter((word) => parts[partOf(word)].run === undefined);
    return {
      parts: named.length === 0 ? all : all.filter((part) => named.some((word) => partOf(word) === part)),
      filters: filters.map((word) => (word.includes("/") ? word : `${word}/`)),
      options: pattern === undefined ? [] : ["-t", pattern],
    };
  },
};
