import { formatFactor } from "@rsa-variants/measure/text/format";
import { markdownTable } from "@rsa-variants/measure/text/tables";
import { browserNames, type Comparison } from "./comparison.ts";
import { goals, measureGoals } from "./goals.ts";

/** The name of the table in docs/benchmarks.md. */
export const processorsTable = "processors";

/** The cells of a row of a table in Markdown. */
function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(" | ")
    .map((cell) => cell.trim());
}

/**
 * The table of processors with what a comparison has measured: a row for each goal and browser, a column for each kind of processor. Its
 * ratios replace those of the same kind; other columns stay as they are, and so do goals that were not measured this time.
 *
 * @param old the present table, or an empty text
 */
export function withProcessor(old: string, comparison: Comparison): string {
  const [header = "", , ...lines] = old.split("\n").filter((line) => line.startsWith("|"));
  const columns = header === "" ? [] : cellsOf(header).slice(1);
  const rows = new Map(lines.map((line) => cellsOf(line)).map(([name = "", ...cells]) => [name, cells]));

  const { processor } = comparison.machine;
  let column = columns.findIndex((name) => name.startsWith(`${processor}, `));
  if (column < 0) column = columns.length;
  columns[column] = `${processor}, ${comparison.startedAt.slice(0, 10)}`;
  for (const { browser, name, measured } of measureGoals(comparison)) {
    if (measured === undefined) continue;
    const row = rows.get(`${browser}: ${name}`) ?? [];
    row[column] = formatFactor(measured.value, 3);
    rows.set(`${browser}: ${name}`, row);
  }
  const names = browserNames.flatMap((browser) => goals.map(({ name }) => `${browser}: ${name}`));
  const known = names.flatMap((name) => {
    const cells = rows.get(name);
    return cells === undefined ? [] : [[name, ...columns.map((_, index) => cells[index] || "–")]];
  });
  return markdownTable(["", ...columns], known);
}
