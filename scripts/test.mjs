// npm test: sets up what is missing, then runs every check and test; all of them, even after a failure.
import { modules } from "./lib/builds.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { ensureFirefox } from "./lib/firefox.mjs";
import { ensureOpenssl } from "./lib/openssl.mjs";
import { environment } from "./lib/paths.mjs";
import { main } from "./lib/problem.mjs";
import { ensureRustChecks } from "./lib/rust-tools.mjs";
import { setUp } from "./lib/set-up.mjs";
import { Tally } from "./lib/tally.mjs";

const denyWarnings = ["--", "-D", "warnings"];

await main(async () => {
  await setUp();
  await ensureRustChecks();
  environment.RSA_VARIANTS_CHROMIUM = await ensureChromium();
  environment.RSA_VARIANTS_FIREFOX = await ensureFirefox();
  environment.RSA_VARIANTS_OPENSSL = await ensureOpenssl();

  const tally = new Tally();
  const peers = ["--manifest-path", "crates/peers/Cargo.toml"];
  await tally.check("rustfmt", "cargo", ["fmt", "--all", "--check"]);
  await tally.check("rustfmt (peers)", "cargo", ["fmt", ...peers, "--check"]);
  await tally.check("clippy", "cargo", ["clippy", "--workspace", "--all-targets", ...denyWarnings]);
  for (const { crate, builds } of modules) {
    const args = ["clippy", "--manifest-path", `${crate}/Cargo.toml`, "--target", "wasm32-unknown-unknown"];
    for (const { name, rustflags } of builds) {
      await tally.check(`clippy (${name})`, "cargo", [...args, ...denyWarnings], { RUSTFLAGS: rustflags });
    }
  }
  // Checked only, which takes seconds; compiling and running it is the matter of npm run test:bench.
  await tally.check("clippy (peers)", "cargo", ["clippy", ...peers, "--all-targets", ...denyWarnings]);
  await tally.check("rustdoc", "cargo", ["doc", "--workspace", "--no-deps"], { RUSTDOCFLAGS: "-D warnings" });
  await tally.check("Biome", "biome", ["ci", "--error-on-warnings", "."]);
  for (const project of ["web/library", "web/page", "web/bench", "tests"]) {
    await tally.check(`types (${project})`, "tsc", ["--noEmit", "-p", project]);
  }
  await tally.cargoTest("cargo test", ["--workspace"]);
  await tally.vitest("Vitest", ["--root", "tests"]);

  console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
  if (tally.failed > 0) process.exitCode = 1;
});
