// @ts-check
// Parses the options of all commands: --name value, --name=value and --name.
import { Problem } from "./problem.mjs";

/** @typedef {Map<string, string | true>} Options */

/**
 * Separates options from assignments, such as n=2048, and subjects, such as experiment.
 * @param {readonly string[]} words
 * @param {{ names: readonly string[], flags: readonly string[], subjects?: readonly string[], others?: string }} known names:
 * all options; flags: the options without a value; subjects: words without dashes; others: describes the assignments that are
 * accepted, for messages; if absent, none are
 * @returns {{ options: Options, subjects: string[], assignments: string[] }}
 */
export function readOptions(words, { names, flags, subjects: knownSubjects = [], others }) {
  /** @type {Options} */
  const options = new Map();
  /** @type {string[]} */
  const subjects = [];
  /** @type {string[]} */
  const assignments = [];
  const rest = words.map((word) => (word === "-h" ? "--help" : word));
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (others !== undefined && !word.startsWith("-") && word.includes("=")) {
      const [name] = word.split("=", 1);
      if (assignments.some((other) => other.startsWith(`${name}=`))) throw new Problem(`${name}= is given twice`);
      assignments.push(word);
      continue;
    }
    if (knownSubjects.includes(word)) {
      if (subjects.includes(word)) throw new Problem(`${word} is given twice`);
      subjects.push(word);
      continue;
    }
    const [name = "", attached] = word.split(/=(.*)/s, 2);
    if (!names.includes(name)) {
      const suffix = others === undefined ? "" : `, or ${others}`;
      throw new Problem(`unknown word ${word}: expected one of ${[...knownSubjects, ...names].join(", ")}${suffix}`);
    }
    if (options.has(name)) throw new Problem(`${name} is given twice`);
    if (flags.includes(name)) {
      if (attached !== undefined) throw new Problem(`${name} takes no value, got ${attached}`);
      options.set(name, true);
      continue;
    }
    const value = attached ?? rest.shift();
    if (value === undefined || value === "" || value.startsWith("--")) throw new Problem(`${name} needs a value`);
    options.set(name, value);
  }
  return { options, subjects, assignments };
}

/**
 * The value of an option, or undefined if it is not given.
 * @param {Options} options
 * @param {string} name
 */
export function givenValue(options, name) {
  const value = options.get(name);
  return value === true ? undefined : value;
}

/**
 * Reads a whole number of seconds; undefined if the option is not given.
 * @param {string | undefined} value
 * @param {number} most
 */
export function readSeconds(value, most) {
  if (value === undefined) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (seconds >= 1 && seconds <= most) return seconds;
  throw new Problem(`--seconds must be a whole number from 1 to ${most}, got ${value}`);
}

/**
 * The names that --only lists, in the order of the known names; all known names if the option is not given.
 * @param {string | undefined} value
 * @param {readonly string[]} known
 */
export function readOnly(value, known) {
  if (value === undefined) return [...known];
  const wanted = value.split(",");
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const got = unknown.map((name) => name || "an empty name").join(", ");
    throw new Problem(`--only must list names from ${known.join(", ")}, separated by commas; got ${got}`);
  }
  return known.filter((name) => wanted.includes(name));
}

/**
 * The command that repeats a measurement, without --json, which does not affect the figures.
 * @param {string} script
 * @param {Options} options
 * @param {readonly string[]} subjects
 */
export function commandOf(script, options, subjects = []) {
  const given = [...options]
    .filter(([name]) => name !== "--json")
    .map(([name, value]) => (value === true ? name : `${name} ${value}`));
  const words = [...subjects, ...given];
  return [`npm run ${script}`, ...(words.length > 0 ? ["--", ...words] : [])].join(" ");
}
