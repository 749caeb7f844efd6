// @ts-check
// The words of every command: its options with their limits, and its help. A default, a limit or a name exists once, here.
import { places } from "./paths.mjs";
import { Problem } from "./run.mjs";
import { oneOf, someOf, whole } from "./words.mjs";

/** @typedef {import("./words.mjs").Command} Command */

/** @type {Command} */
export const start = {
  usage: "npm start",
  about: "Sets up what is missing, then serves the built page.",
  options: { dev: { help: "serve the page from its sources (npm run dev)" } },
};

/** @type {Command} */
export const build = {
  usage: "npm run build",
  about: "Builds everything, up to the static page in web/page/dist, which any static host can serve.",
};

/** @type {Command} */
export const docs = {
  usage: "npm run docs",
  about:
    "Builds the reference of the npm package and of the crates, with the documents, and the page with a link to it: web/page/dist/api.\n" +
    "Fails on warnings of TypeDoc and rustdoc, and on broken links.",
};

/** @type {Command} */
export const prepack = {
  usage: "node scripts/prepack.mjs",
  about: "Builds the npm package before npm packs it.",
};

/** @type {Command} */
export const release = {
  usage: "npm run release -- [options]",
  about:
    "Publishes the npm package (npm, JSR) and the crates (crates.io), after it has packed and checked them. Refuses while the address\n" +
    "of the repository is not set.",
  options: { "dry-run": { help: "do everything but publish, and say what would prevent it" } },
};

/** @type {Command} */
export const audit = {
  usage: "npm run audit -- [options]",
  about: "Checks licenses, duplicate versions, sources and security advisories of dependencies against deny.toml.",
  options: { install: { help: "compile cargo-deny into .tools if it is missing, which takes some minutes" } },
};

/** @type {Command} */
export const proofs = {
  usage: "npm run proofs",
  about:
    "Proves with Gappa and z3 that the kernels of crates/modular-powers are exact. The README in its folder proofs says what is\n" +
    "proved and what is assumed.",
};

/** @type {Command} */
export const ctgrind = {
  usage: "npm run ctgrind -- [BUILD ...]",
  about:
    "Checks with valgrind that no branch and no memory access depends on a secret, in these builds (default: all):",
  words: {
    names: {
      release: "the optimized build",
      "short-limbs": "the same with the limbs of the build simd",
      debug: "the unoptimized build",
    },
  },
};

/** @type {Command} */
export const exhaustive = {
  usage: "npm run test:exhaustive -- [NAME] [options of Rust tests]",
  about: "Runs the tests that take too long for npm test. With NAME, only the Rust tests whose path contains it.",
  passesOn: true,
};

/** @type {Command} */
export const adversarial = {
  usage: "npm run verdicts:adversarial -- [--seed N] [--keys N] [--sound N] [--kind NAME]",
  about:
    "Makes fresh keys that fall within an hour, and sound keys, and counts wrong verdicts.\n" +
    "crates/cryptanalysis/examples/adversarial explains the options.",
  passesOn: true,
};

/** @type {Command} */
export const repeat = {
  usage: "npm run test:repeat -- TIMES [words of npm test]",
  about:
    "Repeats npm test to find tests that are not always green: with other random numbers, orders of tests, time zones and locales,\n" +
    "and every second time beside a load. Each run's line has the variables that repeat it.",
  passesOn: true,
  read({ words: [times = "nothing", ...words] }) {
    const count = whole(1).read(times);
    if (count === undefined) throw new Problem(`TIMES must be ${whole(1).is}, got ${times}`);
    return { count, words };
  },
};

/** @type {Command} */
export const consumers = {
  usage: "npm run test:consumers -- [NAME ...] [options]",
  about:
    "Packs the package, installs it with the tools of tests/consumers outside the repository, and uses it without configuration in\n" +
    "every environment: Node, Deno, Bun, bundlers, frameworks, edge hosts, test runners, browsers. With NAMES, only in those whose\n" +
    "names contain one. Fails if something does not work that the environment itself allows.",
  options: {
    list: { help: "list the environments" },
    "as-built": { help: "use web/library/dist as it is, without the set-up" },
  },
  words: { others: /./, example: "names of environments" },
};

/** @type {Command} */
export const smoke = {
  usage: "npm run smoke -- [PLACE ...] [options]",
  about: `Opens the places of the built page in a browser and does the main job of each (default: ${places.join(", ")}).`,
  options: {
    browser: {
      ...oneOf(["webkit", "chromium"]),
      default: "webkit",
      help: "in which browser; npm test uses chromium, and webkit if it is installed",
    },
  },
  words: { others: new RegExp(`^(${places.join("|")})$`), example: places.join(", ") },
};

/** The places that a picture in README.md or docs shows. */
const picturedPlaces = ["compare", "security", "workbench", "xrsa"];

/** @type {Command} */
export const pictures = {
  usage: "npm run pictures -- [PLACE ...]",
  about: `Takes the pictures of the page in README.md and docs (default: ${picturedPlaces.join(", ")}).`,
  words: { others: new RegExp(`^(${picturedPlaces.join("|")})$`), example: picturedPlaces.join(", ") },
  read: ({ words }) => ({ names: words.length > 0 ? words : picturedPlaces }),
};

/** @type {Command} */
export const steadiness = {
  usage: "npm run steadiness -- [options]",
  about:
    "Runs the measurement of the built page in Chromium again and again, on the idle machine and beside compilers and a second\n" +
    "browser, and prints how often its figures mislead (about 20 minutes). The value of a speed-up is its median over the idle runs.",
  options: {
    runs: { ...whole(1, 1000), default: 20, help: "N runs of each kind" },
    seconds: { ...whole(1, 3600), help: "N seconds for each run, instead of 10 and then 2" },
  },
  read: ({ values: { runs, seconds } }) => ({ runs, seconds: seconds === undefined ? [10, 2] : [seconds] }),
};

/** @type {Command} */
export const files = {
  usage: "npm run bench:files -- [options]",
  about:
    "Measures the speed and, on Linux, the memory of the command line and the Workbench with a large file of random bytes.",
  options: { mebibytes: { ...whole(1), default: 1024, help: "the size of the file" } },
};

/** @type {Command} */
export const record = {
  usage: "npm run record -- [options]",
  about:
    "Measures all variants on the built page in Chromium, at every length that it offers, and writes the run that the page shows\n" +
    "before its first one (web/page/src/compare/recorded.json).",
  options: { seconds: { ...whole(1, 3600), default: 60, help: "N seconds for each length" } },
};

/** A number of minutes. */
const minutesPattern = /^\d+(\.\d+)?$/;

/** @type {Command} */
export const fuzz = {
  usage: "npm run fuzz -- [MINUTES] [TARGET ...]",
  about: "Fuzzes the targets (default: all) for MINUTES (default: 20), shared equally:",
  words: {
    names: {
      keys: "PEM, DER, PKCS #1, PKCS #8, PKCS #12, SPKI, OpenSSH, PuTTY, certificates, guided by coverage (libFuzzer)",
      "damaged-keys": "valid keys whose DER is damaged element by element",
      paddings: "decoders of OAEP and PKCS #1 v1.5 against plain ones, guided by coverage (libFuzzer)",
      engines: "the engines against num-bigint on long runs of equal bits, guided by coverage (libFuzzer)",
      javascript: "this library's JSON, JWK, file headers and armor, guided by V8's coverage",
      "against-node": "damaged keys in every format, read here and by Node: none is changed, none is read differently",
    },
    others: minutesPattern,
    example: "MINUTES",
  },
  notes:
    "The initial inputs are in crates/fuzz/corpus; new ones are written to target/fuzz. A failure ends the run and prints its\n" +
    "input.\n\nExample: npm run fuzz -- 5 keys paddings",
  read({ words }) {
    const [minutes = "20", ...more] = words.filter((word) => minutesPattern.test(word));
    if (more.length > 0) throw new Problem(`MINUTES is given twice: ${minutes} and ${more[0]}`);
    if (Number(minutes) === 0) throw new Problem(`MINUTES must be above 0, got ${minutes}`);
    const targets = words.filter((word) => !minutesPattern.test(word));
    return { minutes: Number(minutes), targets: targets.length > 0 ? targets : Object.keys(this.words?.names ?? {}) };
  },
};

/** A run of `npm run mutants` fails if fewer mutants than this are caught, in percent. */
export const leastCaught = 90;

/** The parts that can be mutated, and their files. */
const mutated = { rust: /^crates\/.+\.rs$/, library: /^web\/library\/src\/.+\.ts$/ };

/** @type {Command} */
export const mutants = {
  usage: "npm run mutants -- [options]",
  about:
    "Changes the code in one small place at a time (a mutant) and runs the tests. A mutant that no test notices (a survivor) shows\n" +
    "where a test is missing, unless the change cannot be observed. All mutants take a day; use --shard to test a part of them.",
  options: {
    shard: {
      value: "K/N",
      help: "only the K-th of N shares of the mutants; K counts from 1",
      is: "K/N with K from 1 to N",
      read(text) {
        const [, index = 0, count = 0] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? [];
        return index >= 1 && index <= count ? { index: index - 1, count } : undefined;
      },
    },
    only: {
      ...someOf({
        rust: "the crates, with cargo-mutants",
        library: "the modules of web/library that work without WebAssembly, with Stryker",
      }),
      help: "only these parts:",
    },
    at: {
      value: "FILE:LINE",
      help: "only the mutants of a line, or of several with FILE:FIRST-LAST; the file determines the part",
      is: "FILE:LINE or FILE:FIRST-LAST, with a file in crates or web/library/src, as a path from the root",
      read(text) {
        const [, file = "", first, last = first] = /^(.+):(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
        const part = Object.entries(mutated).find(([, files]) => files.test(file))?.[0];
        if (part === undefined || Number(first) > Number(last)) return undefined;
        return { part, file, first: Number(first), last: Number(last) };
      },
      excludes: ["shard", "only"],
      needs: "chooses the mutants by itself",
    },
    sample: {
      help: "test the chosen mutants of scripts/lib/mutants/sample.mjs, all of which must be caught",
      excludes: ["only", "at"],
      needs: "chooses the mutants by itself",
    },
    json: { value: "FILE", help: "with --sample: write the outcomes to FILE" },
  },
  notes:
    `Fails if fewer than ${leastCaught} % of the mutants of a part are caught; a single survivor is not a failure.\n\n` +
    "Example: npm run mutants -- --only library --shard 1/4",
  read({ values: { shard, only = Object.keys(mutated), at: lines, sample, json } }) {
    if (json !== undefined && !sample) throw new Problem("--json needs --sample");
    return { parts: lines === undefined ? only : [lines.part], shard, lines, sample, json };
  },
};

const write = { help: "write the tables to docs/benchmarks.md" };

/** @type {Command} */
export const benchNative = {
  usage: "npm run bench:native -- [options]",
  about:
    "Measures RSA and modular powers natively, in an ordinary release build: this project's crates, the crates rsa, aws-lc-rs,\n" +
    "crypto-bigint and num-bigint with Criterion, and OpenSSL with `openssl speed`. Prints one table.",
  options: {
    rounds: { ...whole(1, 60), default: 5, help: "measure everything N times, one after the other, and keep the best" },
    seconds: { ...whole(1, 60), default: 2, help: "N seconds for each figure in each round" },
    write,
  },
  read: ({ values, command }) => ({ ...values, command }),
};

/** The places that `npm run timing` measures. */
export const timingPlaces = {
  native: "the crate, compiled for this processor",
  portable: "the crate, compiled for every processor of the platform",
  node: "the package in Node, WebAssembly, with `lanes` (installs a newer Node if this one lacks relaxed SIMD)",
};

/** The parts that `npm run timing` measures. */
export const timingParts = {
  raw: "the private operation without guards, on special and on random ciphertexts",
  guarded: "the private operation with blinding and fault check",
  exponent: "exponentiation with secret exponents of few and of many ones, also with a table of the base",
  oaep: "OAEP decryption that fails for different reasons",
  pkcs1v15: "PKCS #1 v1.5 decryption of good and bad paddings",
};

/** @type {Command["options"]} */
const json = { json: { value: "FILE", help: "write every measured time and the environment to FILE" } };

/** @type {Command} */
export const timing = {
  usage: "npm run timing -- [options]",
  about:
    "Compares the running times of two kinds of inputs with Welch's t-test, and prints a table. It fails if a control, which leaks\n" +
    "on purpose, is not caught, or if anything else leaks.",
  options: {
    only: { ...someOf({ ...timingPlaces, ...timingParts }), help: "only these places and parts, and the controls:" },
    seconds: {
      ...whole(1, 3600),
      default: 20,
      help: "N seconds for each test; up to 16 times as long while a test is undecided\nor a control is not caught",
    },
    ...json,
    write: {
      help: "write the tables to SECURITY.md, and which code they are about; cannot be combined with --only",
      excludes: ["only"],
      needs: "needs a whole run, because SECURITY.md shows all its tables",
    },
  },
  notes: "Example: npm run timing -- --only native,oaep --seconds 60",
  read({ values: { only = [], ...values }, command }) {
    /** @param {Record<string, string>} names */
    const chosen = (names) => {
      const some = Object.keys(names).filter((name) => only.includes(name));
      return some.length > 0 ? some : Object.keys(names);
    };
    return { ...values, places: chosen(timingPlaces), parts: [...chosen(timingParts), "control"], command };
  },
};

/**
 * What the comparison of `npm run bench` consists of, in order, and how long each part is measured in a browser: at least so many
 * rounds, and so many seconds. Six rounds bound a median; key generation takes more, because its times differ from key to key.
 * @type {Readonly<Record<string, { about: string, seconds: number, rounds: number }>>}
 */
export const benchParts = {
  modexp: { about: "two modular exponentiations of 512, 1024 and 2048 bits", seconds: 40, rounds: 6 },
  operations: { about: "private operations of RSA-2048, 3072 and 4096", seconds: 50, rounds: 6 },
  public: { about: "encryption with RSA-2048, 3072 and 4096", seconds: 20, rounds: 6 },
  keys: { about: "key generation, RSA-2048, and RSA-4096 in one worker and in two", seconds: 60, rounds: 40 },
  variants: { about: "every variant, 2048 and 4096 bits", seconds: 40, rounds: 6 },
  bulk: { about: "64 private operations at once, in one thread and in workers", seconds: 15, rounds: 6 },
  arithmetic: { about: "what other programs compute: powers, ballots, Paillier, blind tokens", seconds: 60, rounds: 6 },
  "safe-primes": { about: "safe primes of 1024 and 1536 bits, in one thread and in workers", seconds: 60, rounds: 40 },
  start: { about: "from loading to the first result and to the hundredth", seconds: 30, rounds: 6 },
};

export const browserNames = ["chromium", "firefox", "webkit"];

const oneBrowser = { ...oneOf(browserNames), default: "chromium", help: "in which browser" };

/** @type {Command} */
export const bench = {
  usage: "npm run bench -- [options]",
  about: "Compares our engines with other arithmetic in browsers and prints the tables (about 15 minutes).",
  options: {
    browser: { ...oneOf([...browserNames, "all"]), default: "all", help: "in which browser; all: one after the other" },
    only: {
      ...someOf(Object.fromEntries(Object.entries(benchParts).map(([name, { about }]) => [name, about]))),
      help: "only these parts:",
    },
    seconds: { ...whole(1, 3600), help: "N seconds for each part, however few rounds that gives" },
    ...json,
    write: {
      help: "write the tables to docs/benchmarks.md; needs every browser and every part",
      excludes: ["browser", "only", "seconds"],
      needs: "needs a whole run, because the tables of docs/benchmarks.md are of one",
    },
    "write-processor": {
      help: "write what the goals compare to the column of this processor in docs/benchmarks.md; --write does that, too",
    },
  },
  modes: [
    {
      usage: "npm run bench -- experiment [options]",
      about:
        "Repeats the experiment of the page's Workbench and prints its tables beside the paper's figures of 2003 (ten seconds to a\n" +
        "minute).",
      options: { browser: oneBrowser, write },
      words: { others: /^experiment$/, example: "experiment" },
      read: ({ values, command }) => ({ kind: "experiment", ...values, command }),
    },
    {
      usage: "npm run bench -- WORD=VALUE … [options]",
      about:
        "Measures what the page measures and prints its table, e.g. n=2048 r=3 w=160 engines=scalar seconds=40.\n" +
        "The words are those of the page's address: n r s w wb et rb b p e variants engines build references seconds samples scheme-a guards modulus.",
      options: { browser: oneBrowser, json: { value: "FILE", help: "write the run to FILE, which Compare can load" } },
      words: { others: /^[^-=][^=]*=/, example: "words such as n=2048" },
      read: ({ values, words }) => ({ kind: "page", query: words.join("&"), ...values }),
    },
  ],
  read: ({ values: { browser, only = Object.keys(benchParts), seconds: given, ...values }, command }) => ({
    kind: "comparison",
    browsers: browser === "all" ? browserNames : [browser],
    parts: Object.entries(benchParts)
      .filter(([name]) => only.includes(name))
      .map(([name, { seconds, rounds }]) => ({
        name,
        budget: given === undefined ? { seconds, rounds } : { seconds: given, rounds: 1 },
      })),
    ...values,
    command,
  }),
};
