// npm run test:repeat -- 10: repeats npm test to find tests that are not always green. Words after the number, such as
// page/compare, are passed on to npm test.
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { repeat } from "./lib/commands.mjs";
import { cache, root } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { secondsSince } from "./lib/step.mjs";
import { main } from "./lib/words.mjs";

await main(repeat, async ({ count, words }) => {
  const found = new Map();
  for (let i = 1; i <= count; i += 1) {
    const { seconds, code, problems } = await testOnce(words);
    console.log(`\nrun ${i} of ${count}: ${code === 0 ? "green" : "NOT GREEN"}, ${seconds.toFixed(0)} s\n`);
    if (code !== 0 && problems.length === 0) problems.push("npm test ended without a summary");
    if (problems.length > 0 || code !== 0) process.exitCode = 1;
    for (const problem of problems) found.set(problem, [...(found.get(problem) ?? []), i]);
  }
  for (const [problem, runs] of found)
    console.log(`${problem}: in ${runs.length} of ${count} runs (${runs.join(", ")})`);
  if (found.size === 0) console.log(`everything was green in each of ${count} runs`);
});

/** Runs npm test and returns what was not green: tests that failed or had to run again. */
async function testOnce(words) {
  const report = join(cache, "test-report.json");
  await mkdir(cache, { recursive: true });
  await rm(report, { force: true });
  const start = performance.now();
  const env = { TEST_REPORT: report };
  const { code } = await run(process.execPath, [join(root, "scripts/test.mjs"), ...words], { env, show: true });
  const seconds = secondsSince(start);
  const { failures, rerun } = JSON.parse(await readFile(report, "utf8").catch(() => '{"failures":[],"rerun":[]}'));
  return { seconds, code, problems: [...failures, ...rerun.map((what) => `${what} (ran again)`)] };
}
