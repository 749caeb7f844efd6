// Runs checks, cargo test and Vitest, and adds their results.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { cache, root } from "../paths.mjs";
import { run } from "../run.mjs";
import { inParallel, secondsSince, timed } from "../step.mjs";

/**
 * A command that passes or fails as a whole.
 * @typedef {{ name: string, command: string, args: string[], env?: Record<string, string> }} Check
 */

/**
 * Runs checks, as many at a time as there are processors.
 * @param {import("./results.mjs").Results} results
 * @param {string} part the part in which they are counted
 * @param {readonly Check[]} checks
 */
export function runChecks(results, part, checks) {
  return inParallel(checks, (check) => runCheck(results, part, check));
}

async function runCheck(results, part, { name, command, args, env = {} }) {
  await timed(name, async () => {
    const start = performance.now();
    const { code, output } = await run(command, args, { env });
    const passed = code === 0 ? 1 : 0;
    results.add(part, { passed, failed: 1 - passed, seconds: secondsSince(start) });
    if (passed === 1) return "passed";
    console.log(output.trimEnd());
    results.addFailure(name, shellCommand(command, args, env));
    return "FAILED";
  });
}

/**
 * Compiles tests, then runs them with `cargo test`, and counts each test.
 * @param {import("./results.mjs").Results} results
 * @param {string} part
 * @param {readonly string[]} args what to compile
 * @param {readonly string[]} [filter] which tests to run: arguments of the test programs
 * @param {Record<string, string>} [env]
 */
export async function runCargoTest(results, part, args, filter = [], env = {}) {
  const command = ["test", "--no-fail-fast", ...args];
  // Doctests are compiled when they run. Errors of the compiler are shown in the next step.
  if (!args.includes("--doc")) {
    await timed("compile Rust tests", async () => void (await run("cargo", [...command, "--no-run"], { env })));
  }
  await timed(`cargo test ${args.at(-1)}`, async () => {
    const start = performance.now();
    const { code, output } = await run("cargo", [...command, "--", ...filter], { env });
    const counts = [...output.matchAll(/^test result: .*?(\d+) passed; (\d+) failed;/gm)];
    const [passed, failed] = [1, 2].map((group) => counts.reduce((sum, match) => sum + Number(match[group]), 0));
    // If it failed without a failed test, it did not compile or a test binary crashed.
    const count = { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
    results.add(part, { ...count, seconds: secondsSince(start) });
    if (code !== 0) console.log(output.trimEnd());
    for (const [, name] of output.matchAll(/^test (.+?)(?: - should panic)? \.\.\. FAILED$/gm)) {
      results.addFailure(`cargo test: ${name}`, shellCommand("cargo", ["test", ...args, "--", "--exact", name], env));
    }
    if (code !== 0 && failed === 0) results.addFailure("cargo test", shellCommand("cargo", ["test", ...args], env));
    return countText(count);
  });
}

/** Vitest's messages when a browser that runs its tests has died. */
const browserDied = /Browser connection was closed|Failed to connect to the browser/;

/** The number of lines of a dead browser's output in the summary. */
const reportedLines = 20;

/**
 * Runs Vitest, and counts each test; Vitest's own reporter prints during the run. If a browser that Vitest itself started dies,
 * all tests of this call run once more, and the summary reports that.
 * @param {import("./results.mjs").Results} results
 * @param {string} name
 * @param {readonly string[]} args the arguments of `vitest run`: projects, filters, options
 * @param {{ show?: boolean, ownBrowsers?: boolean }} options show: also print Vitest's output; ownBrowsers: Vitest starts browsers
 * itself, and their output is recorded
 * @returns {Promise<boolean>} whether all passed
 */
export async function runVitest(results, name, args, { show = true, ownBrowsers = false } = {}) {
  let report = await runVitestOnce(name, args, show, ownBrowsers);
  if (report.errors.some((message) => browserDied.test(message))) {
    results.addRerun(name, [...report.errors, "Its last output:", ...report.browserOutput].join("\n"));
    report = await runVitestOnce(`${name}, again`, args, show, ownBrowsers);
  }
  for (const { part, ...file } of report.files) results.addFile(part, file);
  for (const { path, name: test } of report.failures) {
    const only = test === undefined ? [] : ["-t", patternOf(test)];
    results.addFailure([path, test].filter(Boolean).join(": "), shellCommand("npm", ["test", "--", path, ...only]));
  }
  for (const { path, name: test, reason } of report.rerun) results.addRerun(`${path}: ${test}`, reason);
  if (!report.isGreen && report.failures.length === 0) {
    results.add(name, { passed: 0, failed: 1, seconds: 0 });
    results.addFailure(name, shellCommand("npx", ["vitest", "run", ...args]));
  }
  return report.isGreen;
}

/** @returns {Promise<import("./vitest-reporter.mjs").VitestReport & { isGreen: boolean, browserOutput: string[] }>} */
async function runVitestOnce(name, args, show, ownBrowsers) {
  const own = name.replaceAll(/\W+/g, "-"); // two runs can overlap
  const [file, browserLog] = [join(cache, `vitest-report-${own}.json`), join(cache, `browser-${own}.log`)];
  for (const path of [file, browserLog]) await rm(path, { force: true });
  const reporters = ["default", join(root, "scripts/lib/test/vitest-reporter.mjs")].map((each) => `--reporter=${each}`);
  // Playwright writes the output of its browsers to this file.
  const env = { VITEST_REPORT: file, ...(ownBrowsers ? { DEBUG: "pw:browser", DEBUG_FILE: browserLog } : {}) };
  const report = { files: [], failures: [], rerun: [], errors: [], isGreen: false };
  await timed(name, async () => {
    const { code } = await run("vitest", ["run", "--root", "tests", ...args, ...reporters], { env, show });
    Object.assign(report, JSON.parse(await readFile(file, "utf8").catch(() => "{}")), { isGreen: code === 0 });
    const sum = (key) => report.files.reduce((total, each) => total + each[key], 0);
    return countText({ passed: sum("passed"), failed: sum("failed") });
  });
  const log = await readFile(browserLog, "utf8").catch(() => "");
  return { ...report, browserOutput: log.trimEnd().split("\n").slice(-reportedLines) };
}

function countText({ passed, failed }) {
  return failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} FAILED`;
}

/** The pattern for `-t` that selects a test. */
function patternOf(name) {
  return name.replaceAll(" > ", " ").replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A command in shell syntax. */
function shellCommand(command, args, env = {}) {
  const quote = (text) => (/^[\w./:=@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const variables = Object.entries(env).map(([key, value]) => `${key}=${quote(value)}`);
  return [...variables, command, ...args.map(quote)].join(" ");
}
