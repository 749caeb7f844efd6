// The parts of npm test and npm run test:all: what each part needs and runs, and the words that choose parts.
import { join } from "node:path";
import { root } from "../paths.mjs";
import { findProgram } from "../programs.mjs";
import { Problem } from "../run.mjs";
import { runCargoTest, runChecks, runVitest } from "./run.mjs";

/**
 * A part of the tests. Parts with `run` are commands; the others are the folders of tests/ with that name, which Vitest runs
 * together.
 * setUp: the part of the set-up that is needed; programs: the programs that are needed, by their names in programs.mjs;
 * isExtended: only `npm run test:all` runs it, unless it is named
 * @typedef {{
 *   setUp: "rust" | "library" | "page",
 *   programs: import("../programs.mjs").Name[],
 *   isExtended?: boolean,
 *   run?: (results: Results, plan: Plan) => Promise<void>,
 * }} Part
 * @typedef {import("./results.mjs").Results} Results
 */

/** @type {Record<string, Part>} */
export const parts = {
  rust: { setUp: "rust", programs: [], run: runRust },
  library: { setUp: "library", programs: ["testChromium"] },
  powers: { setUp: "library", programs: ["testChromium"] },
  cli: { setUp: "library", programs: ["openssl"] },
  packaging: { setUp: "library", programs: ["testChromium", "openssl"] },
  interoperability: { setUp: "library", programs: ["firefox", "openssl", "sshKeygen"] },
  bench: { setUp: "library", programs: ["chromium", "firefox"], isExtended: true },
  page: { setUp: "page", programs: ["testChromium"] },
  harness: { setUp: "page", programs: ["testChromium"], isExtended: true },
  lab: { setUp: "page", programs: ["testChromium"], isExtended: true },
  proofs: { setUp: "rust", programs: [], isExtended: true, run: runProofs },
};

/** How long the tests take on an idle machine with two cores, in minutes; named parts take less. */
export const minutes = { daily: 10, rest: 7, all: 16 };

/**
 * Rust tests whose names begin with "extended_" are only in `npm run test:all`. Without the targets, cargo would also compile the
 * examples that have no tests; `npm run check` checks those.
 */
async function runRust(results, { scope }) {
  const crates = ["--workspace", "--all-features"];
  const filter = { daily: ["--skip", "extended_"], rest: ["extended_"], all: [] }[scope];
  await runCargoTest(results, "rust", [...crates, "--tests"], filter);
  if (scope !== "daily")
    await runCargoTest(results, "rust", ["-p", "modular-powers", "--lib"], [], kernelsOfWebAssembly);
  if (scope !== "rest") await runCargoTest(results, "rust", [...crates, "--doc"]);
}

/** The kernels of the builds without relaxed SIMD, compiled for this processor, in a folder of their own. */
const kernelsOfWebAssembly = {
  RUSTFLAGS: "--cfg narrow_limbs --cfg short_limbs",
  CARGO_TARGET_DIR: join(root, "target/kernels"),
};

/** Nothing is proved if Gappa or z3 is not installed. */
async function runProofs(results) {
  for (const prover of ["gappa", "z3"]) {
    if ((await findProgram(prover)) !== undefined) continue;
    console.log(`proofs skipped: ${prover} is not installed (node lab/proofs.mjs installs it)`);
    return;
  }
  await runChecks(results, "proofs", [{ name: "proofs", command: "node", args: ["lab/proofs.mjs"] }]);
}

/**
 * The parsed words. filters: paths from tests/, such as page/compare; if empty, all; options: further options for Vitest; scope: the
 * tests of `npm test`, those that only `npm run test:all` runs, or both
 * @typedef {{ parts: string[], filters: string[], options: string[], scope: "daily" | "rest" | "all" }} Plan
 */

/**
 * The projects of Vitest that `npm test` runs, and those that only `npm run test:all` runs: the same tests on other builds and in
 * browsers, and tests of tools.
 */
export const dailyProjects = ["library", "powers-node*", "cli", "packaging", "interoperability", "page-*"];
export const extendedProjects = ["library-elsewhere-*", "powers-chromium", "bench", "harness", "lab"];

/**
 * Runs the tests in the folders of tests/. Single tests that only `npm run test:all` runs have the tag "extended".
 * @param {Results} results
 * @param {Plan} plan
 */
export async function runFolders(results, { filters, options, scope }) {
  const args = [
    ...filters.map((filter) => join(root, partOf(filter) === "lab" ? "" : "tests", filter)),
    ...options,
    "--passWithNoTests",
  ];
  // A filter alone would choose too much: Vitest takes it for a part of a path, and page/workbench/ contains bench/. Each project's
  // name begins with its part's.
  const named = [...new Set(filters.map((filter) => `${partOf(filter)}*`))];
  const vitest = (name, projects, ...more) =>
    runVitest(results, name, [...args, ...projects.map((each) => `--project=${each}`), ...more], { ownBrowsers: true });
  if (named.length > 0) return vitest("Vitest", named);
  if (scope === "daily") return vitest("Vitest", dailyProjects, "--tagsFilter=!extended");
  if (scope === "all") return vitest("Vitest", []);
  await vitest("Vitest", extendedProjects);
  await vitest("Vitest, extended tests", dailyProjects, "--tagsFilter=extended");
}

const partOf = (word) => word.split("/", 1)[0];

const pattern = new RegExp(`^(?:\\./)?(?:tests/)?((?:${Object.keys(parts).join("|")})(?:/.*)?)$`);

/** The words of `npm test` and `npm run test:all`. */
export const test = {
  usage: "npm test -- [PART | PATH ...] [options], or npm run test:all",
  about:
    "Sets up what is missing, then runs the tests, even after a failure. `npm run test:all` adds the same tests on other builds and\n" +
    "browsers, those of tools and of the lab, and long ones. With names of parts or paths of tests, such as page/compare, both run all\n" +
    "of these, and only these, with the set-up that they need. CONTRIBUTING.md explains the parts:\n" +
    Object.keys(parts).join(" "),
  /** @type {import("../command.mjs").Options} */
  options: {
    all: { type: "boolean", help: "what npm run test:all runs" },
    rest: { type: "boolean", help: "only what npm run test:all adds, after npm test has passed" },
    testNamePattern: { type: "string", short: "t", help: "only the tests whose names match" },
  },
};

/**
 * What the words ask for.
 * @param {Record<string, any>} values
 * @param {readonly string[]} words
 * @returns {Plan}
 */
export function planOf({ all, rest, testNamePattern }, words) {
  const named = words.map((word) => {
    const [, name] = pattern.exec(word) ?? [];
    if (name === undefined)
      throw new Problem(`${word} is no part, nor a path in one: ${Object.keys(parts).join(", ")}`);
    return name;
  });
  const scope = rest ? "rest" : all || named.length > 0 ? "all" : "daily";
  const isWanted = ([part, { isExtended }]) => {
    if (named.length > 0) return named.some((word) => partOf(word) === part);
    return scope !== "daily" || !isExtended;
  };
  const filters = named.filter((word) => parts[partOf(word)].run === undefined);
  return {
    parts: Object.entries(parts).flatMap((entry) => (isWanted(entry) ? [entry[0]] : [])),
    filters: filters.map((word) => (word.includes("/") ? word : `${word}/`)),
    options: testNamePattern === undefined ? [] : ["-t", testNamePattern],
    scope,
  };
}
