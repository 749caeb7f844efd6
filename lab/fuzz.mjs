// Fuzzes parsers, padding decoders and engines; the crates with libFuzzer and the stable compiler.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chosen, main } from "../scripts/lib/command.mjs";
import { mustRun, Problem } from "../scripts/lib/run.mjs";
import { setUp } from "../scripts/lib/set-up.mjs";
import { compile } from "../scripts/lib/step.mjs";

const folder = join("target", "fuzz");

// The flags of cargo-fuzz without the sanitizers, which need a nightly compiler; the crates have no unsafe code for them to check.
const coverage = [
  "-Cpasses=sancov-module",
  "-Cllvm-args=-sanitizer-coverage-level=4",
  "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
  "-Cllvm-args=-sanitizer-coverage-pc-table",
  "-Cllvm-args=-sanitizer-coverage-trace-compares",
  "--cfg=fuzzing",
];

// With these flags, x86-64 has the engine lanes.
const processor = process.arch === "x64" ? ["-Ctarget-cpu=x86-64-v3"] : [];

/** How many inputs the test of damaged keys tries a second, on a slow machine. */
const damagedInASecond = 4000;

const others = { "damaged-keys": fuzzDamagedKeys, javascript: fuzzJavaScript, "against-node": fuzzJavaScript };

/** What is fuzzed: inputs, and how. */
const targets = {
  keys: "PEM, DER, PKCS #1, PKCS #8, PKCS #12, SPKI, OpenSSH, PuTTY, certificates, guided by coverage (libFuzzer)",
  "damaged-keys": "valid keys whose DER is damaged element by element",
  paddings: "decoders of OAEP and PKCS #1 v1.5 against plain ones, guided by coverage (libFuzzer)",
  engines: "the engines against num-bigint on long runs of equal bits, guided by coverage (libFuzzer)",
  javascript: "this library's JSON, JWK, file headers and armor, guided by V8's coverage",
  "against-node": "damaged keys in every format, read here and by Node: none is changed, none is read differently",
};

const fuzz = {
  usage: "node lab/fuzz.mjs [TARGET ...] [options]",
  about: [
    "Fuzzes the targets (default: all), for equal times. The initial inputs are in lab/crates/fuzz/corpus; new ones are written to",
    "target/fuzz. A failure ends the run and prints its input.",
    ...Object.entries(targets).map(([name, about]) => `  ${name.padEnd(14)}${about}`),
  ].join("\n"),
  options: { minutes: { type: "string", default: "20", help: "for all targets together" } },
};

await main(fuzz, async ({ minutes }, words) => {
  const names = chosen(words, Object.keys(targets));
  if (!(Number(minutes) > 0)) throw new Problem(`--minutes must be a number above 0, got ${minutes}`);
  const seconds = Math.max(1, Math.round((60 * Number(minutes)) / names.length));
  for (const name of names) await (others[name] ?? fuzzRust)(seconds, name);
});

/** In a separate process, because coverage slows everything down. */
async function fuzzJavaScript(seconds, name) {
  await setUp({ upTo: "library" });
  await mustRun(process.execPath, [`lab/fuzz/${name}.mjs`, String(seconds)], { show: true });
}

/** Runs a target of lab/crates/fuzz; throws with its output if an input fails. */
async function fuzzRust(seconds, name) {
  // With a target named, cargo compiles build scripts without these flags.
  const host = /^host: (.+)$/m.exec(await mustRun("rustc", ["-vV"]))[1];
  const env = { RUSTFLAGS: [...coverage, ...processor].join(" ") };
  const manifest = ["--manifest-path", join("lab/crates/fuzz", "Cargo.toml"), "--target-dir", folder];
  const args = ["--quiet", "--release", "--locked", ...manifest, "--target", host, "--bin", name];
  await compile(name, ["build", ...args], env);
  const found = join(folder, "corpus", name);
  await mkdir(found, { recursive: true });
  await mustRun(
    join(folder, host, "release", name),
    [
      ...[found, join("lab/crates/fuzz/corpus", name)],
      ...[`-max_total_time=${seconds}`, "-max_len=4096", "-timeout=60"],
      `-artifact_prefix=${join(folder, `${name}-`)}`,
    ],
    { show: true },
  );
}

/** Runs the test of damaged keys (crates/rsa/tests/suite/mutations.rs) with other and more inputs than in `npm test`. */
async function fuzzDamagedKeys(seconds) {
  const test = ["--package", "rsa-variants", "--test", "suite", "damaged_keys_cause_no_panic"];
  const seed = String(Math.floor(Date.now() / 1000));
  const env = { FUZZ_INPUTS: String(damagedInASecond * seconds), FUZZ_SEED: seed };
  await mustRun("cargo", ["test", "--release", ...test, "--", "--nocapture"], { env, show: true });
}
