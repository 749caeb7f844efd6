// npm run test:exhaustive: the Rust tests that `cargo test` ignores (in release mode), all tests of the library on all builds and in
// Chromium (with more repetitions), and every case of Wycheproof through the package.
import { exhaustive } from "./lib/commands.mjs";
import { environment } from "./lib/paths.mjs";
import { ensureProgram, programs } from "./lib/programs.mjs";
import { mustRun } from "./lib/run.mjs";
import { setUp } from "./lib/set-up.mjs";
import { main } from "./lib/words.mjs";

await main(exhaustive, async ({ words }) => {
  const ignored = ["test", "--release", "--workspace", "--all-features", "--tests", "--", "--ignored", ...words];
  await mustRun("cargo", ignored, { show: true });
  if (words.length > 0) return;
  await setUp({ upTo: "library" });
  environment[programs.testChromium.variable] = await ensureProgram("testChromium");
  const vitest = (...args) =>
    mustRun("vitest", ["run", "--root", "tests", ...args], { env: { EXHAUSTIVE: "1" }, show: true });
  await vitest("--project=library", "--project=library-elsewhere-*");
  await vitest("--project=interoperability", "interoperability/wycheproof.test.ts");
});
