// @ts-check
// npm run bench:native: the crates beside other native software.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { buildTables, criterionTimes, opensslTimes, tableNames } from "./lib/bench-native.mjs";
import { benchNative } from "./lib/commands.mjs";
import { describeMachine, documentWith, printTables, showProgress, warnWhenBusy } from "./lib/measuring.mjs";
import { root } from "./lib/paths.mjs";
import { ensureProgram } from "./lib/programs.mjs";
import { mustRun } from "./lib/run.mjs";
import { rustVersion } from "./lib/rust-tools.mjs";
import { setUp } from "./lib/set-up.mjs";
import { compile } from "./lib/step.mjs";
import { main } from "./lib/words.mjs";

const document = documentWith("docs/benchmarks.md", "bench");
const folder = join(root, "target", "native-bench");
const manifest = join("crates", "native-bench", "Cargo.toml");
const bench = ["bench", "--quiet", "--locked", "--manifest-path", manifest, "--target-dir", folder];

await main(benchNative, async ({ rounds, seconds, write, command }) => {
  if (write) await document.check(tableNames);
  warnWhenBusy("times get longer");
  await setUp({ upTo: "rust" });
  const openssl = await ensureProgram("openssl");
  await compile("native-bench", [...bench, "--no-run"]);
  const startedAt = new Date().toISOString();
  const times = [];
  for (let round = 1; round <= rounds; round += 1) {
    showProgress(`round ${round} of ${rounds}`);
    times.push(await measureRound(openssl, join(folder, "criterion", String(round)), String(seconds)));
  }
  showProgress("");
  const versions = { rust: await rustVersion(), openssl: await opensslVersion(openssl), ...(await lockedVersions()) };
  const tables = buildTables({ startedAt, command, machine: describeMachine(), versions, rounds: times });
  printTables(tables);
  if (write) await document.write(tables);
});

/**
 * Runs Criterion and OpenSSL once.
 * @param {string} openssl
 * @param {string} results where Criterion writes
 * @param {string} seconds
 */
async function measureRound(openssl, results, seconds) {
  await rm(results, { recursive: true, force: true }); // Criterion would compare with the last run.
  const options = ["--warm-up-time", "0.3", "--measurement-time", seconds, "--sample-size", "20", "--noplot"];
  await mustRun("cargo", [...bench, "--", ...options], { env: { CRITERION_HOME: results } });
  // It counts the processor's time, as benches/native/cpu_time.rs does.
  const speed = ["speed", "-mr", "-seconds", seconds, "rsa2048", "rsa3072", "rsa4096"];
  return [...(await criterionTimes(results)), ...opensslTimes(await mustRun(openssl, speed))];
}

/** @param {string} openssl */
async function opensslVersion(openssl) {
  return (await mustRun(openssl, ["version"])).split(" ").slice(0, 2).join(" ");
}

/** The versions of the other crates, from the lock file. */
async function lockedVersions() {
  const lock = await readFile(join(root, "crates/native-bench/Cargo.lock"), "utf8");
  const names = ["rsa", "aws-lc-rs", "crypto-bigint", "num-bigint"];
  return Object.fromEntries(
    names.map((name) => [name, new RegExp(`name = "${name}"\\nversion = "([^"]+)"`).exec(lock)?.[1] ?? "?"]),
  );
}
