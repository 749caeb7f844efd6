// @ts-check
// A command's words and help, by node:util's parseArgs, and how it ends.
import { parseArgs } from "node:util";
import { Problem } from "./run.mjs";

/** @typedef {Record<string, { type: string, short?: string, default?: string, help: string }>} Options */

/**
 * Runs a command: prints its help, or calls `work`. Prints a Problem as one line, and any other error, a defect, with its stack.
 * @param {{ usage: string, about: string, options?: Options }} command
 * @param {(values: Record<string, any>, words: string[]) => unknown} work gets the options' values, and the words without dashes
 */
export async function main({ usage, about, options = {} }, work) {
  const help = { help: { type: "boolean", short: "h", help: "show this" } };
  try {
    const { values, positionals } = parseArgs(
      /** @type {any} */ ({ options: { ...help, ...options }, allowPositionals: true }),
    );
    if (/** @type {any} */ (values).help) console.log([usage, about, ...rows({ ...options, ...help })].join("\n"));
    else await work(values, positionals);
  } catch (error) {
    const isMistake = error instanceof Problem || /^ERR_PARSE_ARGS/.test(/** @type {any} */ (error).code);
    console.error(isMistake ? `\n✗ ${/** @type {Error} */ (error).message}` : error);
    process.exitCode = 1;
  }
}

/** @param {Options} options */
function rows(options) {
  return Object.entries(options).map(([name, { type, default: usual, help }]) => {
    const title = `  --${name}${type === "string" ? " …" : ""}`;
    return `${title.padEnd(22)}${help}${usual === undefined ? "" : ` (default: ${usual})`}`;
  });
}

/** A whole number. @param {string} name @param {string} text */
export function whole(name, text, least = 1, most = 3600) {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Problem(`${name} must be a whole number from ${least} to ${most}, got ${text}`);
}

/** The known names that are wanted, in their order; all if none is. @param {readonly string[]} wanted @param {readonly string[]} known */
export function chosen(wanted, known) {
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Problem(`${unknown} is not one of ${known.join(", ")}`);
  return known.filter((name) => wanted.length === 0 || wanted.includes(name));
}

/** The command that repeats a measurement: without --json, which does not affect the figures. @param {string} start */
export function repeating(start) {
  const words = process.argv.slice(2);
  const at = words.findIndex((word) => word.startsWith("--json"));
  if (at >= 0) words.splice(at, words[at] === "--json" ? 2 : 1);
  const isNpm = start.startsWith("npm") && words.length > 0;
  return [start, ...(isNpm ? ["--"] : []), ...words].join(" ");
}
