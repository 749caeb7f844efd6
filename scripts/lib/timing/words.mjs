// Parses the arguments of `npm run timing --`.
import { commandOf, readOnly, readOptions, readSeconds } from "../options.mjs";
import { Problem } from "../problem.mjs";

/** The places to measure. */
export const places = {
  native: "the crate, compiled for this processor",
  portable: "the crate, compiled for every processor of the platform",
  node: "the package in Node, WebAssembly, with `lanes` (installs a newer Node if this one lacks relaxed SIMD)",
};

/** The names of the tables in the comments of SECURITY.md. */
export const tableNames = [...Object.keys(places), "machine"];

/** The parts to measure. */
export const parts = {
  raw: "the private operation without guards, on special and on random ciphertexts",
  guarded: "the private operation with blinding and fault check",
  exponent: "exponentiation with secret exponents of few and of many ones",
  oaep: "OAEP decryption that fails for different reasons",
  pkcs1v15: "PKCS #1 v1.5 decryption of good and bad paddings",
};

/** The default time for each test. */
const seconds = 20;
const mostSeconds = 3600;

/** A line for each entry. */
function list(entries) {
  return Object.entries(entries)
    .map(([name, about]) => `        ${name.padEnd(12)}${about}`)
    .join("\n");
}

export const help = `npm run timing -- [options]
  Compares the running times of two kinds of inputs with Welch's t-test, and prints a table. It fails if a control, which leaks
  on purpose, is not caught, or if anything else leaks.

  --only NAME[,NAME]   only these places and parts, and the controls:
${list(places)}
${list(parts)}
  --seconds N          N seconds for each test (1 to ${mostSeconds}; default: ${seconds}); up to 16 times as long while a test is undecided or
                       a control is not caught
  --json FILE          write every measured time and the environment to FILE
  --write              write the tables to SECURITY.md; cannot be combined with --only
  --help, -h           show this help

  Example: npm run timing -- --only native,oaep --seconds 60`;

const known = { names: ["--only", "--seconds", "--json", "--write", "--help"], flags: ["--write", "--help"] };

/**
 * Parses the arguments.
 * @param {readonly string[]} words
 * @returns {(
 *   | { kind: "help" }
 *   | {
 *       kind: "timing",
 *       places: string[],
 *       parts: string[],
 *       seconds: number,
 *       json: string | undefined,
 *       write: boolean,
 *       command: string,
 *     }
 * )}
 */
export function readWords(words) {
  const { options } = readOptions(words, known);
  if (options.has("--help")) return { kind: "help" };
  const write = options.has("--write");
  if (write && options.has("--only")) {
    throw new Problem("--write needs a whole run, because SECURITY.md shows all its tables: leave --only out");
  }
  const only = readOnly(options.get("--only"), [...Object.keys(places), ...Object.keys(parts)]);
  const chosen = (names) => {
    const some = Object.keys(names).filter((name) => only.includes(name));
    return some.length > 0 ? some : Object.keys(names);
  };
  return {
    kind: "timing",
    places: chosen(places),
    parts: [...chosen(parts), "control"],
    seconds: readSeconds(options.get("--seconds"), mostSeconds) ?? seconds,
    json: options.get("--json"),
    write,
    command: commandOf("timing", options),
  };
}
