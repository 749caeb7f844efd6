// Tests whose browser or page crashes; the tests in crashing/ crash them on purpose.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environment, root } from "../../scripts/lib/paths.mjs";
import { run } from "../../scripts/lib/run.mjs";
import { Results } from "../../scripts/lib/test/results.mjs";
import { runVitest } from "../../scripts/lib/test/run.mjs";
import type { VitestReport } from "../../scripts/lib/test/vitest-reporter.mjs";

const config = (name: string) => `--config=${join(root, "tests/harness/crashing", name)}`;

const folder = await mkdtemp(join(tmpdir(), "rsa-variants-crashes-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("tests of the page", () => {
  let report: VitestReport;
  let output: string;
  beforeAll(async () => {
    const file = join(folder, "report.json");
    const reporters = ["default", join(root, "scripts/lib/test/vitest-reporter.mjs")].map(
      (name) => `--reporter=${name}`,
    );
    const args = ["run", "--root", "tests", config("page.config.mjs"), ...reporters];
    ({ output } = await run("vitest", args, { env: { VITEST_REPORT: file } }));
    report = JSON.parse(await readFile(file, "utf8"));
  });

  it("run once more if the browser dies, and its last output is reported", () => {
    expect(report.rerun.map(({ name }) => name)).toEqual([
      "passes when it runs again after the browser died",
      "passes when it runs again after the browser died at its end",
    ]);
    for (const { reason } of report.rerun) {
      expect(reason).toMatch(/^The browser process ended unexpectedly/m);
      expect(reason).toMatch(/^exit code \w+, signal \w+$/m);
    }
  });

  it("fail if it dies again, and if the page crashes", () => {
    expect(report.failures.map(({ name }) => name)).toEqual([
      "fails when the browser dies again",
      "fails when its page crashes",
    ]);
    expect(output).toMatch(/The page crashed: http/);
  });

  it("continue with another browser", () => {
    expect(report.files).toMatchObject([{ passed: 3, failed: 2 }]);
  });
});

describe("tests in a browser that Vitest starts", () => {
  /** The results of npm test if the browser dies that many times. */
  async function runWithCrashes(count: number): Promise<Results> {
    const file = join(folder, "crashes-left");
    await writeFile(file, String(count));
    Object.assign(environment, { CRASHES: file });
    const results = new Results();
    await runVitest(results, "crashing", [config("elsewhere.config.mjs")], { show: false, ownBrowsers: true });
    return results;
  }

  it("run once more if it dies, and its last output is reported", async () => {
    const results = await runWithCrashes(1);
    expect(results).toMatchObject({ passed: 1, failed: 0 });
    expect(results.toText()).toMatch(/^! crashing ran again, after:\n.+<process did exit: exitCode=\w+, signal=\w+>/ms);
  });

  it("fail if it dies again", async () => {
    const results = await runWithCrashes(2);
    expect(results).toMatchObject({ passed: 0, failed: 1 });
    expect(results.toText()).toMatch(/again: npx vitest run .*elsewhere\.config\.mjs/);
  });
});
