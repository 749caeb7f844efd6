// Checks whether running times depend on secrets.

import { writeFile } from "node:fs/promises";
import { chosen, main, repeating, whole } from "../scripts/lib/command.mjs";
import { Problem, run as runCommand } from "../scripts/lib/run.mjs";
import { rustVersion } from "../scripts/lib/rust-tools.mjs";
import { setUp } from "../scripts/lib/set-up.mjs";
import {
  checkWritable,
  describeMachine,
  documentWith,
  printTables,
  showProgress,
  warnWhenBusy,
} from "./bench/measuring.mjs";
import { timingParts, timingPlaces } from "./timing/parts.mjs";
import { listTests, measure, nodeVersions, programs } from "./timing/programs.mjs";

const document = documentWith("SECURITY.md", "timing");

const timing = {
  usage: "node lab/timing.mjs [options]",
  about: [
    "Compares the running times of two kinds of inputs with Welch's t-test, and prints a table. It fails if a control, which leaks",
    "on purpose, is not caught, or if anything else leaks. Places and parts:",
    ...Object.entries({ ...timingPlaces, ...timingParts }).map(([name, about]) => `  ${name.padEnd(10)}${about}`),
  ].join("\n"),
  options: {
    only: { type: "string", help: "only these places and parts, separated by commas, and the controls" },
    seconds: { type: "string", default: "20", help: "for each test; up to 16 times as long while a test is undecided" },
    json: { type: "string", help: "write every measured time and the environment to this file" },
    write: { type: "boolean", help: "write the tables to SECURITY.md, and which code they are about" },
  },
};

await main(timing, async ({ only, seconds: given, json, write }) => {
  if (write && only !== undefined) throw new Problem("--write needs a whole run: leave --only out");
  const seconds = whole("--seconds", given);
  const [allPlaces, allParts] = [Object.keys(timingPlaces), Object.keys(timingParts)];
  const names = chosen(only?.split(",") ?? [], [...allPlaces, ...allParts]);
  const some = (all) => (all.some((name) => names.includes(name)) ? all.filter((name) => names.includes(name)) : all);
  const [places, parts] = [some(allPlaces), [...some(allParts), "control"]];
  const file = await checkWritable(json);
  warnWhenBusy("small differences may be missed, and controls may not be caught");
  await setUp();
  const report = await import("./timing/report.mjs"); // uses the package
  if (write) await document.check(report.tableNames);
  // Now, because the code may change meanwhile.
  const { stdout: commit } = await runCommand("git", ["describe", "--always", "--dirty", "--exclude=*"]);
  const startedAt = new Date().toISOString();
  const results = [];
  for (const place of places) {
    await programs[place].prepare();
    const tests = (await listTests(place)).filter(({ part }) => parts.includes(part));
    const measured = await report.judgePlace(tests, seconds, (test, time) => {
      showProgress(`${place}: ${test.name}, ${time} s`);
      return measure(test, time);
    });
    results.push(...measured);
  }
  showProgress("");
  const versions = { commit: commit.trim(), rust: await rustVersion(), ...(await nodeVersions()) };
  const run = {
    startedAt,
    command: repeating("node lab/timing.mjs"),
    seconds,
    machine: describeMachine(),
    versions,
    results,
  };
  const tables = report.buildTables(run);
  printTables(tables);
  for (const failure of report.failureLines(run)) {
    console.error(`✗ ${failure}`);
    process.exitCode = 1;
  }
  if (file !== undefined) await writeFile(file, report.toJson(run));
  if (!write) return;
  // Leaks are written, too: SECURITY.md must show them.
  if (report.controlsCaught(run)) await document.write(tables);
  else console.error("✗ SECURITY.md was not changed, because a control was not caught");
});
