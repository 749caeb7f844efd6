// The words behind `npm run timing --`.
import { commandOf, readOnly, readOptions, readSeconds } from "../options.mjs";
import { Problem } from "../problem.mjs";

/** Where is measured. */
export const places = {
  native: "the crate, compiled for this processor",
  portable: "the crate, compiled for every processor of the platform",
  node: "the package in Node, WebAssembly, with `lanes` (installs a newer Node where this one lacks relaxed SIMD)",
};

/** The names of the tables, as the comments of SECURITY.md have them. */
export const tableNames = [...Object.keys(places), "machine"];

/** What is measured. */
export const parts = {
  raw: "the bare private operation, on special and on random ciphertexts",
  guarded: "the same with blinding and fault check",
  exponent: "exponentiation with secret exponents of few and of many ones",
  oaep: "OAEP decryption that fails for one reason or another",
  pkcs1v15: "PKCS #1 v1.5 decryption of good and bad paddings",
};

/** How long each test takes unless told otherwise. */
const seconds = 20;
const mostSeconds = 3600;

/** A line for each entry. */
function list(entries) {
  return Object.entries(entries)
    .map(([name, about]) => `        ${name.padEnd(12)}${about}`)
    .join("\n");
}

export const help = `npm run timing -- [options]
  Looks for differences in time between inputs of two kinds, with Welch's t-test, and prints a table. It fails when a control,
  which leaks on purpose, is not caught, or when something else leaks.

  --only NAME[,NAME]   these alone, and the controls:
${list(places)}
${list(parts)}
  --seconds N          N seconds for each test, up to 16 times that while undecided or until controls are caught (1 to ${mostSeconds}; default: ${seconds})
  --json FILE          writes every time measured, and the environment, to FILE
  --write              puts the tables into SECURITY.md; needs everything
  --help, -h           this text`;

const known = { names: ["--only", "--seconds", "--json", "--write", "--help"], flags: ["--write", "--help"] };

/**
 * What the words ask for.
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
    throw new Problem("--write needs a whole run, as the tables of SECURITY.md are of one: leave --only out");
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
