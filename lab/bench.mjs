// npm run bench: our engines beside other people's arithmetic and figures, in browsers.

import { generatePrimeSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { chosen, main, repeating, whole } from "../scripts/lib/command.mjs";
import { ensureProgram } from "../scripts/lib/programs.mjs";
import { Problem } from "../scripts/lib/run.mjs";
import { setUp, setUpPeers } from "../scripts/lib/set-up.mjs";
import {
  checkWritable,
  describeMachine,
  documentWith,
  keepData,
  printTables,
  showProgress,
  warnWhenBusy,
} from "./bench/measuring.mjs";
import { browsers, callInBrowser, serveMeasuringPage } from "./bench/measuring-page.mjs";
import { benchParts } from "./bench/parts.mjs";

/** Holds the tables that --write replaces. */
const document = documentWith("docs/benchmarks.md", "bench");

const bench = {
  usage: "npm run bench -- [options], npm run bench -- experiment [options] or npm run bench -- WORD=VALUE … [options]",
  about: [
    "Compares our engines with other arithmetic in browsers and prints the tables (about 15 minutes).",
    "experiment repeats the experiment of 2003, as the page's Papers does, and prints its tables beside the paper's figures.",
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
    write: {
      type: "boolean",
      help: "write the tables to docs/benchmarks.md and their samples to lab/data; needs every browser and every part",
    },
    "write-processor": {
      type: "boolean",
      help: "write the column of this processor in docs/benchmarks.md; --write does, too",
    },
  },
};

await main(bench, (values, words) => {
  const wanted = chosen(values.browser === undefined ? [] : [values.browser], Object.keys(browsers));
  const options = {
    ...values,
    browsers: wanted,
    browser: values.browser ?? "chromium",
    command: repeating("npm run bench"),
  };
  if (words.length === 0) return compare({ ...options, parts: partsOf(values) });
  if (words[0] === "experiment" && words.length === 1) return repeatExperiment(options);
  const other = words.find((word) => !/^[^-=][^=]*=/.test(word));
  if (other !== undefined) throw new Problem(`${other} is neither experiment nor a word such as n=2048`);
  return measurePageTable({ ...options, query: words.join("&") });
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
  await withPage(async (_, address) => {
    const { result } = await callIn(browser, address, "pageTable", { query, processor: describeMachine().processor });
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
  await withPage(async (load, address) => {
    const { buildTables, tableNames } = await load("experiment");
    if (write) await document.check(tableNames);
    const startedAt = new Date().toISOString();
    const { version, result } = await callIn(browser, address, "experiment");
    const { name } = browsers[browser];
    const run = { startedAt, command, machine: describeMachine(), browser: name, version, ...result };
    const tables = buildTables(run);
    printTables(tables);
    if (!write) return;
    await document.write(tables);
    await keepData("experiment", run);
  });
}

/** Serves the measuring page while `use` runs, which gets its address and can load its reports. */
async function withPage(use) {
  const { address, load, close } = await serveMeasuringPage();
  try {
    await use((name) => load(`/src/report/${name}.ts`), address);
  } finally {
    await close();
  }
}

/** Calls a function of the page in a browser. */
function callIn(browser, address, name, argument) {
  const onProgress = (text) => showProgress(`${browsers[browser].name}, ${text}`);
  return callInBrowser({ browser, address, onProgress }, name, argument).finally(() => showProgress(""));
}

/** The comparison in every browser that is there. */
async function compare({ browsers: wanted, parts, json, write, "write-processor": ofProcessor = write, command }) {
  const file = await checkWritable(json);
  warnWhenBusy("times get longer, and workers have nothing to share");
  await setUp();
  const found = [];
  for (const name of wanted) await reportFailure(ensureProgram(name).then(() => found.push(name)));
  if (found.length === 0) throw new Problem("there is no browser to measure in");
  if (write && found.length < wanted.length) throw new Problem("--write needs every browser: nothing was measured");
  await setUpPeers();
  await withPage(async (load, address) => {
    const [output, tables, processors] = await Promise.all(["output", "tables", "processors"].map(load));
    if (write) await document.check(tables.tableNames);
    if (ofProcessor) await document.check([processors.processorsTable]);
    const startedAt = new Date().toISOString();
    const runs = [];
    for (const browser of found) {
      // If a browser breaks off, the figures of the others are not lost.
      const { name } = browsers[browser];
      const call = callIn(browser, address, "compare", { parts });
      await reportFailure(
        call.then(({ version, result }) => runs.push({ browser: name, version, ...result })),
        `${name}: `,
      );
    }
    if (runs.length === 0) throw new Problem("nothing was measured");
    const comparison = { startedAt, command, machine: describeMachine(), runs };
    console.log(`\n${output.toText(comparison)}`);
    const inNode = parts.find(({ name }) => name === "safe-primes");
    if (inNode !== undefined) console.log(`\n${await describeSafePrimes(inNode.budget.rounds)}`);
    reportFailures(output.failureLines(comparison));
    if (file !== undefined) await writeFile(file, output.toJson(comparison));
    if (!ofProcessor) return;
    if (process.exitCode !== undefined) {
      return reportFailures(["docs/benchmarks.md is left as it was: its tables need every browser and no failure"]);
    }
    const name = processors.processorsTable;
    await document.write([{ name, markdown: processors.withProcessor(await document.read(name), comparison) }]);
    if (!write) return;
    await document.write(tables.buildTables(comparison));
    await keepData("bench", output.toJson(comparison));
  });
}

/** Safe primes of 1024 bits in Node, ours in turns with those of Node itself, which no browser has. */
async function describeSafePrimes(count) {
  const { load } = await import("modular-powers"); // available only after the set-up
  const [bits, powers] = [1024, await load()];
  const contestants = [
    { name: `modular-powers, build ${powers.build}`, make: () => powers.generatePrime({ bits, safe: true }), total: 0 },
    { name: "crypto.generatePrime", make: () => generatePrimeSync(bits, { safe: true }), total: 0 },
  ];
  for (let round = 0; round < count; round += 1) {
    showProgress(`safe primes in Node, ${round + 1} of ${count}`);
    for (const contestant of contestants) {
      const start = performance.now();
      contestant.make();
      contestant.total += performance.now() - start;
    }
  }
  showProgress("");
  const means = contestants.map(({ name, total }) => `${name} ${Math.round(total / count)} ms`);
  return `Safe primes of ${bits} bits in Node ${process.versions.node}, means of ${count}: ${means.join(", ")}`;
}

/** Failures make the command fail in the end. */
function reportFailures(failures) {
  for (const failure of failures) console.error(`✗ ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}

/** Waits for work whose failure does not end the command. */
function reportFailure(work, start = "") {
  return work.catch((error) => reportFailures([start + error.message]));
}
