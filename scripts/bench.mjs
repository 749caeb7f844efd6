// npm run bench: our engines beside other people's arithmetic and figures, in browsers; see `npm run bench -- --help`.
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { help, readWords } from "./lib/bench-words.mjs";
import { describeMachine, warnWhenBusy } from "./lib/machine.mjs";
import { browsers, callInBrowser, serveMeasuringPage } from "./lib/measuring-page.mjs";
import { root } from "./lib/paths.mjs";
import { checkPlaces, replaceTables } from "./lib/places.mjs";
import { main, Problem } from "./lib/problem.mjs";
import { setUp } from "./lib/set-up.mjs";
import { setUpPeers } from "./lib/set-up-peers.mjs";
import { checkWritable, showProgress } from "./lib/terminal.mjs";

/** Holds the tables that --write replaces. */
const document = join(root, "docs/benchmarks.md");

await main(async () => {
  const wish = readWords(process.argv.slice(2));
  if (wish.kind === "help") console.log(help);
  else if (wish.kind === "page") await measurePageTable(wish);
  else if (wish.kind === "experiment") await repeatExperiment(wish);
  else await compare(wish);
});

/** The page's own measurement in one browser, as a table. */
async function measurePageTable({ query, browser }) {
  await setUp();
  await inBrowser(browser, async ({ call }) => {
    const { result } = await call("pageTable", query);
    if (result.problems.length > 0) throw new Problem(result.problems.join("\n  "));
    for (const failure of result.failures) console.error(failure);
    console.log(result.table);
    if (result.failures.length > 0) process.exitCode = 1;
  });
}

/** The experiment of 2003 in one browser, as the paper's tables. */
async function repeatExperiment({ browser, write, command }) {
  warnWhenBusy("times get longer");
  await setUp();
  await inBrowser(browser, async ({ call, load }) => {
    const { buildTables, tableNames } = await load("/src/report/experiment.ts");
    if (write) checkPlaces(await readFile(document, "utf8"), "bench", tableNames);
    const startedAt = new Date().toISOString();
    const { version, result } = await call("experiment");
    const { name } = browsers[browser];
    const tables = buildTables({ startedAt, command, machine: describeMachine(), browser: name, version, ...result });
    console.log(`\n${tables.map(({ markdown }) => markdown).join("\n\n")}`);
    if (write) await writeFile(document, replaceTables(await readFile(document, "utf8"), "bench", tables));
  });
}

/** Serves the measuring page to one browser while `use` runs, which calls the page's functions and loads its modules. */
async function inBrowser(browser, use) {
  const executablePath = await browsers[browser].ensure();
  const { address, load, close } = await serveMeasuringPage();
  const place = { ...browsers[browser], executablePath, address, onProgress: showProgress };
  const call = (name, argument) => callInBrowser(place, name, argument).finally(() => showProgress(""));
  try {
    await use({ call, load });
  } finally {
    await close();
  }
}

/** The comparison in every browser that is there. */
async function compare({ browsers: wanted, parts, json, write, command }) {
  const file = json && resolve(process.env.INIT_CWD ?? ".", json);
  if (file !== undefined) await checkWritable(file);
  warnWhenBusy("times get longer, and workers have nothing to share");
  await setUp();
  const found = await findBrowsers(wanted);
  if (write && found.length < wanted.length) throw new Problem("--write needs both browsers: nothing was measured");
  await setUpPeers();
  const served = await serveMeasuringPage();
  try {
    const [output, tables] = await Promise.all(
      ["output", "tables"].map((name) => served.load(`/src/report/${name}.ts`)),
    );
    if (write) checkPlaces(await readFile(document, "utf8"), "bench", tables.tableNames);
    const startedAt = new Date().toISOString();
    const runs = [];
    for (const browser of found) {
      const run = await measureIn(browser, served.address, parts);
      if (run !== undefined) runs.push(run);
    }
    if (runs.length === 0) throw new Problem("nothing was measured");
    const comparison = { startedAt, command, machine: describeMachine(), runs };
    console.log(`\n${output.toText(comparison)}`);
    const failures = output.failureLines(comparison);
    for (const failure of failures) console.error(`✗ ${failure}`);
    if (failures.length > 0) process.exitCode = 1;
    if (file !== undefined) await writeFile(file, output.toJson(comparison));
    if (write && process.exitCode === undefined) {
      await writeFile(
        document,
        replaceTables(await readFile(document, "utf8"), "bench", tables.buildTables(comparison)),
      );
    } else if (write) {
      console.error("✗ docs/benchmarks.md is left as it was: its tables need both browsers and no failure");
    }
  } finally {
    await served.close();
  }
}

/** What one browser measures; if it breaks off, that is said, and the other's figures are not lost. */
async function measureIn({ name, launch, executablePath }, address, parts) {
  const onProgress = (text) => showProgress(`${name}, ${text}`);
  try {
    const place = { launch, executablePath, address, onProgress };
    const { version, result } = await callInBrowser(place, "compare", { parts });
    return { browser: name, version, ...result };
  } catch (error) {
    console.error(`✗ ${name}: ${error.message}`);
    process.exitCode = 1;
    return undefined;
  } finally {
    showProgress("");
  }
}

/** The browsers that are there or can be installed; a missing one is said, and makes the command fail in the end. */
async function findBrowsers(names) {
  const found = [];
  for (const name of names) {
    try {
      found.push({ ...browsers[name], executablePath: await browsers[name].ensure() });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      console.error(`✗ ${error.message}`);
      process.exitCode = 1;
    }
  }
  if (found.length === 0) throw new Problem("there is no browser to measure in");
  return found;
}
