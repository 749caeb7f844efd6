// npm run bench: our engines beside other people's arithmetic and figures, in browsers.

import { writeFile } from "node:fs/promises";
import { benchParts } from "./lib/bench-parts.mjs";
import { chosen, main, repeating, whole } from "./lib/command.mjs";
import {
  checkWritable,
  describeMachine,
  documentWith,
  printTables,
  showProgress,
  warnWhenBusy,
} from "./lib/measuring.mjs";
import { browsers, callInBrowser, serveMeasuringPage } from "./lib/measuring-page.mjs";
import { describeSafePrimes } from "./lib/node-safe-primes.mjs";
import { ensureProgram } from "./lib/programs.mjs";
import { Problem } from "./lib/run.mjs";
import { setUp, setUpPeers } from "./lib/set-up.mjs";

/** Holds the tables that --write replaces. */
const document = documentWith("docs/benchmarks.md", "bench");

const bench = {
  usage: "npm run bench -- [options], npm run bench -- experiment [options] or npm run bench -- WORD=VALUE … [options]",
  about: [
    "Compares our engines with other arithmetic in browsers and prints the tables (about 15 minutes).",
    "experiment repeats the experiment of the page's Workbench, and prints its tables beside the paper's figures of 2003.",
    "WORD=VALUE measures what the page measures and prints its table, e.g. n=2048 r=3 w=160 engines=scalar seconds=40. The words are",
    "those of the page's address: n r s w wb et rb b p e variants engines build references seconds samples scheme-a guards modulus.",
    "Parts:",
    ...Object.entries(benchParts).map(([name, { about }]) => `  ${name.padEnd(12)}${about}`),
  ].join("\n"),
  options: {
    browser: { type: "string", help: "chromium, firefox or webkit; otherwise all, or chromium for one measurement" },
    only: { type: "string", help: "only these parts, separated by commas" },
    seconds: { type: "string", help: "for each part, however few rounds that gives" },
    json: { type: "string", help: "write the samples to this file; Compare can load that of WORD=VALUE" },
    write: { type: "boolean", help: "write the tables to docs/benchmarks.md; needs every browser and every part" },
    "write-processor": {
      type: "boolean",
      help: "write the column of this processor in docs/benchmarks.md; --write does, too",
    },
  },
};

await main(bench, (values, words) => {
  const wanted = chosen(values.browser === undefined ? [] : [values.browser], Object.keys(browsers));
  const wish = {
    ...values,
    browsers: wanted,
    browser: values.browser ?? "chromium",
    command: repeating("npm run bench"),
  };
  if (words.length === 0) return compare({ ...wish, parts: partsOf(values) });
  if (words[0] === "experiment" && words.length === 1) return repeatExperiment(wish);
  const other = words.find((word) => !/^[^-=][^=]*=/.test(word));
  if (other !== undefined) throw new Problem(`${other} is neither experiment nor a word such as n=2048`);
  return measurePageTable({ ...wish, query: words.join("&") });
});

/** The parts of the comparison, each with its budget. */
function partsOf({ browser, only, seconds, write }) {
  if (write && (browser ?? only ?? seconds) !== undefined)
    throw new Problem("--write needs a whole run: leave --browser, --only and --seconds out");
  const given = seconds === undefined ? undefined : { seconds: whole("--seconds", seconds), rounds: 1 };
  return chosen(only?.split(",") ?? [], Object.keys(benchParts)).map((name) => {
    const { seconds, rounds } = benchParts[name];
    return { name, budget: given ?? { seconds, rounds } };
  });
}

/** The page's own measurement in one browser, as a table. */
async function measurePageTable({ query, browser, json }) {
  const file = await checkWritable(json);
  await setUp();
  await inBrowser(browser, async ({ call }) => {
    const { result } = await call("pageTable", { query, processor: describeMachine().processor });
    if (result.problems.length > 0) throw new Problem(result.problems.join("\n  "));
    console.log(result.table);
    if (file !== undefined) await writeFile(file, result.file);
    reportFailures(result.failures);
  });
}

/** The experiment of 2003 in one browser, as the paper's tables. */
async function repeatExperiment({ browser, write, command }) {
  warnWhenBusy("times get longer");
  await setUp();
  await inBrowser(browser, async ({ call, load }) => {
    const { buildTables, tableNames } = await load("/src/report/experiment.ts");
    if (write) await document.check(tableNames);
    const startedAt = new Date().toISOString();
    const { version, result } = await call("experiment");
    const { name } = browsers[browser];
    const tables = buildTables({ startedAt, command, machine: describeMachine(), browser: name, version, ...result });
    printTables(tables);
    if (write) await document.write(tables);
  });
}

/** Serves the measuring page to one browser while `use` runs, which calls the page's functions and loads its modules. */
async function inBrowser(browser, use) {
  const executablePath = await ensureProgram(browser);
  const { address, load, close } = await serveMeasuringPage();
  const place = { browser, executablePath, address, onProgress: showProgress };
  const call = (name, argument) => callInBrowser(place, name, argument).finally(() => showProgress(""));
  try {
    await use({ call, load });
  } finally {
    await close();
  }
}

/** The comparison in every browser that is there. */
async function compare({ browsers: wanted, parts, json, write, "write-processor": ofProcessor = write, command }) {
  const file = await checkWritable(json);
  warnWhenBusy("times get longer, and workers have nothing to share");
  await setUp();
  const found = await findBrowsers(wanted);
  if (write && found.length < wanted.length) throw new Problem("--write needs every browser: nothing was measured");
  await setUpPeers();
  const served = await serveMeasuringPage();
  try {
    const [output, tables, processors] = await Promise.all(
      ["output", "tables", "processors"].map((name) => served.load(`/src/report/${name}.ts`)),
    );
    if (write) await document.check(tables.tableNames);
    if (ofProcessor) await document.check([processors.processorsTable]);
    const startedAt = new Date().toISOString();
    const runs = [];
    for (const browser of found) runs.push(...(await measureIn(browser, served.address, parts)));
    if (runs.length === 0) throw new Problem("nothing was measured");
    const comparison = { startedAt, command, machine: describeMachine(), runs };
    console.log(`\n${output.toText(comparison)}`);
    const inNode = parts.find(({ name }) => name === "safe-primes");
    if (inNode !== undefined) {
      const safePrimes = await describeSafePrimes(inNode.budget.rounds, showProgress);
      showProgress("");
      console.log(`\n${safePrimes}`);
    }
    reportFailures(output.failureLines(comparison));
    if (file !== undefined) await writeFile(file, output.toJson(comparison));
    if (ofProcessor && process.exitCode === undefined) {
      const name = processors.processorsTable;
      await document.write([{ name, markdown: processors.withProcessor(await document.read(name), comparison) }]);
    }
    if (write && process.exitCode === undefined) await document.write(tables.buildTables(comparison));
    else if (write)
      reportFailures(["docs/benchmarks.md is left as it was: its tables need every browser and no failure"]);
    else if (ofProcessor && process.exitCode !== undefined)
      reportFailures(["docs/benchmarks.md is left as it was, because something failed"]);
  } finally {
    await served.close();
  }
}

/** Failures make the command fail in the end. */
function reportFailures(failures) {
  for (const failure of failures) console.error(`✗ ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}

/** What one browser measures; if it breaks off, that is said, and the other's figures are not lost. */
async function measureIn({ browser, executablePath }, address, parts) {
  const { name } = browsers[browser];
  const onProgress = (text) => showProgress(`${name}, ${text}`);
  try {
    const place = { browser, executablePath, address, onProgress };
    const { version, result } = await callInBrowser(place, "compare", { parts });
    return [{ browser: name, version, ...result }];
  } catch (error) {
    reportFailures([`${name}: ${error.message}`]);
    return [];
  } finally {
    showProgress("");
  }
}

/** The browsers that are there or can be installed; a missing one is reported. */
async function findBrowsers(names) {
  const found = [];
  for (const name of names) {
    try {
      found.push({ browser: name, executablePath: await ensureProgram(name) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      reportFailures([error.message]);
    }
  }
  if (found.length === 0) throw new Problem("there is no browser to measure in");
  return found;
}
