// @ts-check
// The programs that measure. Without arguments, a program lists its tests, one JSON object a line. With the name of a test and a
// number of seconds, it prints the times of both classes.
import { join } from "node:path";
import { root } from "../../scripts/lib/paths.mjs";
import { mustRun, Problem, run } from "../../scripts/lib/run.mjs";
import { findRuntime } from "./runtime.mjs";

/**
 * @typedef {import("./report.mjs").Test} Test
 * @typedef {import("./statistics.mjs").Samples} Samples
 * @typedef {{ prepare: () => Promise<unknown>, command: [string, ...string[]], env: Record<string, string> }} Program
 */

/**
 * The crate's program, compiled with these flags in a separate folder, because cargo would otherwise recompile everything each time.
 * @param {string} folder
 * @param {string} flags
 * @returns {Program}
 */
function compiled(folder, flags) {
  const example = ["-p", "lab", "--bin", "timing"];
  const args = ["--quiet", "--release", "--target-dir", join("target", folder), ...example];
  const env = { RUSTFLAGS: flags };
  return {
    prepare: () => mustRun("cargo", ["build", ...args], { env }),
    command: ["cargo", "run", ...args, "--"],
    env,
  };
}

/**
 * By the place where they measure; prepare: what has to be done once, after the set-up.
 * @satisfies {Record<string, Program>}
 */
export const programs = {
  /** Compiled for this processor, because most processors have the engine `lanes` only then. */
  native: compiled("timing", "-C target-cpu=native"),
  /** Compiled for any processor of the platform, the default of cargo. */
  portable: compiled("timing-portable", ""),
  node: {
    /** Selects a Node that has the engine `lanes`, if there is one. */
    prepare: async () => {
      programs.node.command[0] = await findRuntime();
    },
    command: [process.execPath, join(root, "lab/timing/node/main.mjs")],
    env: {},
  },
};

/** The version of the Node that measures, and the build of the package that it loads. */
export async function nodeVersions() {
  return JSON.parse(await call("node", ["versions"]));
}

/** @typedef {keyof typeof programs} Place */

/**
 * The tests of a place.
 * @param {Place} place
 * @returns {Promise<readonly Test[]>}
 */
export async function listTests(place) {
  const lines = (await call(place, [])).trim().split("\n");
  return lines.map((line) => ({ place, ...JSON.parse(line) }));
}

/**
 * Runs a test and returns its times in nanoseconds, a list for each class.
 * @param {Pick<Test, "place" | "name">} test
 * @param {number} seconds
 * @returns {Promise<Samples>}
 */
export async function measure({ place, name }, seconds) {
  return JSON.parse(await call(place, [name, String(seconds)])).samples;
}

/**
 * @param {string} place
 * @param {readonly string[]} words
 */
async function call(place, words) {
  const { command, env } = /** @type {Program} */ (programs[/** @type {Place} */ (place)]);
  const { code, output, stdout } = await run(command[0], [...command.slice(1), ...words], { env });
  if (code !== 0) throw new Problem(`timing ${place} ${words.join(" ")} failed:\n${output.trimEnd()}`);
  return stdout;
}
