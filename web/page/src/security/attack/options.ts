import type { Attack, AttackName, AttackOption } from "rsa-variants/security";
import { limitsProblem, parseWholeNumber } from "../../common/whole-number.ts";

/** Values of a demonstration's options by their names; the library chooses what is left out. */
export type OptionValues = Readonly<Record<string, number | string | boolean>>;

/** What the controls of a card contain, by the options' names. A day is text: 2004-06-01. */
export type Entries = Readonly<Record<string, string | boolean>>;

/** Options that only apply together with another choice. */
const conditions: {
  readonly [Name in AttackName]?: Readonly<Record<string, readonly [option: string, value: string]>>;
} = {
  "meet-in-the-middle": { primes: ["variant", "r-prime"] },
  "elliptic-curve": { primes: ["shape", "multi-prime"], primeLength: ["shape", "one-short-prime"] },
};

/** Whether an option applies with the other choices. */
export function isOffered(attack: AttackName, option: string, entries: Entries): boolean {
  const condition = conditions[attack]?.[option];
  return condition === undefined || entries[condition[0]] === condition[1];
}

/** Whether a number is a day, given by its first second. */
export function isDay({ name }: AttackOption): boolean {
  return name === "firstSecond";
}

/** What the controls contain at first. */
export function defaultEntries({ demonstrationOptions }: Pick<Attack, "demonstrationOptions">): Entries {
  return Object.fromEntries(demonstrationOptions.map((option: AttackOption) => [option.name, defaultEntry(option)]));
}

function defaultEntry(option: AttackOption): string | boolean {
  if (option.kind !== "number") return option.default;
  if (option.default === undefined) return "";
  return isDay(option) ? dayOf(option.default) : String(option.default);
}

/** The controls' entries as the library takes them, or what is wrong with one of them. */
export type ReadOptions = { readonly values: OptionValues } | { readonly option: string; readonly problem: string };

/** Reads the controls. The library chooses a number that is left empty. */
export function readOptions(
  { name, demonstrationOptions }: Pick<Attack, "name" | "demonstrationOptions">,
  entries: Entries,
): ReadOptions {
  const values: Record<string, string | number | boolean> = {};
  for (const option of demonstrationOptions as readonly AttackOption[]) {
    const entry = entries[option.name];
    if (entry === undefined || entry === "" || !isOffered(name, option.name, entries)) continue;
    if (option.kind !== "number" || typeof entry === "boolean") {
      values[option.name] = entry;
      continue;
    }
    const value = isDay(option) ? secondOf(entry) : parseWholeNumber(entry);
    const problem = limitsProblem(value, { min: option.least, max: option.most, step: 1 });
    if (problem !== undefined) {
      const days = `Choose a day from ${dayOf(option.least)} to ${dayOf(option.most)}.`;
      return { option: option.name, problem: isDay(option) ? days : problem };
    }
    values[option.name] = value;
  }
  return { values };
}

/** A day by its first second: "2004-06-01". */
export function dayOf(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 10);
}

function secondOf(day: string): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) / 1000 : Number.NaN;
}
