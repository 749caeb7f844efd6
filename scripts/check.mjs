// npm run check: sets up what is missing, then runs every check, even after a failure. npm test runs the tests.
import { ensureRustChecks } from "./lib/rust-tools.mjs";
import { setUp } from "./lib/set-up.mjs";
import { check, groups } from "./lib/test/checks.mjs";
import { Results } from "./lib/test/results.mjs";
import { main } from "./lib/words.mjs";

await main(check, async (wish) => {
  const chosen = wish.groups.map((name) => groups[name]);
  await setUp({
    upTo: ["rust", "library", "page"].findLast((step) => chosen.some((group) => group.setUp === step)),
    meanwhile: async () => {
      if (chosen.includes(groups.rust)) await ensureRustChecks();
    },
  });
  const results = new Results();
  for (const group of chosen) await group.run(results);
  console.log(results.toText());
  if (results.failed > 0) process.exitCode = 1;
});
