// Tests mutants of the library's TypeScript; lab/mutants/stryker.config.mjs defines which, and how.
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../scripts/lib/paths.mjs";
import { mustRun, Problem } from "../../scripts/lib/run.mjs";
import { setUp } from "../../scripts/lib/set-up.mjs";
import config from "./stryker.config.mjs";

/** Stryker's names for the outcomes, and ours. */
const outcomes = {
  Killed: "caught",
  Survived: "missed",
  NoCoverage: "missed",
  Timeout: "timeout",
  CompileError: "unviable",
  RuntimeError: "unviable",
};

/**
 * Tests mutants of the library: all, or those in a share or in some lines.
 * @returns {Promise<import("./rust.mjs").Mutant[]>}
 */
export async function mutateLibrary({ shard, lines }) {
  const files = chosen(shard, lines);
  if (files.length === 0) return []; // more shares than files
  await setUp({ upTo: "library" });
  const report = join(root, config.jsonReporter.fileName);
  await rm(report, { force: true });
  await mustRun("stryker", ["run", "lab/mutants/stryker.config.mjs", "--mutate", files.join(",")], { show: true });
  return Object.entries(JSON.parse(await readFile(report, "utf8")).files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => outcomes[status] !== undefined)
      .map(({ location: { start, end }, mutatorName, replacement, status }) => ({
        file,
        first: start.line,
        last: end.line,
        change: `${mutatorName} with ${replacement}${status === "NoCoverage" ? ", in lines that no test runs" : ""}`,
        outcome: outcomes[status],
      })),
  );
}

/** Shares consist of whole files, because Stryker drops a mutant whose lines are in two shares. */
function chosen(shard, lines) {
  for (const file of config.mutate) {
    if (!existsSync(join(root, file)))
      throw new Problem(`lab/mutants/stryker.config.mjs names ${file}, which does not exist`);
  }
  if (lines !== undefined) return [`${lines.file}:${lines.first}-${lines.last}`];
  if (shard === undefined) return config.mutate;
  return config.mutate.filter((_, index) => index % shard.count === shard.index);
}
