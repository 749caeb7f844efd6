// Checks that no branch and no memory access depends on a secret, with valgrind's memcheck (the method ctgrind).

import { join } from "node:path";
import { chosen, main } from "../scripts/lib/command.mjs";
import { ensureProgram } from "../scripts/lib/programs.mjs";
import { Problem, run } from "../scripts/lib/run.mjs";
import { checkPrerequisites } from "../scripts/lib/rust-tools.mjs";
import { compile } from "../scripts/lib/step.mjs";

// Not the native processor, because valgrind does not support AVX-512; with these flags the crate has the engine `lanes`.
const flags = "--cfg ctgrind -C target-cpu=x86-64-v3";

/**
 * The unoptimized build has no overflow checks and debug assertions: these branch on every value, including secret ones, although
 * a correct program never takes those branches.
 */
const builds = [
  { name: "release", folder: "release", args: ["--release"], flags },
  // The limbs that `lanes` has in WebAssembly without relaxed SIMD.
  { name: "short-limbs", folder: "release", args: ["--release"], flags: `${flags} --cfg short_limbs` },
  {
    name: "debug",
    folder: "debug",
    // Other people's crates and the recorder stay optimized: under valgrind they would take most of the time.
    args: [
      "opt-level=0",
      "package.modular-powers.opt-level=0",
      "package.'*'.opt-level=3",
      "package.modular-powers-ctgrind.opt-level=3",
    ].flatMap((level) => ["--config", `profile.dev.${level}`]),
    flags: `${flags} -C overflow-checks=off -C debug-assertions=off`,
  },
];

const ctgrind = {
  usage: "node lab/ctgrind.mjs [BUILD ...]",
  about:
    "Checks with valgrind that no branch and no memory access depends on a secret, in these builds (default: all):\n" +
    "release, short-limbs (with the limbs of the build simd) and debug (not optimized).",
};

await main(ctgrind, async (_, words) => {
  const names = chosen(
    words,
    builds.map(({ name }) => name),
  );
  if (process.platform !== "linux" || process.arch !== "x64") throw new Problem("this needs Linux on x86-64");
  await checkPrerequisites();
  const path = await ensureProgram("valgrind");
  for (const build of builds.filter(({ name }) => names.includes(name))) await check(build, path);
});

/** Builds and runs the program; fails if a test has errors, or if a control has none. */
async function check({ name, folder, args, flags }, path) {
  const target = join("target", `ctgrind-${name}`);
  const env = { RUSTFLAGS: flags, CARGO_PROFILE_RELEASE_DEBUG: "line-tables-only" };
  const example = ["-p", "lab", "--bin", "ctgrind"];
  await compile(name, ["build", "--quiet", ...args, "--target-dir", target, ...example], env);
  const program = join(target, folder, "ctgrind");
  // --error-limit=no: valgrind must not stop counting after ten million errors.
  const { code, output, stdout } = await run(path, ["--quiet", "--error-limit=no", program]);
  const tests = (stdout.match(/.+/g) ?? []).map((line) => JSON.parse(line));
  if (code !== 0) throw new Problem(`${program} failed under valgrind:\n${output.trimEnd()}`);
  const controls = tests.filter(({ isControl }) => isControl);
  const missed = controls.filter(({ errors }) => errors === 0);
  const leaks = tests.filter(({ isControl, errors }) => !isControl && errors > 0);
  console.log(
    `${name}: ${tests.length - controls.length} tests, ${leaks.length} with errors; ${controls.length} controls, ${missed.length} not caught`,
  );
  for (const control of missed) console.error(`✗ ${name}: the control "${control.name}" leaks and was not caught`);
  for (const { name: test, errors } of leaks)
    console.error(`✗ ${name}: ${test}: ${errors} branches or indices\n${reportOf(test, output)}`);
  if (missed.length + leaks.length > 0 || controls.length === 0) process.exitCode = 1;
}

/** The output of valgrind during a test. */
function reportOf(test, output) {
  const [, report = ""] = output.split(`test: ${test}\n`);
  return report.split(/^test: /m, 1)[0].trimEnd();
}
