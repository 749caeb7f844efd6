// @ts-check
// The places of generated tables in a document. The comments around a table do not show; their mark says which command
// writes it, as `bench` does in <!-- bench: NAME --> … <!-- bench: end 1a2b3c4d -->. The end has a digest of the table, so that
// `npm run check` sees a figure that was changed by hand.
import { createHash } from "node:crypto";
import { Problem } from "./run.mjs";

/**
 * A table of a document, by the name that its comments there have.
 * @typedef {{ readonly name: string, readonly markdown: string }} NamedTable
 */

/**
 * The text with its tables replaced.
 * @param {string} text
 * @param {string} mark
 * @param {readonly NamedTable[]} tables
 * @throws {Problem} naming the table whose place is missing, before anything is lost
 */
export function replaceTables(text, mark, tables) {
  return tables.reduce((changed, { name, markdown }) => {
    const [before, after] = around(changed, mark, name);
    const end = `<!-- ${mark}: end ${digestOf(markdown)} -->`;
    return `${before}\n\n${markdown}\n\n${after.replace(/^<!-- [\w-]+: end[^>]*-->/, end)}`;
  }, text);
}

/**
 * What the comment after a table says of it.
 * @param {string} markdown
 */
export function digestOf(markdown) {
  return createHash("sha256").update(markdown.trim()).digest("hex").slice(0, 8);
}

/**
 * The table as it is.
 * @param {string} text
 * @param {string} mark
 * @param {string} name
 * @throws {Problem} if the text has no place for it
 */
export function tableIn(text, mark, name) {
  const [before, after] = around(text, mark, name);
  return text.slice(before.length, text.length - after.length).trim();
}

/**
 * The text before and after the old table.
 * @param {string} text
 * @param {string} mark
 * @param {string} name
 * @returns {[string, string]}
 */
function around(text, mark, name) {
  const [opening, end] = [`<!-- ${mark}: ${name} -->`, `<!-- ${mark}: end`];
  const start = text.indexOf(opening);
  if (start < 0) throw new Problem(`there is no place for the table ${name}: the comment ${opening} is missing`);
  const from = start + opening.length;
  const to = text.indexOf(`<!-- ${mark}: `, from);
  if (to < 0 || !text.startsWith(end, to))
    throw new Problem(`the place of the table ${name} has no end: ${end} --> is missing after it`);
  return [text.slice(0, from), text.slice(to)];
}
