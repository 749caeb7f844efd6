// npm test: sets up what is missing, then runs every test, even after a failure. npm run check runs the checks.

import { writeFile } from "node:fs/promises";
import { main } from "./lib/command.mjs";
import { environment } from "./lib/paths.mjs";
import { ensureProgram, programs } from "./lib/programs.mjs";
import { setUp } from "./lib/set-up.mjs";
import { duration, together } from "./lib/step.mjs";
import { minutes, parts, planOf, runFolders, test } from "./lib/test/parts.mjs";
import { Results } from "./lib/test/results.mjs";

await main(test, async (values, words) => {
  const plan = planOf(values, words);
  if (plan.filters.length === 0)
    console.log(`tests: ${duration(60 * minutes[plan.scope])} on two cores, after the set-up`);
  const chosen = plan.parts.map((name) => parts[name]);
  await setUp({
    upTo: ["rust", "library", "page"].findLast((step) => chosen.some((part) => part.setUp === step)),
    meanwhile: () => together([...new Set(chosen.flatMap((part) => part.programs))].map(provide)),
  });
  const results = new Results();
  const folders = chosen.some(({ run }) => run === undefined);
  // In parallel: cargo test waits for its longest test and Vitest for browsers, so neither keeps all processors busy.
  const commands = async () => {
    for (const { run } of chosen) await run?.(results, plan);
  };
  await together([commands(), ...(folders ? [runFolders(results, plan)] : [])]);

  console.log(results.toText());
  if (process.env.TEST_REPORT !== undefined) await writeFile(process.env.TEST_REPORT, results.toJson());
  if (results.failed > 0) process.exitCode = 1;
});

/** Installs a program, and passes its path to the tests. */
async function provide(name) {
  environment[programs[name].variable] = await ensureProgram(name);
}
