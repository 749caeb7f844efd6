// npm run fuzz: ten million damaged keys for every parser; `npm run fuzz -- inputs=1000 seed=2` takes others.
import { main, Problem } from "./lib/problem.mjs";
import { mustRun } from "./lib/run.mjs";

const words = { inputs: "10000000", seed: "1" };

await main(async () => {
  for (const argument of process.argv.slice(2)) {
    const [, word, value] = /^(inputs|seed)=(\d+)$/.exec(argument) ?? [];
    if (word === undefined) throw new Problem(`${argument} is not understood: inputs=NUMBER and seed=NUMBER are`);
    words[word] = value;
  }
  const test = ["--package", "rsa-variants", "--test", "suite", "damaged_keys_make_no_trouble"];
  const env = { FUZZ_INPUTS: words.inputs, FUZZ_SEED: words.seed };
  await mustRun("cargo", ["test", "--release", ...test, "--", "--nocapture"], { env, show: true });
});
