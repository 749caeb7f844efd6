// Mutants of the crates: .cargo/mutants.toml says which, and how they are tested.
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { cache, tools } from "../paths.mjs";
import { checkPrerequisites } from "../prerequisites.mjs";
import { Problem } from "../problem.mjs";
import { mustRun, run } from "../run.mjs";
import { timed } from "../step.mjs";

const version = "27.1.0";

/** What cargo-mutants calls it, and we. */
const outcomes = { CaughtMutant: "caught", MissedMutant: "missed", Timeout: "timeout", Unviable: "unviable" };

/** It ran to its end: all were caught, some were missed, or some ran into a timeout. */
const completed = [0, 2, 3];

/**
 * Tests mutants of the crates: of a share, of some lines, or all.
 * @returns {Promise<import("./report.mjs").Mutant[]>}
 */
export async function mutateRust({ shard, lines }) {
  await checkPrerequisites();
  await ensureCargoMutants();
  const output = join(cache, "mutants.out");
  await mkdir(cache, { recursive: true });
  await rm(output, { recursive: true, force: true });
  const args = ["mutants", "--colors", "never", "--output", cache, ...chosen(shard, lines)];
  // What a mutant fails on is no case for the next one: proptest is not to keep it.
  const env = { PROPTEST_DISABLE_FAILURE_PERSISTENCE: "true" };
  const { code } = await run("cargo", args, { env, show: true });
  if (!completed.includes(code)) throw new Problem(`cargo mutants failed with exit code ${code}`);
  const mutants = await read(join(output, "outcomes.json"));
  // Mutants that delete a field of a struct are not subject to --re.
  return lines === undefined ? mutants : mutants.filter(({ first }) => first >= lines.first && first <= lines.last);
}

async function ensureCargoMutants() {
  const found = await run("cargo-mutants", ["mutants", "--version"]);
  if (found.code === 0 && found.output.trim() === `cargo-mutants ${version}`) return;
  // Without optimization: it mostly waits for others.
  const install = ["install", "cargo-mutants", "--version", version, "--debug", "--force", "--quiet"];
  await timed(`cargo-mutants ${version}`, () =>
    mustRun("cargo", [...install, "--root", tools]).then(() => "compiled, once"),
  );
}

function chosen(shard, lines) {
  // Every N-th, so that a share has mutants of all crates.
  if (shard !== undefined) return ["--shard", `${shard.index}/${shard.count}`, "--sharding", "round-robin"];
  if (lines === undefined) return [];
  const { file, first, last } = lines;
  const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i).join("|");
  return ["--file", file, "--re", `^${file.replaceAll(/[.*+?^$(){}|[\]\\]/g, "\\$&")}:(${numbers}):`];
}

async function read(path) {
  if (!existsSync(path)) return []; // there was none to test
  const { outcomes: all } = JSON.parse(await readFile(path, "utf8"));
  return all
    .filter(({ scenario }) => scenario.Mutant !== undefined)
    .map(({ scenario: { Mutant: mutant }, summary }) => ({
      file: mutant.file,
      // By its first line a mutant is asked for again.
      first: mutant.span.start.line,
      last: mutant.span.start.line,
      change: mutant.name.replace(/^[^ ]+: /, ""),
      outcome: outcomes[summary],
    }));
}
