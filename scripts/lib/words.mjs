// @ts-check
// Reads the words after `npm run NAME --` as the declaration of a command says, and prints the command's help. commands.mjs has
// the declarations.
import { parseArgs } from "node:util";
import { Problem } from "./run.mjs";

/**
 * An option; without `value` it is a flag.
 * value: a name for its value, for the help; is: what the value must be; isShown: whether the help says that, too; read: the value,
 * or undefined if it is wrong; excludes: the options that it cannot be combined with, because `needs`; list: the names that the
 * value can have, with their meaning
 * @typedef {{
 *   help: string, value?: string, short?: string, default?: string | number, is?: string, isShown?: boolean,
 *   read?: (text: string) => unknown, excludes?: readonly string[], needs?: string, list?: Readonly<Record<string, string>>,
 * }} Option
 *
 * A command. words: the words without dashes that it accepts; modes: other things that it does if a word asks for one; passesOn:
 * it accepts everything, for another program; read: makes what the script gets
 * @typedef {{
 *   usage: string, about: string, options?: Readonly<Record<string, Option>>, notes?: string, passesOn?: boolean,
 *   words?: { names?: Readonly<Record<string, string>>, others?: RegExp, example?: string },
 *   modes?: readonly Command[], read?: (wish: Wish) => any,
 * }} Command
 * @typedef {{ values: Record<string, any>, words: string[], command: string }} Wish
 * command: the command that repeats a measurement, without --json, which does not affect the figures
 */

/** A whole number. @param {number} least */
export function whole(least, most = Number.POSITIVE_INFINITY) {
  /** @param {string} text */
  const read = (text) =>
    /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined;
  const range = most === Number.POSITIVE_INFINITY ? `, at least ${least}` : ` from ${least} to ${most}`;
  return { value: "N", is: `a whole number${range}`, isShown: true, read };
}

/** One of some names. @param {readonly string[]} names */
export function oneOf(names) {
  const is = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(names);
  return {
    value: names.join("|"),
    is,
    read: (/** @type {string} */ text) => (names.includes(text) ? text : undefined),
  };
}

/** Some names, separated by commas, in the order of their list. @param {Readonly<Record<string, string>>} list */
export function someOf(list) {
  const known = Object.keys(list);
  /** @param {string} text */
  const read = (text) => {
    const wanted = text.split(",");
    return wanted.every((name) => known.includes(name)) ? known.filter((name) => wanted.includes(name)) : undefined;
  };
  return { value: "NAME[,NAME]", is: `names from ${known.join(", ")}, separated by commas`, read, list };
}

/**
 * What the words ask for.
 * @param {Command} command
 * @param {readonly string[]} words
 * @returns {any}
 */
export function readWords(command, words) {
  if (command.passesOn) {
    const wish = { values: {}, words: [...words], command: command.usage };
    return ["--help", "-h"].includes(words[0] ?? "") ? { kind: "help" } : (command.read?.(wish) ?? wish);
  }
  /** @type {Record<string, { type: "boolean" | "string", short?: string }>} */
  const options = { help: { type: "boolean", short: "h" } };
  for (const [name, { value, short }] of Object.entries(command.options ?? {})) {
    options[name] = { type: value === undefined ? "boolean" : "string", ...(short && { short }) };
  }
  // Not strict, because the messages of parseArgs say neither what is accepted nor what was given.
  const { tokens } = parseArgs({ args: [...words], options, allowPositionals: true, strict: false, tokens: true });
  if (tokens.some((token) => token.kind === "option" && token.name === "help")) return { kind: "help" };
  const free = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const mode = command.modes?.find((other) => free.some((word) => accepts(other, word))) ?? command;
  const given = tokens.flatMap((token) => (token.kind === "option" ? [token] : []));
  refuseRepeated([...free.map((word) => word.replace(/=.*/s, "=")), ...given.map(({ rawName }) => rawName)]);
  for (const word of free) if (!accepts(mode, word)) throw new Problem(`unknown word ${word}: ${accepted(mode)}`);
  const known = mode.options ?? {};
  /** @type {Wish["values"]} */
  const values = Object.fromEntries(
    Object.entries(known).map(([name, option]) => [name, option.value === undefined ? false : option.default]),
  );
  for (const { name, rawName, value, inlineValue } of given) {
    const option = known[name];
    if (option === undefined) throw new Problem(`unknown option ${rawName}: ${accepted(mode)}`);
    const other = given.find((each) => option.excludes?.includes(each.name))?.rawName;
    if (other !== undefined) throw new Problem(`${rawName} ${option.needs}: leave ${other} out`);
    values[name] = readValue(option, rawName, value, inlineValue);
  }
  const repeated = given.filter(({ name }) => name !== "json");
  const all = [
    ...free,
    ...repeated.flatMap(({ rawName, value }) => (value === undefined ? rawName : [rawName, value])),
  ];
  const [start = ""] = command.usage.split(" -- ", 1);
  const wish = { values, words: free, command: [start, ...(all.length > 0 ? ["--", ...all] : [])].join(" ") };
  return mode.read?.(wish) ?? wish;
}

/** @param {Option} option @param {string} name @param {string | undefined} text @param {boolean | undefined} isInline */
function readValue({ value, is, read }, name, text, isInline) {
  if (value === undefined) {
    if (text !== undefined) throw new Problem(`${name} takes no value, got ${text}`);
    return true;
  }
  if (text === undefined || text === "" || (!isInline && text.startsWith("--")))
    throw new Problem(`${name} needs a value`);
  const found = read === undefined ? text : read(text);
  if (found === undefined) throw new Problem(`${name} must be ${is}, got ${text}`);
  return found;
}

/** @param {readonly string[]} names */
function refuseRepeated(names) {
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw new Problem(`${repeated} is given twice`);
}

/** @param {Command} command @param {string} word */
function accepts({ words }, word) {
  return Object.hasOwn(words?.names ?? {}, word) || words?.others?.test(word) === true;
}

/** @param {Command} command */
function accepted({ usage, words, options = {}, modes = [] }) {
  const others = [words, ...modes.map((mode) => mode.words)].flatMap((each) => each?.example ?? []);
  const names = [...Object.keys(options), "help"].map((name) => `--${name}`);
  return `${usage.replace(/(?: --)? \[.*/, "")} accepts ${[...Object.keys(words?.names ?? {}), ...others, ...names].join(", ")}`;
}

/**
 * The text for --help.
 * @param {Command} command
 * @returns {string}
 */
export function helpOf({ usage, about, words, options = {}, notes, modes = [] }) {
  const rows = Object.entries({ ...options, help: { help: "show this help", short: "h" } }).map(([name, option]) => {
    const { value, short, help, is, isShown, default: usual, list } = /** @type {Option} */ (option);
    const title = `--${name}${value === undefined ? "" : ` ${value}`}${short === undefined ? "" : `, -${short}`}`;
    const limits = [...(isShown ? [is] : []), ...(usual === undefined ? [] : [`default: ${usual}`])].join("; ");
    return { title, text: `${help}${limits && ` (${limits})`}`, list };
  });
  const width = Math.max(...rows.map(({ title }) => title.length)) + 3;
  return [
    usage,
    indented(about, 2),
    "",
    ...(words?.names === undefined ? [] : [...namesIn(words.names), ""]),
    ...rows.flatMap(({ title, text, list }) => [
      `  ${title.padEnd(width)}${indented(text, width + 2).trimStart()}`,
      ...namesIn(list, 8),
    ]),
    ...(notes === undefined ? [] : ["", indented(notes, 2)]),
    ...modes.flatMap((mode) => ["", helpOf(mode)]),
  ].join("\n");
}

/** @param {string} text @param {number} columns */
function indented(text, columns) {
  return text.replaceAll(/^(?=.)/gm, " ".repeat(columns));
}

/** @param {Readonly<Record<string, string>>} names */
function namesIn(names = {}, columns = 2) {
  return Object.entries(names).map(([name, about]) => `${" ".repeat(columns)}${name.padEnd(15)}${about}`);
}

/**
 * Runs a script: prints the help, or calls `run` with what the words ask for. Prints a Problem as one line, and any other error, a
 * defect, with its stack.
 * @param {Command} command
 * @param {(wish: any) => unknown} run
 */
export async function main(command, run) {
  try {
    const wish = readWords(command, process.argv.slice(2));
    if (wish.kind === "help") console.log(helpOf(command));
    else await run(wish);
  } catch (error) {
    console.error(error instanceof Problem ? `\n✗ ${error.message}` : error);
    process.exitCode = 1;
  }
}
