// The results of npm test and npm run check: counts, times, and the command that repeats each failure.

/** The number of slowest test files in the summary. */
const slowestShown = 10;

export class Results {
  #parts = new Map();
  #files = [];
  #failures = [];
  #rerun = [];

  /** Adds the result of a check or a test file. */
  add(part, { passed, failed, seconds }) {
    const sum = this.#parts.get(part) ?? { passed: 0, failed: 0, seconds: 0 };
    this.#parts.set(part, { passed: sum.passed + passed, failed: sum.failed + failed, seconds: sum.seconds + seconds });
  }

  addFile(part, { path, passed, failed, seconds }) {
    this.add(part, { passed, failed, seconds });
    this.#files.push({ path, seconds });
  }

  /** Adds the name of a failure, which is counted elsewhere, and the command that repeats it. */
  addFailure(what, command) {
    this.#failures.push({ what, command });
  }

  /** Adds the name of something that ran again, and the reason. */
  addRerun(what, reason) {
    this.#rerun.push({ what, reason });
  }

  get passed() {
    return [...this.#parts.values()].reduce((sum, { passed }) => sum + passed, 0);
  }

  get failed() {
    return [...this.#parts.values()].reduce((sum, { failed }) => sum + failed, 0);
  }

  /** For node lab/repeat.mjs. */
  toJson() {
    return JSON.stringify({
      failures: this.#failures.map(({ what }) => what),
      rerun: this.#rerun.map(({ what }) => what),
    });
  }

  /** The summary; seconds are summed over all workers. */
  toText() {
    const { passed, failed } = this;
    return [
      "",
      row("part", "passed", "failed", "seconds"),
      ...[...this.#parts].map(([part, each]) => row(part, each.passed, each.failed, each.seconds.toFixed(1))),
      "",
      ...this.#slowest(),
      ...this.#rerun.flatMap(({ what, reason }) => [`! ${what} ran again, after:`, reason, ""]),
      ...this.#failures.flatMap(({ what, command }) => [`✗ ${what}`, `  again: ${command}`]),
      ...(this.#failures.length > 0 ? [""] : []),
      `${passed} passed, ${failed} failed`,
    ].join("\n");
  }

  #slowest() {
    const files = this.#files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestShown);
    if (files.length === 0) return [];
    const lines = files.map(({ path, seconds }) => `${`${seconds.toFixed(1)} s`.padStart(9)}  ${path}`);
    return [`slowest test file${lines.length === 1 ? "" : "s"}:`, ...lines, ""];
  }
}

function row(part, passed, failed, seconds) {
  return part.padEnd(20) + [passed, failed, seconds].map((value) => String(value).padStart(9)).join("");
}
