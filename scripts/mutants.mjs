// @ts-check
// npm run mutants: checks that the tests notice changes of the code.
import { leastCaught, mutants } from "./lib/commands.mjs";
import { mutateLibrary } from "./lib/mutants/library.mjs";
import { mutateRust } from "./lib/mutants/rust.mjs";
import { testSample } from "./lib/mutants/test-sample.mjs";
import { main } from "./lib/words.mjs";

const tools = { rust: mutateRust, library: mutateLibrary };

/** With fewer mutants than this, the share that is caught depends on chance. */
const enough = 20;

await main(mutants, async (wish) => {
  if (wish.sample) return testSample(wish);
  /** @type {Map<string, import("./lib/mutants/rust.mjs").Mutant[]>} */
  const results = new Map();
  for (const part of /** @type {(keyof typeof tools)[]} */ (wish.parts)) results.set(part, await tools[part](wish));
  const survivors = [...results.values()].flat().filter(({ outcome }) => outcome === "missed");
  if (survivors.length > 0) console.log("\nSurvivors, each with the command to test it again:\n");
  for (const { file, first, last, change } of survivors) {
    const lines = first === last ? `${file}:${first}` : `${file}:${first}-${last}`;
    console.log(`${lines}: ${change}\n  npm run mutants -- --at ${lines}\n`);
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
