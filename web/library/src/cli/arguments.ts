import { parseArgs } from "node:util";
import { reasonOf } from "../errors.js";
import { UsageError } from "./failure.js";

/** A flag of a command. */
export interface Flag {
  /** Its one-letter form. */
  readonly short?: string;
  /** The name of its value in the help; absent for a flag without a value. */
  readonly value?: string;
  /** What it does, in a few words. */
  readonly text: string;
  /** Whether it may be given several times. */
  readonly isList?: boolean;
}

/** Every command has this flag. */
const help: Flag = { short: "h", text: "show this help" };

/** A parsed command line. */
export class Arguments {
  readonly #values: Readonly<Record<string, unknown>>;
  /** The words that are not flags. */
  readonly operands: readonly string[];

  private constructor(values: Readonly<Record<string, unknown>>, operands: readonly string[]) {
    this.#values = values;
    this.operands = operands;
  }

  /** Parses a command line; throws for unknown and repeated flags, and for more operands than `mostOperands`. */
  static parse(words: readonly string[], flags: Readonly<Record<string, Flag>>, mostOperands: number): Arguments {
    const options = Object.fromEntries(
      Object.entries({ ...flags, help }).map(([name, { short, value, isList = false }]) => [
        name,
        {
          type: value === undefined ? ("boolean" as const) : ("string" as const),
          multiple: isList,
          ...(short ? { short } : {}),
        },
      ]),
    );
    const config = { args: [...words], options, allowPositionals: true } as const;
    // Checked here because Node's own message explains how to pass an operand that begins with "-", which is rarely meant.
    const seen = new Set<string>();
    for (const token of parseArgs({ ...config, strict: false, tokens: true }).tokens) {
      if (token.kind !== "option") continue;
      const { name, rawName } = token;
      if (!Object.hasOwn(options, name)) throw new UsageError(`unknown flag ${rawName}`);
      // The last one would silently replace the others: a second recipient, and the first could not read the file.
      if (seen.has(name) && flags[name]?.isList !== true)
        throw new UsageError(`${rawName} is the second --${name}: give each flag only once`);
      seen.add(name);
      if (flags[name]?.value === "FILE" && token.value === "") {
        throw new UsageError(`${rawName} is empty, but must be the name of a file`);
      }
    }
    let parsed: { values: Record<string, unknown>; positionals: string[] };
    try {
      parsed = parseArgs(config);
    } catch (error) {
      throw new UsageError(reasonOf(error));
    }
    const { values, positionals } = parsed;
    const { help: isHelp } = values;
    if (positionals.length > mostOperands && isHelp !== true) {
      throw new UsageError(`unexpected argument ${JSON.stringify(positionals[mostOperands])}`);
    }
    if (positionals.includes("")) throw new UsageError("the name of a file is empty");
    return new Arguments(values, positionals);
  }

  /** Whether a flag without a value is given. */
  has(name: string): boolean {
    return this.#values[name] === true;
  }

  /** The value of a flag. */
  text(name: string): string | undefined {
    return this.#values[name] as string | undefined;
  }

  /** The value of a required flag. */
  required(name: string): string {
    const text = this.text(name);
    if (text === undefined) throw new UsageError(`--${name} is missing`);
    return text;
  }

  /** The values of a required flag that may be given several times. */
  requiredTexts(name: string): readonly [string, ...string[]] {
    const texts = this.#values[name] as [string, ...string[]] | undefined;
    if (texts === undefined) throw new UsageError(`--${name} is missing`);
    return texts;
  }

  /** Throws if one of these flags is given, with the reason. */
  refuse(names: readonly string[], why: string): void {
    const name = names.find((each) => this.text(each) !== undefined);
    if (name !== undefined) throw new UsageError(`--${name} ${why}`);
  }

  /** A whole number; the library checks its range. */
  whole(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (/^\d{1,10}$/.test(text)) return Number(text);
    throw new UsageError(`--${name} must be a whole number, got ${JSON.stringify(text)}`);
  }

  /** A whole number of any length. */
  natural(name: string): bigint | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : toNatural(name, text);
  }

  /** Several numbers of any length, separated by commas. */
  naturals(name: string): bigint[] | undefined {
    return this.text(name)
      ?.split(",")
      .map((word) => toNatural(name, word));
  }

  /** One of the given words; the first is the default. */
  choice<Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word {
    const text = this.text(name);
    return text === undefined ? words[0] : chosen(name, text, words);
  }

  /** Several of the given words, separated by commas. */
  choices<Word extends string>(name: string, words: readonly Word[]): Word[] | undefined {
    return this.text(name)
      ?.split(",")
      .map((word) => chosen(name, word, words));
  }
}

/** Enough for every number of a key, in either notation. */
const mostDigits = 5000;

function toNatural(name: string, text: string): bigint {
  if (text.length <= mostDigits && /^(\d+|0[xX][0-9a-fA-F]+)$/.test(text)) return BigInt(text);
  const shown = text.length <= 40 ? JSON.stringify(text) : `${text.length} characters`;
  throw new UsageError(
    `--${name} must be a number, decimal or hexadecimal with 0x, of at most ${mostDigits} characters, got ${shown}`,
  );
}

function chosen<Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new UsageError(`--${name} must be one of ${words.join(", ")}, got ${JSON.stringify(text)}`);
}

/** The table of flags for a help text. */
export function flagTable(flags: Readonly<Record<string, Flag>>): string {
  const rows = Object.entries({ ...flags, help }).map(([name, { short, value, text }]) => {
    const letter = short === undefined ? "    " : `-${short}, `;
    return [`${letter}--${name}${value === undefined ? "" : ` ${value}`}`, text] as const;
  });
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  const indent = " ".repeat(2 + width);
  return rows.map(([left, text]) => `  ${left.padEnd(width)}${wrap(text, indent)}\n`).join("");
}

/** The maximum length of a line in help texts. */
const lineWidth = 100;

/** Breaks a text into lines that follow `indent`. The caller writes the first line's indent. */
export function wrap(text: string, indent = ""): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (!line) lines[lines.length - 1] = word;
    else if (indent.length + line.length + 1 + word.length <= lineWidth) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${indent}`);
}
