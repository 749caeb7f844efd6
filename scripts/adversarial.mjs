// @ts-check
// npm run verdicts:adversarial: makes fresh keys that fall within an hour, and sound keys, and counts wrong verdicts.
// `npm run verdicts:adversarial -- --seed 7 --kind smooth` passes its words on; crates/cryptanalysis/examples/adversarial explains them.
import { main } from "./lib/problem.mjs";
import { mustRun } from "./lib/run.mjs";

await main(async () => {
  const words = process.argv.slice(2);
  const program = ["run", "--release", "-p", "rsa-cryptanalysis", "--example", "adversarial", "--", ...words];
  await mustRun("cargo", program, { show: true });
});
