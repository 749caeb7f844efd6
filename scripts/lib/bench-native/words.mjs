// @ts-check
// Parses the arguments of `npm run bench:native --`.
import { commandOf, givenValue, readOptions, readSeconds } from "../options.mjs";
import { Problem } from "../problem.mjs";

const rounds = 5;
const seconds = 2;
const most = 60;

export const help = `npm run bench:native -- [options]
  Measures RSA and modular powers natively, in an ordinary release build: this project's crates, the crates rsa, aws-lc-rs,
  crypto-bigint and num-bigint with Criterion, and OpenSSL with \`openssl speed\`. Prints one table.

  --rounds N       measure everything N times, one after the other, and keep the best (1 to ${most}; default: ${rounds})
  --seconds N      N seconds for each figure in each round (1 to ${most}; default: ${seconds})
  --write          write the table to docs/benchmarks.md
  --help, -h       show this help`;

const known = { names: ["--rounds", "--seconds", "--write", "--help"], flags: ["--write", "--help"] };

/**
 * Parses the arguments.
 * @param {readonly string[]} words
 * @returns {{ kind: "help" } | { kind: "bench", rounds: number, seconds: number, write: boolean, command: string }}
 */
export function readWords(words) {
  const { options } = readOptions(words, known);
  if (options.has("--help")) return { kind: "help" };
  return {
    kind: "bench",
    rounds: readRounds(givenValue(options, "--rounds")),
    seconds: readSeconds(givenValue(options, "--seconds"), most) ?? seconds,
    write: options.has("--write"),
    command: commandOf("bench:native", options),
  };
}

/** @param {string | undefined} value */
function readRounds(value) {
  if (value === undefined) return rounds;
  const count = /^\d+$/.test(value) ? Number(value) : 0;
  if (count >= 1 && count <= most) return count;
  throw new Problem(`--rounds must be a whole number from 1 to ${most}, got ${value}`);
}
