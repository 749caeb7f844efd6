// @ts-check
// Checks that the tests notice changes of the code.
import { chosen, main } from "../scripts/lib/command.mjs";
import { Problem } from "../scripts/lib/run.mjs";
import { mutateLibrary } from "./mutants/library.mjs";
import { mutateRust } from "./mutants/rust.mjs";
import { testSample } from "./mutants/test-sample.mjs";

const tools = { rust: mutateRust, library: mutateLibrary };

/** With fewer mutants than this, the share that is caught depends on chance. */
const enough = 20;

/** A run fails if fewer mutants than this are caught, in percent. */
const leastCaught = 90;

const mutants = {
  usage: "node lab/mutants.mjs [options]",
  about:
    "Changes the code in one small place at a time (a mutant) and runs the tests. A mutant that no test notices (a survivor) shows\n" +
    "where a test is missing, unless the change cannot be observed. All mutants take a day; use --shard to test a part of them.\n" +
    `Fails if fewer than ${leastCaught} % of the mutants of a part are caught; a single survivor is not a failure.`,
  options: {
    shard: { type: "string", help: "K/N: only the K-th of N shares of the mutants; K counts from 1" },
    only: {
      type: "string",
      help: "rust (with cargo-mutants) or library (with Stryker, what works without WebAssembly)",
    },
    at: { type: "string", help: "FILE:LINE or FILE:FIRST-LAST: only the mutants there" },
    sample: { type: "boolean", help: "the chosen mutants of lab/mutants/sample.mjs, all of which must be caught" },
    json: { type: "string", help: "with --sample: write the outcomes to this file" },
  },
};

/** @param {string | undefined} text */
function readShard(text) {
  if (text === undefined) return undefined;
  const [, index = 0, count = 0] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? [];
  if (index >= 1 && index <= count) return { index: index - 1, count };
  throw new Problem(`--shard must be K/N with K from 1 to N, got ${text}`);
}

/** The parts that can be mutated, and their files. */
const mutated = { rust: /^crates\/.+\.rs$/, library: /^web\/library\/src\/.+\.ts$/ };

/** @param {string | undefined} text */
function readLines(text) {
  if (text === undefined) return undefined;
  const [, file = "", first, last = first] = /^(.+):(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const part = Object.entries(mutated).find(([, files]) => files.test(file))?.[0];
  if (part !== undefined && Number(first) <= Number(last))
    return { part, file, first: Number(first), last: Number(last) };
  throw new Problem(`--at must be FILE:LINE or FILE:FIRST-LAST, with a file in crates or web/library/src, got ${text}`);
}

await main(mutants, async ({ shard: share, only, at, sample, json }) => {
  const [shard, lines] = [readShard(share), readLines(at)];
  if (sample) return testSample({ shard, json });
  const parts = lines === undefined ? chosen(only === undefined ? [] : [only], Object.keys(tools)) : [lines.part];
  const options = { shard, lines };
  /** @type {Map<string, import("./mutants/rust.mjs").Mutant[]>} */
  const results = new Map();
  for (const part of /** @type {(keyof typeof tools)[]} */ (parts)) results.set(part, await tools[part](options));
  const survivors = [...results.values()].flat().filter(({ outcome }) => outcome === "missed");
  if (survivors.length > 0) console.log("\nSurvivors, each with the command to test it again:\n");
  for (const { file, first, last, change } of survivors) {
    const lines = first === last ? `${file}:${first}` : `${file}:${first}-${last}`;
    console.log(`${lines}: ${change}\n  node lab/mutants.mjs --at ${lines}\n`);
  }
  for (const [part, all] of results) {
    /** @param {string} outcome */
    const count = (outcome) => all.filter((mutant) => mutant.outcome === outcome).length;
    const timeout = count("timeout");
    const caught = count("caught") + timeout;
    const viable = caught + count("missed");
    const share = (100 * caught) / viable;
    console.log(
      `${part.padEnd(10)}${viable} mutants: ${caught} caught${viable === 0 ? "" : ` (${share.toFixed(1)} %)`}, ` +
        `${timeout} of these by a timeout; ${count("missed")} missed; ${count("unviable")} more did not compile`,
    );
    if (viable < enough || share >= leastCaught) continue;
    console.error(`✗ ${part}: fewer than ${leastCaught} % of the mutants were caught`); // the tests must be faulty
    process.exitCode = 1;
  }
});
