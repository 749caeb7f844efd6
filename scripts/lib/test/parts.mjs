// The parts of npm test: what each part needs and runs, and the words that choose parts.
import { join } from "node:path";
import { root } from "../paths.mjs";
import { findProgram } from "../programs.mjs";
import { preparePassed, unchangedPlaces } from "./places.mjs";
import { runCargoTest, runChecks, runVitest } from "./run.mjs";

/**
 * A part of npm test. Parts with `run` are commands; the others are the folders of tests/ with that name, which Vitest runs
 * together.
 * setUp: the part of the set-up that is needed; programs: the programs that are needed, by their names in programs.mjs
 * @typedef {{ setUp: "rust" | "library" | "page", programs: import("../programs.mjs").Name[], run?: (results: Results) => Promise<void> }} Part
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
  bench: { setUp: "library", programs: ["chromium", "firefox"] },
  timing: { setUp: "library", programs: [] },
  page: { setUp: "page", programs: ["testChromium"] },
  harness: { setUp: "page", programs: ["testChromium"] },
  proofs: { setUp: "rust", programs: [], run: runProofs },
};

/** Without the targets, cargo would also compile the examples that have no tests; `npm run check` checks those. */
async function runRust(results) {
  for (const targets of ["--tests", "--doc"]) {
    await runCargoTest(results, "rust", ["--workspace", "--all-features", targets]);
  }
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
    "Sets up what is missing, then runs every test, even after a failure. With names of parts or paths of tests, it runs only those,\n" +
    "with the set-up that they need. CONTRIBUTING.md explains the parts:\n" +
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
