// A reporter for Vitest that writes JSON for the summary of npm test into the file that VITEST_REPORT names.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { root } from "../paths.mjs";
import { duration } from "../step.mjs";

/**
 * The result of a run of Vitest.
 * @typedef {{
 *   files: { part: string, path: string, passed: number, failed: number, seconds: number }[],
 *   failures: { path: string, name: string | undefined }[],
 *   rerun: { path: string, name: string, reason: string }[],
 *   errors: string[],
 * }} VitestReport
 * files: the files with at least one test that ran, as npm test takes them: paths from the folder tests, or lab/…; failures: tests that failed, or files that
 * could not be loaded; rerun: tests that passed when they ran again; errors: errors outside of tests
 */

/** Between two lines about the progress, in seconds. */
const interval = 20;

export default class SummaryReporter {
  #files = 0;
  #ended = 0;
  #start = 0;
  #printed = 0;

  onTestRunStart(specifications) {
    this.#files = specifications.length;
    this.#start = performance.now();
  }

  onTestModuleEnd() {
    this.#ended += 1;
    const seconds = (performance.now() - this.#start) / 1000;
    if (seconds < this.#printed + interval || this.#ended === this.#files) return;
    this.#printed = seconds;
    const left = (seconds * (this.#files - this.#ended)) / this.#ended;
    console.log(`${this.#ended} of ${this.#files} test files, ${duration(left)} left`);
  }

  onTestRunEnd(modules, unhandledErrors) {
    /** @type {VitestReport} */
    const report = { files: [], failures: [], rerun: [], errors: unhandledErrors.map(withCauses) };
    for (const module of modules) {
      // As npm test takes it: tests of the lab are beside tests/.
      const path = relative(root, module.moduleId)
        .replaceAll("\\", "/")
        .replace(/^tests\//, "");
      const tests = [...module.children.allTests()].map((test) => ({ test, ...test.result() }));
      const passed = tests.filter(({ state }) => state === "passed");
      const failed = tests.filter(({ state }) => state === "failed").map(({ test }) => test.fullName);
      // An error of the file as a whole, for example in an import or a hook.
      if (module.state() === "failed" && failed.length === 0) failed.push(undefined);
      report.failures.push(...failed.map((name) => ({ path, name })));
      for (const { test, errors = [] } of passed) {
        if (test.diagnostic().retryCount === 0) continue;
        report.rerun.push({ path, name: test.fullName, reason: errors.map(({ message }) => message).join("\n") });
      }
      if (passed.length + failed.length === 0) continue;
      // Without the time that a file waits for its browser.
      const { duration, collectDuration, setupDuration } = module.diagnostic();
      const milliseconds = duration + collectDuration + setupDuration;
      const counts = { passed: passed.length, failed: failed.length };
      report.files.push({ part: path.split("/", 1)[0], path, ...counts, seconds: milliseconds / 1000 });
    }
    const file = process.env.VITEST_REPORT;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(report));
  }
}

function withCauses({ message, cause }) {
  return cause === undefined ? message : `${message}\n${withCauses(cause)}`;
}
