// The Markdown whose figures come from data: its references, its generated tables, and figures that are neither.
import { marked, type Token } from "marked";
import { digestOf } from "../../../scripts/lib/places.mjs";
import { baselineOf, textOf } from "./data.ts";

/** <!-- figure: speedup 2048 crt -->4.1 ×<!-- end --> */
const references = /<!-- figure: (.*?) -->([\s\S]*?)<!-- end -->/g;
const tables = /^<!-- ([\w-]+): ([\w-]+) -->\n([\s\S]*?)^<!-- \1: end(?: (\w+))? -->$/gm;
/** A number beside a unit of measurement. */
const figures =
  /(?<![\w.])[\d.,]*\d[ \u00a0\u202f]?(?:×|%|[mµn]?s\b|[kM]B\b|bits of work|times (?:as|faster|slower|longer)|of the time)|\b(?:(?:three|four|five|six|seven|eight|nine|ten) times (?:as (?:fast|long)|faster|slower|longer)|twice as|half (?:as|the time)|(?:thirds?|quarters?) of the time)\b/g;
const ranks = /\b(?:faster|fastest|slower|slowest)\b/g;

/** A text with every reference replaced by what the data say. */
export function filled(text: string): string {
  return text.replace(references, (_, reference: string, present: string) => {
    return `<!-- figure: ${reference} -->${textOf(reference, present)}<!-- end -->`;
  });
}

/** Generated tables that are not as they were written, as `mark: name`, with the right digest. */
export function changedTables(text: string): string[] {
  return [...text.matchAll(tables)]
    .filter(([, , , table = "", digest]) => digestOf(table) !== digest)
    .map(([, mark, name, table = ""]) => `${mark}: ${name}, whose end is ${digestOf(table)}`);
}

/** The names of a document's tables that are kept as a command printed them, or as a paper prints them. */
export function keptTables(text: string): string[] {
  return [...text.matchAll(tables)].flatMap(([, mark, name = ""]) => (mark === "printed" ? name : []));
}

/** A text without code and generated tables, line by line. */
function prose(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, "");
  return text
    .replace(/^ *```[\s\S]*?^ *```$/gm, blank)
    .replace(tables, blank)
    .replace(/`[^`]*`/g, "…");
}

/** A figure, a rank, a cause or a row of numbers outside of code, references and generated tables, with the line that contains it. */
export interface Loose {
  readonly section: string;
  readonly line: string;
  readonly found: string;
}

export function looseFigures(text: string): Loose[] {
  let section = "";
  return prose(text.replace(references, "…"))
    .replace(/\]\([^)\s]*\)/g, "]")
    .split("\n")
    .flatMap((line) => {
      section = /^#+ (.*)$/.exec(line)?.[1] ?? section;
      const numbers = line.startsWith("|") ? line.split("|").filter((cell) => /^\s*[\d.,]+\s*$/.test(cell)) : [];
      const row = numbers.length < 3 ? [] : [[`a row of ${numbers.length} numbers`]];
      return [...line.matchAll(figures), ...line.matchAll(ranks), ...row].map(([found = ""]) => ({
        section,
        line,
        found,
      }));
    });
}

/** Words that give a cause, and words of measured differences that are no figures. */
const causes =
  /\b(?:because|due to|for which|so that|since|owing to|thanks to|therefore|hence|which is why|explains?|the reason)\b|, so\b/i;
const differences =
  /\b(?:ratios?|speed-ups?|times differ|takes? longer|(?:less|more) time|gains? (?:less|more|little|much))\b/;

/** Sentences and cells that measure or compare and give a cause, but link to nothing that shows it. */
export function unlinkedCauses(text: string): Loose[] {
  const isMeasured = (sentence: string) => [figures, ranks, differences].some((each) => sentence.search(each) >= 0);
  return prose(text.replace(references, "1 ms"))
    .split(/^(?=#+ )/m)
    .flatMap((part) => {
      const section = /^#+ (.*)$/m.exec(part)?.[1] ?? "";
      return part.split(sentences).flatMap((sentence) => {
        const cause = causes.exec(sentence)?.[0];
        if (cause === undefined || !isMeasured(sentence) || /\]\(/.test(sentence)) return [];
        return [{ section, line: sentence.replace(/\s+/g, " "), found: `a cause, "${cause}"` }];
      });
    });
}

/** Where sentences and cells end. */
const sentences = /[.;:](?:["`],?)?\s|\n\n|\||\n[*#]/;

/** Sentences and cells whose ratios divide by different things. */
export function mixedBaselines(text: string): string[] {
  const baselines: (string | undefined)[] = [];
  const numbered = text.replace(references, (_, reference: string) => `<${baselines.push(baselineOf(reference)) - 1}>`);
  return numbered.split(sentences).filter((sentence) => {
    const divisors = [...sentence.matchAll(/<(\d+)>/g)].map(([, index]) => baselines[Number(index)]);
    return new Set(divisors.filter((each) => each !== undefined)).size > 1;
  });
}

/** What a reader would not see as it is written: rows with more or fewer cells than the head, and HTML that swallows its line. */
export function misrendered(text: string): string[] {
  const faults: string[] = [];
  marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type === "table") {
      const cells = (line: string) =>
        line
          .trim()
          .replace(/^\||(?<!\\)\|$/g, "")
          .split(/(?<!\\)\|/).length;
      const [head = "", ...rows] = token.raw.trim().split("\n");
      faults.push(...rows.filter((row) => cells(row) !== cells(head)));
    }
    if (token.type === "html" && token.block && !/^(<!-- [^>]*-->\s*)+$/.test(token.raw)) faults.push(token.raw);
  });
  return faults;
}
