// Tests mutants of the crates; .cargo/mutants.toml defines which, and how.
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { cache, tools } from "../../scripts/lib/paths.mjs";
import { mustRun, Problem, run } from "../../scripts/lib/run.mjs";
import { checkPrerequisites } from "../../scripts/lib/rust-tools.mjs";
import { timed } from "../../scripts/lib/step.mjs";

/**
 * A mutant and its outcome. first, last: its lines; timeout: caught, because the tests did not end; unviable: it did not compile
 * and does not count
 * @typedef {{
 *   file: string,
 *   first: number,
 *   last: number,
 *   change: string,
 *   outcome: "caught" | "timeout" | "missed" | "unviable",
 * }} Mutant
 */

const version = "27.1.0";

/** The names of cargo-mutants for the outcomes, and ours. */
const outcomes = { CaughtMutant: "caught", MissedMutant: "missed", Timeout: "timeout", Unviable: "unviable" };

/** proptest must not save the inputs on which a mutant fails: they mean nothing for the next mutant. */
export const rustEnvironment = { PROPTEST_DISABLE_FAILURE_PERSISTENCE: "true" };

/** The exit codes of a complete run: all mutants were caught, some were missed, or some timed out. */
const completed = [0, 2, 3];

/**
 * Tests mutants of the crates: all, or those in a share or in some lines.
 * @returns {Promise<Mutant[]>}
 */
export async function mutateRust({ shard, lines }) {
  await checkPrerequisites();
  const found = await run("cargo-mutants", ["mutants", "--version"]);
  if (found.output.trim() !== `cargo-mutants ${version}`) {
    // Without optimization, because it mostly waits for others.
    const options = ["--version", version, "--locked", "--root", tools, "--force", "--quiet", "--debug"];
    const env = { CARGO_INCREMENTAL: "0", CARGO_PROFILE_DEV_DEBUG: "0" };
    await timed(`cargo-mutants ${version}`, async () => {
      await mustRun("cargo", ["install", "cargo-mutants", ...options], { env });
      return "compiled, once";
    });
  }
  const output = join(cache, "mutants.out");
  await mkdir(cache, { recursive: true });
  await rm(output, { recursive: true, force: true });
  const args = ["mutants", "--colors", "never", "--output", cache, ...chosen(shard, lines)];
  const { code } = await run("cargo", args, { env: rustEnvironment, show: true });
  if (!completed.includes(code)) throw new Problem(`cargo mutants failed with exit code ${code}`);
  const mutants = await read(join(output, "outcomes.json"));
  // --re does not apply to mutants that delete a field of a struct.
  return lines === undefined ? mutants : mutants.filter(({ first }) => first >= lines.first && first <= lines.last);
}

function chosen(shard, lines) {
  // Round-robin, so that each share has mutants of all crates.
  if (shard !== undefined) return ["--shard", `${shard.index}/${shard.count}`, "--sharding", "round-robin"];
  if (lines === undefined) return [];
  const { file, first, last } = lines;
  const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i).join("|");
  return ["--file", file, "--re", `^${file.replaceAll(/[.*+?^$(){}|[\]\\]/g, "\\$&")}:(${numbers}):`];
}

async function read(path) {
  if (!existsSync(path)) return []; // there were no mutants
  const { outcomes: all } = JSON.parse(await readFile(path, "utf8"));
  return all
    .filter(({ scenario }) => scenario.Mutant !== undefined)
    .map(({ scenario: { Mutant: mutant }, summary }) => ({
      file: mutant.file,
      // The first line is enough to test the mutant again.
      first: mutant.span.start.line,
      last: mutant.span.start.line,
      change: mutant.name.replace(/^[^ ]+: /, ""),
      outcome: outcomes[summary],
    }));
}
