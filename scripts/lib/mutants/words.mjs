// Parses the arguments of `npm run mutants --`.
import { readOnly, readOptions } from "../options.mjs";
import { Problem } from "../problem.mjs";

/** The parts that can be mutated. */
const parts = {
  rust: "the crates, with cargo-mutants",
  library: "the modules of web/library that work without WebAssembly, with Stryker",
};

/** A run fails if fewer mutants than this are caught, in percent. */
export const leastCaught = 90;

export const help = `npm run mutants -- [options]
  Changes the code in one small place at a time (a mutant) and runs the tests. A mutant that no test notices (a survivor) shows
  where a test is missing, unless the change cannot be observed. All mutants take a day; use --shard to test a part of them.

  --shard K/N          only the K-th of N shares of the mutants; K counts from 1
  --only NAME[,NAME]   only these parts:
${Object.entries(parts)
  .map(([name, about]) => `        ${name.padEnd(12)}${about}`)
  .join("\n")}
  --at FILE:LINE       only the mutants of a line, or of several with FILE:FIRST-LAST; the file determines the part
  --help, -h           show this help

  Fails if fewer than ${leastCaught} % of the mutants of a part are caught; a single survivor is not a failure.

  Example: npm run mutants -- --only library --shard 1/4`;

const known = { names: ["--shard", "--only", "--at", "--help"], flags: ["--help"] };

/**
 * Parses the arguments.
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
  if (lines !== undefined && options.size > 1) throw new Problem("--at cannot be combined with --shard or --only");
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
  throw new Problem(`--shard must be K/N with K from 1 to N, got ${text}`);
}

function readLines(text) {
  if (text === undefined) return undefined;
  const [, file, first, last = first] = /^(.+):(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  if (file !== undefined && Number(first) <= Number(last)) return { file, first: Number(first), last: Number(last) };
  throw new Problem(`--at must be FILE:LINE or FILE:FIRST-LAST, got ${text}`);
}

function partOf(file) {
  if (/^crates\/.+\.rs$/.test(file)) return "rust";
  if (/^web\/library\/src\/.+\.ts$/.test(file)) return "library";
  throw new Problem(`--at must name a file in crates or web/library/src, as a path from the root, got ${file}`);
}
