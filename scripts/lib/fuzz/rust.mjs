// Fuzzes the crates with libFuzzer and the stable compiler.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { mustRun } from "../run.mjs";
import { compile } from "../step.mjs";

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

/** Runs a target of crates/fuzz; throws with its output if an input fails. */
export async function fuzzRust(name, seconds) {
  // With a target named, cargo compiles build scripts without these flags.
  const host = /^host: (.+)$/m.exec(await mustRun("rustc", ["-vV"]))[1];
  const env = { RUSTFLAGS: [...coverage, ...processor].join(" ") };
  const manifest = ["--manifest-path", join("crates", "fuzz", "Cargo.toml"), "--target-dir", folder];
  const args = ["--quiet", "--release", "--locked", ...manifest, "--target", host, "--bin", name];
  await compile(name, ["build", ...args], env);
  const found = join(folder, "corpus", name);
  await mkdir(found, { recursive: true });
  await mustRun(
    join(folder, host, "release", name),
    [
      ...[found, join("crates", "fuzz", "corpus", name)],
      ...[`-max_total_time=${seconds}`, "-max_len=4096", "-timeout=60"],
      `-artifact_prefix=${join(folder, `${name}-`)}`,
    ],
    { show: true },
  );
}

/** How many inputs the test of damaged keys tries a second, on a slow machine. */
const damagedInASecond = 4000;

/** Runs the test of damaged keys (crates/rsa/tests/suite/mutations.rs) with other and more inputs than in `npm test`. */
export async function damagedKeys(seconds) {
  const test = ["--package", "rsa-variants", "--test", "suite", "damaged_keys_cause_no_panic"];
  const seed = String(Math.floor(Date.now() / 1000));
  const env = { FUZZ_INPUTS: String(damagedInASecond * seconds), FUZZ_SEED: seed };
  await mustRun("cargo", ["test", "--release", ...test, "--", "--nocapture"], { env, show: true });
}
