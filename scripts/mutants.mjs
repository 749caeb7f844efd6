// @ts-check
// npm run mutants: checks that the tests notice changes of the code.
import { leastCaught, mutants } from "./lib/commands.mjs";
import { mutateLibrary } from "./lib/mutants/library.mjs";
import { isTooFew, summarize, survivors } from "./lib/mutants/report.mjs";
import { mutateRust } from "./lib/mutants/rust.mjs";
import { main } from "./lib/words.mjs";

const tools = { rust: mutateRust, library: mutateLibrary };

await main(mutants, async (wish) => {
  const results = new Map();
  for (const part of /** @type {(keyof typeof tools)[]} */ (wish.parts)) results.set(part, await tools[part](wish));
  const found = [...results.values()].flatMap(survivors);
  if (found.length > 0) console.log(`\nSurvivors, each with the command to test it again:\n\n${found.join("\n\n")}`);
  console.log("");
  for (const [part, outcomes] of results) {
    console.log(`${part.padEnd(10)}${summarize(outcomes)}`);
    if (!isTooFew(outcomes)) continue;
    console.error(`✗ ${part}: fewer than ${leastCaught} % of the mutants were caught`);
    process.exitCode = 1;
  }
});
