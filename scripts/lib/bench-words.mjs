// @ts-check
// The words behind `npm run bench --`.
import { commandOf, givenValue, readOnly, readOptions, readSeconds } from "./options.mjs";
import { Problem } from "./problem.mjs";

/**
 * @typedef {import("./options.mjs").Options} Options
 * @typedef {{ readonly about: string, readonly seconds: number, readonly rounds: number }} Part
 * @typedef {{ kind: "comparison", browsers: readonly string[],
 *   parts: { name: string, budget: { seconds: number, rounds: number } }[],
 *   json: string | undefined, write: boolean, command: string }} Comparison
 * @typedef {{ kind: "experiment", browser: string, write: boolean, command: string }} Experiment
 * @typedef {{ kind: "help" } | { kind: "page", query: string, browser: string } | Experiment | Comparison} Wish
 */

/**
 * What the comparison consists of, in order, and how long each part is measured in a browser: at least so many rounds, and
 * so many seconds. Six rounds bound a median; key generation takes more, because its times differ from key to key.
 * @type {Readonly<Record<string, Part>>}
 */
export const parts = {
  modexp: { about: "two modular exponentiations of 512, 1024 and 2048 bits", seconds: 40, rounds: 6 },
  operations: { about: "private operations of RSA-2048, 3072 and 4096", seconds: 50, rounds: 6 },
  public: { about: "encryption with RSA-2048, 3072 and 4096", seconds: 20, rounds: 6 },
  keys: { about: "key generation, RSA-2048, and RSA-4096 in one worker and in two", seconds: 60, rounds: 40 },
  variants: { about: "every variant, 2048 and 4096 bits", seconds: 40, rounds: 6 },
  bulk: { about: "64 private operations at once, in one thread and in workers", seconds: 15, rounds: 6 },
  start: { about: "from loading to the first result and to the hundredth", seconds: 30, rounds: 6 },
};

/** @typedef {readonly [string, ...string[]]} Browsers */

/** @type {Browsers} */
export const browserNames = ["chromium", "firefox"];

const mostSeconds = 3600;

export const help = `npm run bench -- [options]
  Compares our engines with other arithmetic in browsers and prints the tables (about 10 minutes).

  --browser chromium|firefox|both   which browsers, one after the other (default: both)
  --only PART[,PART]                only these parts:
${Object.entries(parts)
  .map(([name, { about }]) => `        ${name.padEnd(12)}${about}`)
  .join("\n")}
  --seconds N                       N seconds for each part (1 to ${mostSeconds}), however few rounds that gives
  --json FILE                       write every raw sample, the environment and the goals to FILE
  --write                           write the tables to docs/benchmarks.md; needs both browsers and every part
  --help, -h                        show this help

npm run bench -- WORD=VALUE … [--browser chromium|firefox]
  Measures what the page measures and prints its table, e.g. n=2048 r=3 w=160 engines=scalar seconds=40.
  The words are those of the page's address: n r s w wb et rb b p e variants engines build references seconds samples scheme-a guards modulus.

npm run bench -- experiment [--browser chromium|firefox] [--write]
  Repeats the experiment of the page's Workbench and prints its tables beside the paper's figures of 2003 (ten seconds to a
  minute). --write writes them to docs/benchmarks.md.`;

const known = {
  names: ["--browser", "--only", "--seconds", "--json", "--write", "--help"],
  flags: ["--write", "--help"],
  subjects: ["experiment"],
  others: "words such as n=2048",
};

/**
 * What the words ask for.
 * @param {readonly string[]} words
 * @returns {Wish}
 */
export function readWords(words) {
  const { options, subjects, assignments } = readOptions(words, known);
  if (options.has("--help")) return { kind: "help" };
  const browsers = readBrowsers(givenValue(options, "--browser"));
  if (subjects.length > 0) return readExperiment(options, browsers, assignments);
  if (assignments.length === 0) return readComparison(options, browsers);
  checkOptions(options, ["--browser"], `${assignments[0]} asks for the page's table`);
  checkOneBrowser(options, "the page's table");
  return { kind: "page", query: assignments.join("&"), browser: browsers[0] };
}

/**
 * @param {Options} options
 * @param {Browsers} browsers
 * @param {readonly string[]} assignments
 * @returns {Experiment}
 */
function readExperiment(options, browsers, [assignment]) {
  if (assignment !== undefined) {
    throw new Problem(`experiment asks for the paper's tables, ${assignment} for the page's table: leave one out`);
  }
  checkOptions(options, ["--browser", "--write"], "experiment asks for the paper's tables");
  checkOneBrowser(options, "the experiment");
  const command = commandOf("bench", options, ["experiment"]);
  return { kind: "experiment", browser: browsers[0], write: options.has("--write"), command };
}

/**
 * Refuses the options that belong to the comparison.
 * @param {Options} options
 * @param {readonly string[]} taken
 * @param {string} wish
 */
function checkOptions(options, taken, wish) {
  const foreign = [...options.keys()].find((name) => !taken.includes(name));
  if (foreign !== undefined) throw new Problem(`${wish}, ${foreign} for the comparison: leave one out`);
}

/**
 * @param {Options} options
 * @param {string} what
 */
function checkOneBrowser(options, what) {
  if (options.get("--browser") !== "both") return;
  throw new Problem(`${what} is measured in one browser: --browser chromium or --browser firefox`);
}

/** @returns {Browsers} */
function readBrowsers(value = "both") {
  if (value === "both") return browserNames;
  if (browserNames.includes(value)) return [value];
  throw new Problem(`--browser takes ${browserNames.join(", ")} or both, got ${value}`);
}

/**
 * @param {Options} options
 * @param {Browsers} browsers
 * @returns {Comparison}
 */
function readComparison(options, browsers) {
  const write = options.has("--write");
  for (const option of ["--browser", "--only", "--seconds"]) {
    if (write && options.has(option)) {
      throw new Problem(
        `--write needs a whole run, because the tables of docs/benchmarks.md are of one: leave ${option} out`,
      );
    }
  }
  const chosen = readOnly(givenValue(options, "--only"), Object.keys(parts));
  const seconds = readSeconds(givenValue(options, "--seconds"), mostSeconds);
  return {
    kind: "comparison",
    browsers,
    parts: Object.entries(parts)
      .filter(([name]) => chosen.includes(name))
      .map(([name, part]) => ({ name, budget: budgetOf(part, seconds) })),
    json: givenValue(options, "--json"),
    write,
    command: commandOf("bench", options),
  };
}

/**
 * @param {Part} part
 * @param {number | undefined} given
 */
function budgetOf({ seconds, rounds }, given) {
  return given === undefined ? { seconds, rounds } : { seconds: given, rounds: 1 };
}
