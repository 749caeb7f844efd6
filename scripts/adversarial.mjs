// @ts-check
// npm run verdicts:adversarial; crates/cryptanalysis/examples/adversarial does the work.
import { adversarial } from "./lib/commands.mjs";
import { mustRun } from "./lib/run.mjs";
import { main } from "./lib/words.mjs";

await main(adversarial, async ({ words }) => {
  const program = ["run", "--release", "-p", "rsa-cryptanalysis", "--example", "adversarial", "--", ...words];
  await mustRun("cargo", program, { show: true });
});
