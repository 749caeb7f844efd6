// npm run test:exhaustive: tests that take too long for `npm test`. It runs the Rust tests that `cargo test` ignores (in release
// mode), all tests of the library on all builds and in Chromium (with more repetitions), and every case of Wycheproof through the
// package. `npm run test:exhaustive -- NAME` runs only the Rust tests whose path contains NAME.
import { ensureTestChromium } from "./lib/chromium.mjs";
import { environment } from "./lib/paths.mjs";
import { main } from "./lib/problem.mjs";
import { mustRun } from "./lib/run.mjs";
import { setUp } from "./lib/set-up.mjs";

await main(async () => {
  const names = process.argv.slice(2);
  const ignored = ["test", "--release", "--workspace", "--all-features", "--tests", "--", "--ignored", ...names];
  await mustRun("cargo", ignored, { show: true });
  if (names.length > 0) return;
  await setUp({ upTo: "library" });
  environment.RSA_VARIANTS_CHROMIUM_SHELL = await ensureTestChromium();
  const projects = ["--root", "tests", "--project=library", "--project=library-elsewhere-*"];
  const exhaustive = { env: { EXHAUSTIVE: "1" }, show: true };
  await mustRun("vitest", ["run", ...projects], exhaustive);
  const wycheproof = ["--root", "tests", "--project=interoperability", "interoperability/wycheproof.test.ts"];
  await mustRun("vitest", ["run", ...wycheproof], exhaustive);
});
