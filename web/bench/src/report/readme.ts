import type { NamedTable } from "./tables.ts";

/** The comments between which a table stands in the README; they do not show. */
const begin = (name: string) => `<!-- bench: ${name} -->`;
const end = "<!-- bench: end -->";

/**
 * The text with its tables replaced.
 *
 * @throws Error naming the table whose place is missing, before anything is lost
 */
export function replaceTables(text: string, tables: readonly NamedTable[]): string {
  return tables.reduce((changed, { name, markdown }) => {
    const [from, to] = placeOf(changed, name);
    return `${changed.slice(0, from)}\n\n${markdown}\n\n${changed.slice(to)}`;
  }, text);
}

/** Throws unless the text has a place for each of the tables. */
export function checkPlaces(text: string, names: readonly string[]): void {
  for (const name of names) placeOf(text, name);
}

/** Where the old table begins and ends. */
function placeOf(text: string, name: string): readonly [from: number, to: number] {
  const start = text.indexOf(begin(name));
  if (start < 0) throw new Error(`there is no place for the table ${name}: the comment ${begin(name)} is missing`);
  const from = start + begin(name).length;
  const to = text.indexOf(end, from);
  const next = text.indexOf("<!-- bench: ", from);
  if (to < 0 || next !== to) throw new Error(`the place of the table ${name} has no end: ${end} is missing after it`);
  return [from, to];
}
