// @ts-check
// The crates beside other native software.

import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { main, repeating, whole } from "../scripts/lib/command.mjs";
import { root } from "../scripts/lib/paths.mjs";
import { ensureProgram } from "../scripts/lib/programs.mjs";
import { mustRun } from "../scripts/lib/run.mjs";
import { rustVersion } from "../scripts/lib/rust-tools.mjs";
import { setUp } from "../scripts/lib/set-up.mjs";
import { compile } from "../scripts/lib/step.mjs";
import {
  describeMachine,
  documentWith,
  keepData,
  printTables,
  showProgress,
  warnWhenBusy,
} from "./bench/measuring.mjs";
import { buildTables, criterionTimes, opensslTimes, tableNames } from "./native-bench/tables.mjs";

const document = documentWith("docs/benchmarks.md", "bench");
const folder = join(root, "target", "native-bench");
const manifest = join("lab/crates/native-bench", "Cargo.toml");
const bench = ["bench", "--quiet", "--locked", "--manifest-path", manifest, "--target-dir", folder];

const benchNative = {
  usage: "node lab/native-bench.mjs [options]",
  about:
    "Measures RSA and modular powers natively, in an ordinary release build: this project's crates, the crates rsa, aws-lc-rs,\n" +
    "crypto-bigint and num-bigint with Criterion, and OpenSSL with `openssl speed`. Prints one table.",
  options: {
    rounds: {
      type: "string",
      default: "5",
      help: "measure everything so often, one after the other, and keep the best",
    },
    seconds: { type: "string", default: "2", help: "for each figure in each round" },
    write: { type: "boolean", help: "write the tables to docs/benchmarks.md and the times of all rounds to lab/data" },
  },
};

await main(benchNative, async ({ rounds: times, seconds: given, write }) => {
  const [rounds, seconds] = [whole("--rounds", times, 1, 60), whole("--seconds", given, 1, 60)];
  if (write) await document.check(tableNames);
  warnWhenBusy("times get longer");
  await setUp({ upTo: "rust" });
  const openssl = await ensureProgram("openssl");
  await compile("native-bench", [...bench, "--no-run"]);
  const startedAt = new Date().toISOString();
  const measured = [];
  for (let round = 1; round <= rounds; round += 1) {
    showProgress(`round ${round} of ${rounds}`);
    measured.push(await measureRound(openssl, join(folder, "criterion", String(round)), String(seconds)));
  }
  showProgress("");
  const versions = { rust: await rustVersion(), openssl: await opensslVersion(openssl), ...(await lockedVersions()) };
  const command = repeating("node lab/native-bench.mjs");
  const run = { startedAt, command, machine: describeMachine(), versions, rounds: measured };
  const tables = buildTables(run);
  printTables(tables);
  if (!write) return;
  await keepData("native", run);
  await document.write(tables);
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
  const lock = await readFile(join(root, "lab/crates/native-bench/Cargo.lock"), "utf8");
  const names = ["rsa", "aws-lc-rs", "crypto-bigint", "num-bigint"];
  return Object.fromEntries(
    names.map((name) => [name, new RegExp(`name = "${name}"\\nversion = "([^"]+)"`).exec(lock)?.[1] ?? "?"]),
  );
}
