// The programs that measure. Each lists its tests when it is called without words, an object of JSON a line; with a test's name
// and seconds it prints the times of both classes.
import { join } from "node:path";
import { root } from "../paths.mjs";
import { Problem } from "../problem.mjs";
import { mustRun, run } from "../run.mjs";

/**
 * Compiled for the processor at hand, which is what most have the engine `lanes` with; apart from other builds, as these would
 * compile everything anew.
 */
const native = {
  args: ["--quiet", "--release", "--target-dir", join("target", "timing"), "-p", "rsa-variants", "--example", "timing"],
  env: { RUSTFLAGS: "-C target-cpu=native" },
};

/** By the place where they measure; prepare: what has to be done once, after the set-up. */
export const programs = {
  native: {
    prepare: () => mustRun("cargo", ["build", ...native.args], { env: native.env }),
    command: ["cargo", "run", ...native.args, "--"],
    env: native.env,
  },
  node: {
    prepare: async () => {},
    command: [process.execPath, join(root, "scripts", "lib", "timing", "node", "main.mjs")],
    env: {},
  },
};

/** The tests of a place. */
export async function listTests(place) {
  const lines = (await call(place, [])).trim().split("\n");
  return lines.map((line) => ({ place, ...JSON.parse(line) }));
}

/** The nanoseconds that a test measured, a list for each class. */
export async function measure({ place, name }, seconds) {
  return JSON.parse(await call(place, [name, String(seconds)])).samples;
}

async function call(place, words) {
  const { command, env } = programs[place];
  const { code, output, stdout } = await run(command[0], [...command.slice(1), ...words], { env });
  if (code !== 0) throw new Problem(`timing ${place} ${words.join(" ")} failed:\n${output.trimEnd()}`);
  return stdout;
}
