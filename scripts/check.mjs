// npm run check: sets up what is missing, then runs every check, even after a failure. npm test runs the tests.
import { chosen, main } from "./lib/command.mjs";
import { ensureRustChecks } from "./lib/rust-tools.mjs";
import { setUp } from "./lib/set-up.mjs";
import { groups } from "./lib/test/checks.mjs";
import { Results } from "./lib/test/results.mjs";

const check = {
  usage: "npm run check -- [GROUP ...]",
  about: [
    "Sets up what is missing, then checks formatting, lints, documentation, spelling, types and sizes, even after a failure (default:",
    "all groups). npm run format fixes the formatting.",
    ...Object.entries(groups).map(([name, { about }]) => `  ${name.padEnd(8)}${about}`),
  ].join("\n"),
};

await main(check, async (_, words) => {
  const wanted = chosen(words, Object.keys(groups)).map((name) => groups[name]);
  await setUp({
    upTo: ["rust", "library", "page"].findLast((step) => wanted.some((group) => group.setUp === step)),
    meanwhile: async () => {
      if (wanted.includes(groups.rust)) await ensureRustChecks();
    },
  });
  const results = new Results();
  for (const group of wanted) await group.run(results);
  console.log(results.toText());
  if (results.failed > 0) process.exitCode = 1;
});
