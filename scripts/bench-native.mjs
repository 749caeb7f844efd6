// @ts-check
// npm run bench:native: the crates beside other native software. See `npm run bench:native -- --help`.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { criterionTimes, opensslTimes } from "./lib/bench-native/read.mjs";
import { buildTables, tableNames } from "./lib/bench-native/report.mjs";
import { help, readWords } from "./lib/bench-native/words.mjs";
import { describeMachine, warnWhenBusy } from "./lib/machine.mjs";
import { ensureOpenssl } from "./lib/other-programs.mjs";
import { root } from "./lib/paths.mjs";
import { checkPlaces, replaceTables } from "./lib/places.mjs";
import { main } from "./lib/problem.mjs";
import { mustRun } from "./lib/run.mjs";
import { rustVersion } from "./lib/rust-tools.mjs";
import { setUp } from "./lib/set-up.mjs";
import { timed } from "./lib/step.mjs";
import { showProgress } from "./lib/terminal.mjs";

const document = join(root, "docs/benchmarks.md");
const folder = join(root, "target", "native-bench");
const manifest = join("crates", "native-bench", "Cargo.toml");
const bench = ["bench", "--quiet", "--locked", "--manifest-path", manifest, "--target-dir", folder];

await main(async () => {
  const wish = readWords(process.argv.slice(2));
  if (wish.kind === "help") console.log(help);
  else await measure(wish);
});

/** @param {Extract<ReturnType<typeof readWords>, { kind: "bench" }>} wish */
async function measure({ rounds, seconds, write, command }) {
  if (write) checkPlaces(await readFile(document, "utf8"), "bench", tableNames);
  warnWhenBusy("times get longer");
  await setUp({ upTo: "rust" });
  const openssl = await ensureOpenssl();
  await timed("compile (native-bench)", () => mustRun("cargo", [...bench, "--no-run"]).then(() => {}));
  const startedAt = new Date().toISOString();
  const times = [];
  for (let round = 1; round <= rounds; round += 1) {
    showProgress(`round ${round} of ${rounds}`);
    times.push(await measureRound(openssl, join(folder, "criterion", String(round)), String(seconds)));
  }
  showProgress("");
  const versions = { rust: await rustVersion(), openssl: await opensslVersion(openssl), ...(await lockedVersions()) };
  const tables = buildTables({ startedAt, command, machine: describeMachine(), versions, rounds: times });
  console.log(`\n${tables.map(({ markdown }) => markdown).join("\n\n")}`);
  if (write) await writeFile(document, replaceTables(await readFile(document, "utf8"), "bench", tables));
}

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
