// @ts-check
// npm run mutants: checks that the tests notice changes of the code. See `npm run mutants -- --help`.
import { mutateLibrary } from "./lib/mutants/library.mjs";
import { isTooFew, summarize, survivors } from "./lib/mutants/report.mjs";
import { mutateRust } from "./lib/mutants/rust.mjs";
import { help, leastCaught, readWords } from "./lib/mutants/words.mjs";
import { main } from "./lib/problem.mjs";

const tools = { rust: mutateRust, library: mutateLibrary };

await main(async () => {
  const wish = readWords(process.argv.slice(2));
  if (wish.kind === "help") {
    console.log(help);
    return;
  }
  const results = new Map();
  for (const part of wish.parts) results.set(part, await tools[part](wish));
  const found = [...results.values()].flatMap(survivors);
  if (found.length > 0) console.log(`\nSurvivors, each with the command to test it again:\n\n${found.join("\n\n")}`);
  console.log("");
  for (const [part, mutants] of results) {
    console.log(`${part.padEnd(10)}${summarize(mutants)}`);
    if (!isTooFew(mutants)) continue;
    console.error(`✗ ${part}: fewer than ${leastCaught} % of the mutants were caught`);
    process.exitCode = 1;
  }
});
