import { parseWholeNumber } from "./numbers.ts";

/** A word of an address, such as `n` in `?n=2048`, and the part of a place's choice that it stands for. */
export interface Word<Choice> {
  readonly name: string;
  /** The text of the word; undefined leaves the word out. */
  readonly write: (choice: Choice) => string | undefined;
  /** What a text means. A text that cannot be used adds a sentence to the problems. */
  readonly read: (text: string, problems: string[]) => Partial<Choice>;
}

/** What an address asks for, and which of its words cannot be used. */
export interface ReadChoice<Choice> {
  readonly choice: Choice;
  readonly problems: readonly string[];
}

/** A choice as a query string without the question mark. */
export function writeWords<Choice>(words: readonly Word<Choice>[], choice: Choice): string {
  const query = new URLSearchParams();
  for (const { name, write } of words) {
    const text = write(choice);
    if (text !== undefined) query.set(name, text);
  }
  return query.toString().replaceAll("%2C", ",");
}

/** Reads a query string. What is missing or cannot be used gets its default; the problems have a sentence about what cannot. */
export function readWords<Choice>(words: readonly Word<Choice>[], defaults: Choice, text: string): ReadChoice<Choice> {
  const query = new URLSearchParams(text);
  const problems: string[] = [];
  let choice = defaults;
  for (const { name, read } of words) {
    const [first, ...further] = query.getAll(name);
    if (further.length > 0) problems.push(`Repeated ${name} in the address, left out: ${further.join(", ")}.`);
    if (first !== undefined) choice = { ...choice, ...read(first, problems) };
  }
  const known = new Set(words.map(({ name }) => name));
  const unknown = [...new Set(query.keys())].filter((name) => !known.has(name));
  if (unknown.length > 0) problems.push(`Unknown words in the address, left out: ${unknown.join(", ")}.`);
  return { choice, problems };
}

/** What the words of a place have in common. */
interface WordOptions<Choice> {
  readonly defaults: Choice;
  /** Whether the word is written even for the default, so that a shared address says what it shows. */
  readonly isAlways?: boolean;
}

/** The fields of a choice that have values of a type. */
type FieldOf<Choice, Value> = { [Field in keyof Choice]: Choice[Field] extends Value ? Field : never }[keyof Choice] &
  string;

/**
 * A word for a whole number.
 *
 * @param problemOf why a number cannot be used, or nothing
 * @param replacement what is used instead, for the sentence about it
 */
export function numberWord<Choice, Field extends FieldOf<Choice, number | undefined>>(
  name: string,
  field: Field,
  problemOf: (field: Field, value: number) => string | undefined,
  { defaults, isAlways = false }: WordOptions<Choice>,
  replacement: unknown = defaults[field],
): Word<Choice> {
  return {
    name,
    write: (choice) => {
      const value = choice[field];
      return value === undefined || (!isAlways && value === defaults[field]) ? undefined : String(value);
    },
    read(text, problems) {
      const value = parseWholeNumber(text);
      const problem = problemOf(field, value);
      if (problem === undefined) return { [field]: value } as Partial<Choice>;
      problems.push(`${name} = ${text} in the address: ${problem} Using ${replacement}.`);
      return {};
    },
  };
}

/**
 * A word for one of several texts.
 *
 * @param what its name in the sentence about an unknown text
 */
export function textWord<Choice, Field extends FieldOf<Choice, string>>(
  name: string,
  field: Field,
  known: readonly Choice[Field][],
  { defaults, isAlways = false }: WordOptions<Choice>,
  what = name,
): Word<Choice> {
  return {
    name,
    write: (choice) => (!isAlways && choice[field] === defaults[field] ? undefined : String(choice[field])),
    read(text, problems) {
      const found = known.find((each) => each === text);
      if (found !== undefined) return { [field]: found } as Partial<Choice>;
      problems.push(`Unknown ${what} in the address, left out: ${text}. Known: ${known.join(", ")}.`);
      return {};
    },
  };
}

/** A word for a switch: it is there, with one text, if the switch is on. */
export function flagWord<Choice, Field extends FieldOf<Choice, boolean>>(
  name: string,
  field: Field,
  on: string,
): Word<Choice> {
  return {
    name,
    write: (choice) => (choice[field] ? on : undefined),
    read(text, problems) {
      if (text === on) return { [field]: true } as Partial<Choice>;
      problems.push(`Unknown ${name} in the address, left out: ${text}.`);
      return {};
    },
  };
}

/** A word for a list with commas, in the order of the known values, each once; `none` is the empty list. */
export function listWord<Choice, Field extends FieldOf<Choice, readonly string[]>>(
  name: string,
  field: Field,
  known: readonly string[],
  { defaults }: WordOptions<Choice>,
): Word<Choice> {
  const listOf = (choice: Choice) => choice[field] as readonly string[];
  return {
    name,
    write: (choice) =>
      listOf(choice).join() === listOf(defaults).join() ? undefined : listOf(choice).join() || "none",
    read(text, problems) {
      if (text === "none") return { [field]: [] } as unknown as Partial<Choice>;
      const wanted = text.split(",");
      const unknown = wanted.filter((item) => !known.includes(item));
      if (unknown.length > 0) problems.push(`Unknown ${name} in the address, left out: ${unknown.join(", ")}.`);
      return { [field]: known.filter((item) => wanted.includes(item)) } as Partial<Choice>;
    },
  };
}
