// Repeats npm test to find tests that are not always green.

import { spawn } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { main, whole } from "../scripts/lib/command.mjs";
import { cache, root } from "../scripts/lib/paths.mjs";
import { run } from "../scripts/lib/run.mjs";
import { secondsSince } from "../scripts/lib/step.mjs";

/** A quarter of an hour off and i without a dot in capitals; half an hour, and commas in numbers; no locale at all. */
const surroundings = [
  { TZ: "Pacific/Chatham", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
  { TZ: "America/St_Johns", LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8" },
  { TZ: "Asia/Kolkata", LANG: "C", LC_ALL: "C" },
];

const repeat = {
  usage: "node lab/repeat.mjs [--runs N] [-- words of npm test]",
  about:
    "Repeats npm test to find tests that are not always green: with other random numbers, orders of tests, time zones and locales,\n" +
    "and every second time beside a load. Each run's line has the variables that repeat it.",
  options: { runs: { type: "string", default: "5", help: "how often" } },
};

await main(repeat, async ({ runs }, words) => {
  const count = whole("--runs", runs, 1, 1000);
  const found = new Map();
  const firstSeed = Date.now() % 1_000_000;
  for (let i = 1; i <= count; i += 1) {
    const seed = String(firstSeed + i);
    const env = { TEST_SEED: seed, PROPTEST_RNG_SEED: seed, ...surroundings[i % surroundings.length] };
    const load = Array.from({ length: i % 2 === 0 ? availableParallelism() : 0 }, () =>
      spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" }),
    );
    const { seconds, code, problems } = await testOnce(words, env).finally(() => load.map((each) => each.kill()));
    const variables = Object.entries(env).map((pair) => pair.join("="));
    const how = `${seconds.toFixed(0)} s${load.length === 0 ? "" : " beside a load"}, with ${variables.join(" ")}`;
    console.log(`\nrun ${i} of ${count}: ${code === 0 ? "green" : "NOT GREEN"}, ${how}\n`);
    if (code !== 0 && problems.length === 0) problems.push("npm test ended without a summary");
    if (problems.length > 0 || code !== 0) process.exitCode = 1;
    for (const problem of problems) found.set(problem, [...(found.get(problem) ?? []), i]);
  }
  for (const [problem, runs] of found)
    console.log(`${problem}: in ${runs.length} of ${count} runs (${runs.join(", ")})`);
  if (found.size === 0) console.log(`everything was green in each of ${count} runs`);
});

/** Runs npm test and returns what was not green: tests that failed or had to run again. */
async function testOnce(words, surrounding) {
  const report = join(cache, "test-report.json");
  await mkdir(cache, { recursive: true });
  await rm(report, { force: true });
  const start = performance.now();
  const env = { ...surrounding, TEST_REPORT: report };
  const { code } = await run(process.execPath, [join(root, "scripts/test.mjs"), ...words], { env, show: true });
  const seconds = secondsSince(start);
  const { failures, rerun } = JSON.parse(await readFile(report, "utf8").catch(() => '{"failures":[],"rerun":[]}'));
  return { seconds, code, problems: [...failures, ...rerun.map((what) => `${what} (ran again)`)] };
}
