// Counts what passed and what failed, and shows the output of what failed.
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { cache } from "./paths.mjs";
import { run } from "./run.mjs";
import { timed } from "./step.mjs";

export class Tally {
  passed = 0;
  failed = 0;

  /** A command that passes or fails as a whole. */
  async check(name, command, args, env = {}) {
    await timed(name, async () => {
      const { code, output } = await run(command, args, { env });
      this.#add(code === 0 ? 1 : 0, code === 0 ? 0 : 1);
      if (code !== 0) console.log(output.trimEnd());
      return code === 0 ? "passed" : "FAILED";
    });
  }

  /** `cargo test`, whose tests count one by one. */
  async cargoTest(name, args) {
    await timed(name, async () => {
      const { code, output } = await run("cargo", ["test", ...args]);
      let passed = 0;
      let failed = 0;
      for (const [, good, bad] of output.matchAll(/^test result: .*? (\d+) passed; (\d+) failed;/gm)) {
        passed += Number(good);
        failed += Number(bad);
      }
      // Failed without a failed test: it did not compile, or a test binary crashed.
      if (code !== 0 && failed === 0) failed = 1;
      this.#add(passed, failed);
      if (code !== 0) console.log(output.trimEnd());
      return summary(passed, failed);
    });
  }

  /** Vitest, whose tests count one by one; its own reporter prints as it goes. */
  async vitest(name, args) {
    const report = join(cache, "vitest.json");
    await mkdir(cache, { recursive: true });
    await rm(report, { force: true });
    await timed(name, async () => {
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
      const { code } = await run("vitest", ["run", ...args, ...reporters], { show: true });
      const result = existsSync(report) ? JSON.parse(await readFile(report, "utf8")) : undefined;
      const passed = result?.numPassedTests ?? 0;
      let failed = result?.numFailedTests ?? 0;
      // Failed without a failed test: a file that could not be loaded, or an error outside any test.
      if ((code !== 0 || result === undefined) && failed === 0) failed = 1;
      this.#add(passed, failed);
      return summary(passed, failed);
    });
  }

  #add(passed, failed) {
    this.passed += passed;
    this.failed += failed;
  }
}

function summary(passed, failed) {
  return failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} FAILED`;
}
