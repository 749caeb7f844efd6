// The Rust tests that `cargo test` ignores (in release mode), all tests of the library on all builds and in Chromium (with more
// repetitions), and 300,000 comparisons of elements of modular-powers with BigInt on each build, in Node and in Chromium.
import { main } from "../scripts/lib/command.mjs";
import { environment } from "../scripts/lib/paths.mjs";
import { ensureProgram, programs } from "../scripts/lib/programs.mjs";
import { mustRun } from "../scripts/lib/run.mjs";
import { setUp } from "../scripts/lib/set-up.mjs";

const exhaustive = {
  usage: "node lab/exhaustive.mjs [NAME] [-- options of Rust tests]",
  about:
    "Runs the tests that take too long for npm run test:all. With NAME, only the Rust tests whose path contains it.",
};

await main(exhaustive, async (_, words) => {
  const ignored = ["test", "--release", "--workspace", "--all-features", "--tests", "--", "--ignored", ...words];
  await mustRun("cargo", ignored, { show: true });
  if (words.length > 0) return;
  await setUp({ upTo: "library" });
  environment[programs.testChromium.variable] = await ensureProgram("testChromium");
  const vitest = (args, env = {}) =>
    mustRun("vitest", ["run", "--root", "tests", ...args], { env: { EXHAUSTIVE: "1", ...env }, show: true });
  await vitest(["--project=library", "--project=library-elsewhere-*"]);
  for (const TEST_SEED of ["1", "2", "3", "4"])
    await vitest(["--project=powers-*", "powers/elements.test.ts"], { TEST_SEED });
});
