// npm test: sets up what is missing, then runs every check and test, even after a failure. With names of parts or paths of tests,
// such as `npm test -- rust page/compare`, it runs only those, with the set-up that they need.
import { writeFile } from "node:fs/promises";
import { environment } from "./lib/paths.mjs";
import { main } from "./lib/problem.mjs";
import { setUp } from "./lib/set-up.mjs";
import { together } from "./lib/step.mjs";
import { parts, programs, readWords, runElsewhere, runFolders } from "./lib/test/parts.mjs";
import { Results } from "./lib/test/results.mjs";

await main(async () => {
  const wish = readWords(process.argv.slice(2));
  const chosen = wish.parts.map((name) => parts[name]);
  const steps = ["rust", "library", "page"];
  await setUp({
    upTo: steps.findLast((step) => chosen.some((part) => part.setUp === step)),
    meanwhile: () =>
      together(
        Object.keys(programs)
          .filter((name) => chosen.some((part) => part.programs.includes(name)))
          .map(ensure),
      ),
  });
  const results = new Results();
  const folders = chosen.some(({ run }) => run === undefined);
  // In parallel: cargo test waits for its longest test and Vitest for browsers, so neither keeps all processors busy.
  const commands = async () => {
    for (const { run } of chosen) await run?.(results);
    if (folders) await runElsewhere(results, wish);
  };
  await together([commands(), ...(folders ? [runFolders(results, wish)] : [])]);

  console.log(results.toText());
  if (process.env.TEST_REPORT !== undefined) await writeFile(process.env.TEST_REPORT, results.toJson());
  if (results.failed > 0) process.exitCode = 1;
});

async function ensure(name) {
  const { ensure: install, variable } = programs[name];
  const path = await install();
  if (variable !== undefined) environment[variable] = path;
}
