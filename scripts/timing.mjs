// npm run timing: checks whether running times depend on secrets.
import { writeFile } from "node:fs/promises";
import { timing } from "./lib/commands.mjs";
import {
  checkWritable,
  describeMachine,
  documentWith,
  printTables,
  showProgress,
  warnWhenBusy,
} from "./lib/measuring.mjs";
import { run as runCommand } from "./lib/run.mjs";
import { rustVersion } from "./lib/rust-tools.mjs";
import { setUp } from "./lib/set-up.mjs";
import { listTests, measure, nodeVersions, programs } from "./lib/timing/programs.mjs";
import { main } from "./lib/words.mjs";

const document = documentWith("SECURITY.md", "timing");

await main(timing, async ({ places, parts, seconds, json, write, command }) => {
  const file = await checkWritable(json);
  warnWhenBusy("small differences may be missed, and controls may not be caught");
  await setUp();
  const report = await import("./lib/timing/report.mjs"); // uses the package
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
  const run = { startedAt, command, seconds, machine: describeMachine(), versions, results };
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
