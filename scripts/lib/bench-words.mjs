// The words behind `npm run bench --`.
import { Problem } from "./problem.mjs";

/**
 * What the comparison consists of, in order, and how long each part is measured in a browser: at least so many rounds, and
 * so many seconds. Six rounds bound a median; key generation takes more, because its times differ from key to key.
 */
export const parts = {
  modexp: { about: "two modular exponentiations of 512, 1024 and 2048 bits", seconds: 40, rounds: 6 },
  operations: { about: "private operations of RSA-2048, 3072 and 4096", seconds: 50, rounds: 6 },
  keys: { about: "key generation, RSA-2048", seconds: 40, rounds: 40 },
  variants: { about: "every variant, 2048 and 4096 bits", seconds: 40, rounds: 6 },
  bulk: { about: "64 private operations at once, in one thread and in workers", seconds: 15, rounds: 6 },
};

export const browserNames = ["chromium", "firefox"];

const mostSeconds = 3600;

export const help = `npm run bench -- [options]
  Compares our engines with other arithmetic in browsers and prints the tables (about 8 minutes).

  --browser chromium|firefox|both   which browsers, one after the other (default: both)
  --only PART[,PART]                these parts only:
${Object.entries(parts)
  .map(([name, { about }]) => `        ${name.padEnd(12)}${about}`)
  .join("\n")}
  --seconds N                       N seconds for each part (1 to ${mostSeconds}), however few rounds that gives
  --json FILE                       writes every raw sample, the environment and the goals to FILE
  --write                           puts the tables into README.md; needs both browsers and every part
  --help, -h                        this text

npm run bench -- WORD=VALUE … [--browser chromium|firefox]
  Measures what the page measures and prints its table, e.g. n=2048 r=3 w=160 engines=scalar seconds=40.
  The words are those of the page's address: n r w wb b e variants engines build references samples seconds scheme-a.`;

/**
 * What the words ask for.
 * @param {string[]} words
 * @returns {(
 *   | { kind: "help" }
 *   | { kind: "page", query: string, browser: string }
 *   | {
 *       kind: "comparison",
 *       browsers: string[],
 *       parts: object[],
 *       json: string | undefined,
 *       write: boolean,
 *       command: string,
 *     }
 * )}
 */
export function readWords(words) {
  const { options, assignments } = sort(words);
  if (options.has("--help")) return { kind: "help" };
  const browsers = readBrowsers(options.get("--browser"));
  if (assignments.length === 0) return readComparison(options, browsers);
  const foreign = [...options.keys()].find((name) => name !== "--browser");
  if (foreign !== undefined) {
    throw new Problem(`${assignments[0]} asks for the page's table, ${foreign} for the comparison: leave one out`);
  }
  if (options.get("--browser") === "both") {
    throw new Problem("the page's table is measured in one browser: --browser chromium or --browser firefox");
  }
  return { kind: "page", query: assignments.join("&"), browser: browsers[0] };
}

const optionNames = ["--browser", "--only", "--seconds", "--json", "--write", "--help"];
const flags = ["--write", "--help"];

/** Takes options apart from the words of the page's address. */
function sort(words) {
  const options = new Map();
  const assignments = [];
  const rest = words.map((word) => (word === "-h" ? "--help" : word));
  while (rest.length > 0) {
    const word = rest.shift();
    if (!word.startsWith("-") && word.includes("=")) {
      const [name] = word.split("=", 1);
      if (assignments.some((other) => other.startsWith(`${name}=`))) throw new Problem(`${name}= is there twice`);
      assignments.push(word);
      continue;
    }
    const [name, attached] = word.split(/=(.*)/s, 2);
    if (!optionNames.includes(name)) {
      throw new Problem(`there is no word ${word}: there are ${optionNames.join(", ")}, or words such as n=2048`);
    }
    if (options.has(name)) throw new Problem(`${name} is there twice`);
    if (flags.includes(name)) {
      if (attached !== undefined) throw new Problem(`${name} takes no value, got ${attached}`);
      options.set(name, true);
      continue;
    }
    const value = attached ?? rest.shift();
    if (value === undefined || value === "" || value.startsWith("--")) throw new Problem(`${name} needs a value`);
    options.set(name, value);
  }
  return { options, assignments };
}

function readBrowsers(value = "both") {
  if (value === "both") return browserNames;
  if (browserNames.includes(value)) return [value];
  throw new Problem(`--browser takes ${browserNames.join(", ")} or both, got ${value}`);
}

function readComparison(options, browsers) {
  const only = options.get("--only");
  const write = options.has("--write");
  for (const option of ["--browser", "--only", "--seconds"]) {
    if (write && options.has(option)) {
      throw new Problem(`--write needs a whole run, as the README's tables are of one: leave ${option} out`);
    }
  }
  const seconds = readSeconds(options.get("--seconds"));
  return {
    kind: "comparison",
    browsers,
    parts: readParts(only).map((name) => ({ name, budget: budgetOf(name, seconds) })),
    json: options.get("--json"),
    write,
    command: commandOf(options),
  };
}

/** The command that gives the same figures again: where somebody keeps the samples is nobody else's matter. */
function commandOf(options) {
  const words = [...options]
    .filter(([name]) => name !== "--json")
    .map(([name, value]) => (value === true ? name : `${name} ${value}`));
  return ["npm run bench", ...(words.length > 0 ? ["--", ...words] : [])].join(" ");
}

function readParts(value) {
  const known = Object.keys(parts);
  if (value === undefined) return known;
  const wanted = value.split(",");
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const got = unknown.map((name) => name || "nothing beside a comma").join(", ");
    throw new Problem(`--only takes ${known.join(", ")}, separated by commas; got ${got}`);
  }
  return known.filter((name) => wanted.includes(name));
}

function readSeconds(value) {
  if (value === undefined) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (seconds >= 1 && seconds <= mostSeconds) return seconds;
  throw new Problem(`--seconds takes a whole number from 1 to ${mostSeconds}, got ${value}`);
}

function budgetOf(name, seconds) {
  return seconds === undefined ? { seconds: parts[name].seconds, rounds: parts[name].rounds } : { seconds, rounds: 1 };
}
