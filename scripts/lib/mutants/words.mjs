// The words behind `npm run mutants --`.
import { readOnly, readOptions } from "../options.mjs";
import { Problem } from "../problem.mjs";

/** What is mutated. */
const parts = {
  rust: "the crates, with cargo-mutants",
  library: "the modules of web/library that work without WebAssembly, with Stryker",
};

/** With fewer caught, in percent, a run fails: some tests no longer test. */
export const leastCaught = 90;

export const help = `npm run mutants -- [options]
  Changes the code in one small place at a time (a mutant) and runs the tests. A mutant that no test notices, a survivor, shows
  where a test is missing, unless it changes nothing that can be observed. All mutants take a day: use --shard.

  --shard K/N          only the K-th of N shares of the mutants; K counts from 1
  --only NAME[,NAME]   one part only:
${Object.entries(parts)
  .map(([name, about]) => `        ${name.padEnd(12)}${about}`)
  .join("\n")}
  --at FILE:LINE       only the mutants of a line, or of lines with FILE:FIRST-LAST; the file says which part
  --help, -h           this text

  Fails when less than ${leastCaught} % of the mutants of a part are caught. A survivor by itself is no failure.`;

const known = { names: ["--shard", "--only", "--at", "--help"], flags: ["--help"] };

/**
 * What the words ask for.
 * @param {readonly string[]} words
 * @returns {(
 *   | { kind: "help" }
 *   | {
 *       kind: "mutants",
 *       parts: ("rust" | "library")[],
 *       shard: { index: number, count: number } | undefined,
 *       lines: { file: string, first: number, last: number } | undefined,
 *     }
 * )} index: from 0
 */
export function readWords(words) {
  const { options } = readOptions(words, known);
  if (options.has("--help")) return { kind: "help" };
  const lines = readLines(options.get("--at"));
  if (lines !== undefined && options.size > 1)
    throw new Problem("--at names the mutants: leave --shard and --only out");
  return {
    kind: "mutants",
    parts: lines === undefined ? readOnly(options.get("--only"), Object.keys(parts)) : [partOf(lines.file)],
    shard: readShard(options.get("--shard")),
    lines,
  };
}

function readShard(text) {
  if (text === undefined) return undefined;
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? [];
  if (index >= 1 && index <= count) return { index: index - 1, count };
  throw new Problem(`--shard takes K/N with K from 1 to N, got ${text}`);
}

function readLines(text) {
  if (text === undefined) return undefined;
  const [, file, first, last = first] = /^(.+):(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  if (file !== undefined && Number(first) <= Number(last)) return { file, first: Number(first), last: Number(last) };
  throw new Problem(`--at takes FILE:LINE or FILE:FIRST-LAST, got ${text}`);
}

function partOf(file) {
  if (/^crates\/.+\.rs$/.test(file)) return "rust";
  if (/^web\/library\/src\/.+\.ts$/.test(file)) return "library";
  throw new Problem(`--at takes a file of crates or of web/library/src, by its path from the root, got ${file}`);
}
