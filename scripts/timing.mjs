// npm run timing: checks whether running times depend on secrets. See `npm run timing -- --help`.
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describeMachine, warnWhenBusy } from "./lib/machine.mjs";
import { root } from "./lib/paths.mjs";
import { checkPlaces, replaceTables } from "./lib/places.mjs";
import { main } from "./lib/problem.mjs";
import { rustVersion } from "./lib/rust-tools.mjs";
import { setUp } from "./lib/set-up.mjs";
import { checkWritable, showProgress } from "./lib/terminal.mjs";
import { listTests, measure, nodeVersions, programs } from "./lib/timing/programs.mjs";
import { help, readWords, tableNames } from "./lib/timing/words.mjs";

const document = join(root, "SECURITY.md");

await main(async () => {
  const wish = readWords(process.argv.slice(2));
  if (wish.kind === "help") console.log(help);
  else await time(wish);
});

async function time({ places, parts, seconds, json, write, command }) {
  const file = json && resolve(process.env.INIT_CWD ?? ".", json);
  if (file !== undefined) await checkWritable(file);
  if (write) checkPlaces(await readFile(document, "utf8"), "timing", tableNames);
  warnWhenBusy("small differences may be missed, and controls may not be caught");
  await setUp();
  const { buildTables, controlsCaught, failureLines, judgePlace, toJson } = await import("./lib/timing/report.mjs");
  const startedAt = new Date().toISOString();
  const results = [];
  for (const place of places) {
    await programs[place].prepare();
    const tests = (await listTests(place)).filter(({ part }) => parts.includes(part));
    const measured = await judgePlace(tests, seconds, (test, time) => {
      showProgress(`${place}: ${test.name}, ${time} s`);
      return measure(test, time);
    });
    results.push(...measured);
  }
  showProgress("");
  const run = { startedAt, command, seconds, machine: describeMachine(), versions: await versions(), results };
  const tables = buildTables(run);
  console.log(`\n${tables.map(({ markdown }) => markdown).join("\n\n")}`);
  for (const failure of failureLines(run)) {
    console.error(`✗ ${failure}`);
    process.exitCode = 1;
  }
  if (file !== undefined) await writeFile(file, toJson(run));
  if (!write) return;
  // Leaks are written, too: SECURITY.md must show them.
  if (controlsCaught(run)) await writeFile(document, replaceTables(await readFile(document, "utf8"), "timing", tables));
  else console.error("✗ SECURITY.md was not changed, because a control was not caught");
}

async function versions() {
  return { rust: await rustVersion(), ...(await nodeVersions()) };
}
