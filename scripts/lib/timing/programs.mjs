// The programs that measure. Each lists its tests when it is called without words, an object of JSON a line; with a test's name
// and seconds it prints the times of both classes.
import { join } from "node:path";
import { root } from "../paths.mjs";
import { Problem } from "../problem.mjs";
import { mustRun, run } from "../run.mjs";

const example = ["--quiet", "--release", "--package", "rsa-variants", "--example", "timing"];

/** By the place where they measure; prepare: what has to be done once, after the set-up. */
export const programs = {
  native: {
    prepare: () => mustRun("cargo", ["build", ...example]),
    command: ["cargo", "run", ...example, "--"],
  },
  node: {
    prepare: async () => {},
    command: [process.execPath, join(root, "scripts", "lib", "timing", "node", "main.mjs")],
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
  const [command, ...args] = [...programs[place].command, ...words];
  const { code, output, stdout } = await run(command, args);
  if (code !== 0) throw new Problem(`timing ${place} ${words.join(" ")} failed:\n${output.trimEnd()}`);
  return stdout;
}
